// Draw rooms, things, robots and their ways. Metres, y up in the map and down on the screen.

import { byId, s } from "./dom.js";
import { PanZoom } from "./panzoom.js";

const TRAIL = 90; // seconds of the way behind a robot
const MOST_TRAIL = 400;
const LETTER = 5.5; // pixels that a letter of a label takes
const FURNITURE = new Set(["Bed", "Sofa", "Dresser", "Shelf", "Desk", "Fridge", "TVStand", "ArmChair", "Chair", "Toilet", "Sink", "Bathtub"]);

const isFurniture = (thing) =>
  thing.furniture || /Table|Counter|Cabinet|Shelving|Bin|GarbageCan/.test(thing.category) || FURNITURE.has(thing.category);

const points = (outline) => outline.map(([x, y]) => `${x},${-y}`).join(" ");

export class TeamMap {
  constructor(store, choose) {
    this.store = store;
    this.choose = choose;
    this.root = byId("map");
    this.rooms = s("g", { class: "rooms" });
    this.things = s("g", { class: "things" });
    this.trails = s("g", { class: "trails" });
    this.labels = s("g", { class: "labels" });
    this.robots = s("g", { class: "robots-on-map" });
    this.root.append(this.rooms, this.things, this.trails, this.labels, this.robots);
    this.view = new PanZoom(this.root);
    this.shown = new Map();
    this.reset();
  }

  reset() {
    this.roomsKey = this.thingsKey = "";
    for (const robot of this.shown.values()) robot.group.remove();
    this.shown.clear();
    this.view.fit(null);
  }

  show(time, chosen, moving) {
    this.drawRooms(time);
    this.drawThings(time);
    this.drawRobots(time, chosen, moving);
    byId("map-empty").hidden = this.rooms.childElementCount + this.shown.size > 0;
  }

  drawRooms(time) {
    // A floor plan is given, not learnt: it is shown from the start.
    const rooms = this.store.at("rooms", time) ?? this.store.all("rooms").values[0] ?? [];
    const types = rooms.map((room) => this.store.at(`room/${room.id}`, time) ?? "");
    const key = JSON.stringify([rooms, types, rooms.length ? 0 : this.store.names("thing").length]);
    if (key === this.roomsKey) return;
    this.roomsKey = key;
    this.rooms.replaceChildren();
    this.labels.replaceChildren();
    rooms.forEach((room, index) => {
      this.rooms.append(s("polygon", { points: points(room.outline), class: "room" }));
      const [x, y] = topLeft(room.outline);
      const name = [types[index], room.id].filter(Boolean);
      const label = s("text", { x, y: -y, class: "room-name", dx: "0.5em", dy: "1.4em" }, name[0] ?? "");
      if (name.length > 1) label.append(s("tspan", { class: "room-id", dx: "0.5em" }, name[1]));
      this.labels.append(label);
    });
    this.view.fit(bounds(rooms.length ? rooms.flatMap((room) => room.outline) : this.everywhere()));
  }

  // Where anything ever was: what is fitted in where nobody has told the rooms.
  everywhere() {
    const things = this.store.names("thing").flatMap((key) => this.store.all(`thing/${key}`).values.map((thing) => thing.position));
    return things.concat(this.store.names("pose").flatMap((name) => this.store.all(`pose/${name}`).values));
  }

  drawThings(time) {
    const things = this.store.names("thing").map((key) => this.store.at(`thing/${key}`, time)).filter(Boolean);
    const present = things.filter((thing) => thing.status === "present");
    const unit = this.view.unit;
    const key = JSON.stringify([present.map((thing) => [thing.position, thing.misplaced, thing.size]), unit]);
    if (key === this.thingsKey) return;
    this.thingsKey = key;
    present.sort((a, b) => isFurniture(b) - isFurniture(a) || a.misplaced - b.misplaced);
    this.things.replaceChildren(...present.map((thing) => drawThing(thing, unit)));
  }

