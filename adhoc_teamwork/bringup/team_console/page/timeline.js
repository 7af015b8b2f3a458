// What each robot did when, and the time that is shown.

import { byId, clockText, h } from "./dom.js";

export class Timeline {
  constructor(store, clock) {
    this.store = store;
    this.clock = clock;
    this.lanes = byId("lanes");
    this.scrub = byId("scrub");
    this.head = h("div", { class: "playhead" });
    this.key = "";
    this.scrub.addEventListener("input", () => clock.go(Number(this.scrub.value)));
    this.lanes.addEventListener("pointerdown", (event) => this.drag(event));
    this.lanes.addEventListener("pointermove", (event) => { if (event.buttons & 1) this.drag(event); });
  }

  reset() {
    this.key = "";
  }

  drag(event) {
    const box = this.lanes.getBoundingClientRect();
    this.lanes.setPointerCapture(event.pointerId);
    this.clock.go(this.clock.begin + ((event.clientX - box.left) / box.width) * (this.clock.end - this.clock.begin));
  }

  show() {
    const { begin, end, time } = this.clock;
    this.scrub.min = begin;
    this.scrub.max = Math.max(end, begin + 0.1);
    this.scrub.value = time;
    this.scrub.setAttribute("aria-valuetext", clockText(time));
    this.head.style.left = `${this.share(time)}%`;
    byId("clock").textContent = `${clockText(time)} / ${clockText(end)}`;
    // Bars move with the end of a live run; once a second is enough.
    const key = `${this.store.version}|${Math.floor(end)}`;
    if (key === this.key) return;
    if (this.drawn && performance.now() - this.drawn < 900 && this.key) return;
    this.key = key;
    this.drawn = performance.now();
    this.lanes.replaceChildren(...this.store.robots(Infinity).map((robot) => this.lane(robot)), this.head);
  }

  share(time) {
    const { begin, end } = this.clock;
    return (100 * (time - begin)) / Math.max(0.1, end - begin);
  }

  lane(robot) {
    const kept = this.store.all(`intent/${robot.name}`);
    const spans = [];
    kept.values.forEach((intent, index) => {
      const last = spans[spans.length - 1];
      if (intent.status === "adopted") spans.push({ ...intent, begin: kept.times[index] });
      else if (last && last.end === undefined && last.subtask === intent.subtask) Object.assign(last, { end: kept.times[index], status: intent.status });
    });
    spans.forEach((span, index) => { span.end ??= spans[index + 1]?.begin ?? this.clock.end; });
    const said = this.store.all("said");
    const marks = said.values.map((item, index) => [said.times[index], item])
      .filter(([, item]) => item.from === robot.name && ["world", "chat", "trouble"].includes(item.kind));
    return h("div", { class: `lane c${robot.colour}` },
      h("span", { class: "lane-name" }, robot.name),
      this.bar("there", robot.first, this.clock.end, ""),
      spans.map((span) => this.bar(`span ${span.status}${/^Stop/.test(span.subtask) ? " stops" : ""}`, span.begin, span.end, `${span.subtask} (${span.status})`)),
      marks.map(([time, item]) => {
        const mark = h("i", { class: `mark ${item.kind}`, title: `${clockText(time)} ${item.text}` });
        mark.style.left = `${this.share(time)}%`;
        return mark;
      }));
  }

  bar(name, begin, end, title) {
    const bar = h("div", { class: name, title });
    bar.style.left = `${this.share(begin)}%`;
    bar.style.width = `${Math.max(0.1, this.share(end) - this.share(begin))}%`;
    return bar;
  }
}
