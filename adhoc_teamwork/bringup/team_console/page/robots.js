// A card for each robot: who it is, what it does, what it holds, how long its battery lasts.

import { byId, h } from "./dom.js";
import { spentText } from "./spent.js";

const OVER = { done: "has done", failed: "failed at", abandoned: "gave up" };

export class RobotCards {
  constructor(store, choose, stop) {
    this.store = store;
    this.choose = choose;
    this.stop = stop;
    this.cards = new Map();
    this.root = byId("robots");
  }

  reset() {
    this.cards.clear();
    this.root.replaceChildren();
  }

  show(time, chosen, live) {
    const robots = this.store.robots(time);
    for (const [name, card] of this.cards) {
      if (robots.some((robot) => robot.name === name)) continue;
      card.root.remove();
      this.cards.delete(name);
    }
    for (const robot of robots) {
      const card = this.cards.get(robot.name) ?? this.newCard(robot);
      this.fill(card, robot, time, chosen, live);
    }
    if (!robots.length && !this.root.firstChild) this.root.append(h("p", { class: "empty" }, "Nobody has been heard of yet."));
    else if (robots.length) this.root.querySelector(".empty")?.remove();
  }

  newCard(robot) {
    const part = (name, tag = "span") => h(tag, { class: name });
    const card = {
      name: h("button", { type: "button", class: "robot-pick" }, h("span", { class: "dot" }), robot.name),
      kind: part("robot-kind"), badge: part("badge"), task: part("task", "p"), skill: part("skill", "p"), spent: part("facts", "p"),
      room: part("fact"), holds: part("fact holds"), charge: part("charge"), battery: h("meter", { min: 0, max: 1, low: 0.2 }),
      stop: h("button", { type: "button", class: "stop-one" }, "Stop"),
    };
    card.name.addEventListener("click", () => this.choose(robot.name));
    card.stop.addEventListener("click", () => this.stop(robot.name));
    card.root = h("article", { class: `robot-card c${robot.colour}` },
      h("div", { class: "row" }, card.name, card.badge, h("span", { class: "grow" }), card.stop),
      card.kind, card.task, card.skill,
      h("div", { class: "row facts" }, card.room, card.holds, h("span", { class: "energy" }, card.battery, card.charge)), card.spent);
    this.root.append(card.root);
    this.cards.set(robot.name, card);
    return card;
  }

  fill(card, robot, time, chosen, live) {
    const name = robot.name;
    const about = this.store.at(`robot/${name}`, time) ?? {};
    const state = this.store.at(`state/${name}`, time) ?? {};
    const intent = this.store.at(`intent/${name}`, time);
    const there = this.store.at(`there/${name}`, time);
    const told = this.store.at(`stop/${name}`, time) || this.store.at("stop/", time);
    const stop = this.store.at(`stands/${name}`, time);
    const stopped = !stop ? "" : told && !stop.stands ? `NOT stopped: ${stop.text}` : stop.stopped ? "stopped" : "";
    card.root.classList.toggle("chosen", chosen === name);
    card.name.setAttribute("aria-pressed", String(chosen === name));
    set(card.badge, stopped ? stopped : !there ? "not joined" : there === "left" ? "has left" : "", stopped ? "badge stale" : "badge");
    set(card.kind, about.text ?? "");
    card.kind.title = about.text ?? "";
    const [text, past] = task(state, intent);
    set(card.task, text, past ? "task past" : "task");
    card.task.title = intent?.reason ?? "";
    set(card.skill, state.subskill || "no sub-skill");
    set(card.room, state.room || "");
    set(card.spent, spentText(this.store.at(`spent/${name}`, time), this.store.at(`budget/robot/${name}`, time)));
    set(card.holds, state.holds ? `holds ${state.holds}` : "");
    const share = about.battery ? Math.max(0, Math.min(1, state.battery / about.battery)) : undefined;
    card.battery.hidden = card.charge.hidden = share === undefined || !(share >= 0);
    if (!card.battery.hidden) {
      card.battery.value = share;
      set(card.charge, `${Math.round(100 * share)} %`);
      card.battery.setAttribute("aria-label", `battery ${Math.round(100 * share)} %`);
    }
    set(card.stop, this.store.at(`stop/${name}`, Infinity) ? "Release" : "Stop");
    card.stop.hidden = !live;
  }
}

// What it does, and whether that is over.
function task(state, intent) {
  if (state.subtask) return [state.subtask, false];
  if (intent && OVER[intent.status]) return [`${OVER[intent.status]} ${intent.subtask}`, true];
  return [intent ? intent.subtask : "no sub-task yet", !intent];
}

function set(element, text, name) {
  if (element.textContent !== text) element.textContent = text;
  if (name && element.className !== name) element.className = name;
  element.hidden = !text;
}