  drawRobots(time, chosen, moving) {
    const robots = this.store.robots(time);
    const here = new Set();
    this.trails.replaceChildren();
    for (const robot of robots) {
      const pose = this.store.pose(robot.name, time);
      if (!pose) continue;
      here.add(robot.name);
      const state = this.store.at(`state/${robot.name}`, time) ?? {};
      this.drawWay(robot, pose, state, time, chosen);
      const drawn = this.shown.get(robot.name) ?? this.newRobot(robot);
      drawn.group.setAttribute("class", `robot c${robot.colour}${chosen === robot.name ? " chosen" : ""}${
        this.store.at(`there/${robot.name}`, time) === "left" ? " left" : ""}`);
      // The shortest way round, so that it never spins.
      const turn = -pose[2] * (180 / Math.PI);
      drawn.turn += ((((turn - drawn.turn) % 360) + 540) % 360) - 180;
      drawn.group.classList.toggle("moving", moving);
      drawn.group.style.transform = `translate(${pose[0]}px, ${-pose[1]}px)`;
      drawn.body.style.transform = `rotate(${drawn.turn}deg)`;
      drawn.held.textContent = state.holds ? `holds ${state.holds}` : "";
    }
    for (const [name, drawn] of this.shown) {
      if (here.has(name)) continue;
      drawn.group.remove();
      this.shown.delete(name);
    }
  }

  drawWay(robot, pose, state, time, chosen) {
    const kept = this.store.all(`pose/${robot.name}`);
    const end = this.store.count(`pose/${robot.name}`, time);
    let begin = Math.max(this.store.count(`pose/${robot.name}`, time - TRAIL), end - MOST_TRAIL, 0);
    const way = kept.values.slice(begin, end).map(([x, y]) => [x, y]);
    const faded = chosen && chosen !== robot.name ? " faded" : "";
    this.trails.append(s("polyline", { class: `trail c${robot.colour}${faded}`, points: points([...way, pose]) }));
    if (state.heading_for) {
      const goal = state.heading_for;
      this.trails.append(
        s("polyline", { class: `goal-line c${robot.colour}${faded}`, points: points([pose, goal]) }),
        s("circle", { class: `goal c${robot.colour}${faded}`, cx: goal[0], cy: -goal[1], r: 0.12 }),
      );
    }
  }

  newRobot(robot) {
    const body = s("g", { class: "body" },
      s("circle", { r: 0.26 }),
      s("path", { d: "M0.42 0 L0.16 -0.2 L0.16 0.2 Z" }));
    const held = s("text", { class: "robot-held", dy: "2.7em" });
    const name = s("text", { class: "robot-name", dy: "-1.15em" }, robot.name);
    const group = s("g", { tabindex: "0", role: "button", "aria-label": robot.name }, body, name, held);
    const pick = () => this.choose(robot.name);
    group.addEventListener("click", pick);
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") pick(); });
    this.robots.append(group);
    const drawn = { group, body, held, turn: 0 };
    this.shown.set(robot.name, drawn);
    return drawn;
  }
}

function drawThing(thing, unit) {
  const [x, y] = thing.position;
  const where = [thing.on && `on ${thing.on}`, thing.room && `in ${thing.room}`].filter(Boolean).join(" ");
  const title = `${thing.category} ${where}${thing.misplaced ? ": out of place" : ""}${thing.reason ? ` (${thing.reason})` : ""}`;
  if (isFurniture(thing)) {
    const [width, depth] = thing.size.length ? thing.size : [0.5, 0.5];
    return s("g", { class: "furniture" },
      s("rect", { x: x - width / 2, y: -y - depth / 2, width, height: depth, rx: 0.05 }),
      s("text", { x, y: -y, dy: "0.35em" }, thing.category.length * LETTER * unit < width + 0.3 ? thing.category : ""),
      s("title", {}, title));
  }
  return s("g", { class: thing.misplaced ? "thing misplaced" : "thing" },
    thing.misplaced ? s("circle", { cx: x, cy: -y, r: 0.3, class: "ring" }) : null,
    s("circle", { cx: x, cy: -y, r: 0.1 }),
    thing.misplaced ? s("text", { x, y: -y, dy: "2em" }, thing.category) : null,
    s("title", {}, title));
}

function topLeft(outline) {
  const top = Math.max(...outline.map((p) => p[1]));
  const left = Math.min(...outline.filter((p) => p[1] > top - 0.2).map((p) => p[0]));
  return [left, top];
}

function bounds(outline) {
  if (!outline.length) return null;
  const xs = outline.map((p) => p[0]);
  const ys = outline.map((p) => -p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
