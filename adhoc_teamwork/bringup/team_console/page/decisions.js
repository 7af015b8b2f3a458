// The decisions: a list, and one in full with candidates, ranking, replies, checks and its end.

import { byId, chips, clockText, h, redraw } from "./dom.js";
import { showDecision } from "./decision.js";

const MOST_ROWS = 300;
const KINDS = ["sub-task", "sub-skill", "judgement"];
export const ENDINGS = {
  proposed: "proposed", adopted: "taken up", done: "done", failed: "failed", abandoned: "dropped",
};

// Decisions from their steps by a time, oldest first; each has `choice` and `state` as of then.
export function decisionsBy(store, time) {
  const found = new Map();
  for (const [t, step] of store.list("step", time)) {
    if (!found.has(step.decision)) {
      found.set(step.decision, { id: step.decision, robot: step.robot, kind: step.kind, begin: step.asked ?? t, steps: [], choice: "", state: "" });
    }
    const decision = found.get(step.decision);
    decision.steps.push([t, step]);
    decision.begin = Math.min(decision.begin, step.asked ?? t);
    if (ENDINGS[step.what]) {
      // An earlier proposal that is dropped while a later one stands is not how this one ends.
      const other = decision.intent !== undefined && step.intent < decision.intent;
      if (!other) Object.assign(decision, { intent: step.intent, choice: step.subtask, state: step.what });
    } else if (step.items?.length && !decision.intent) {
      decision.choice = decision.kind === "judgement" ? step.items.join("; ") : step.items[0];
      decision.state = decision.kind === "sub-task" ? "thinking" : "";
    } else if (step.withdrawn && !decision.choice) decision.state = "withdrawn";
    else if (step.error && !step.withdrawn && !decision.choice) decision.state = "failed";
  }
  const decisions = [...found.values()];
  // What came to nothing before the robot thought anew is no longer being thought about.
  const newest = new Map(decisions.filter((d) => d.kind === "sub-task").map((d) => [d.robot, d.id]));
  for (const d of decisions) if (d.state === "thinking" && newest.get(d.robot) !== d.id) d.state = "overtaken";
  return decisions;
}

export class Decisions {
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.list = byId("decisions");
    this.detail = byId("decision");
    this.chosen = "";
    this.key = "";
    this.on = chips(byId("decisions-filter"), KINDS, ["sub-task"], () => { this.key = ""; this.redraw(); });
    this.detail.addEventListener("keydown", (event) => { if (event.key === "Escape") this.open(""); });
  }

  reset() {
    this.open("");
    this.key = "";
  }

  open(id) {
    const before = this.chosen;
    if (id === before) return;
    this.chosen = id;
    this.key = "";
    this.list.hidden = Boolean(id);
    this.detail.hidden = !id;
    this.redraw?.();
    if (id) { this.detail.scrollTop = 0; this.detail.focus({ preventScroll: true }); }
    else this.list.querySelector(`[data-focus="${before}"]`)?.focus();
  }

  show(time, robot) {
    this.redraw = () => this.show(time, robot);
    const key = `${this.store.count("step", time)}|${this.store.all("step").times.length}|${robot}|${this.chosen}|${[...this.on]}`;
    if (key === this.key) return;
    this.key = key;
    const colours = new Map(this.store.robots(Infinity).map((r) => [r.name, r.colour]));
    const all = decisionsBy(this.store, time);
    this.wanted = all.filter((d) => this.on.has(d.kind) && (!robot || d.robot === robot));
    if (this.chosen) {
      const decision = all.find((d) => d.id === this.chosen) ?? decisionsBy(this.store, Infinity).find((d) => d.id === this.chosen);
      if (decision) showDecision(this.detail, decision, time, colours, this.actions);
      return;
    }
    const rows = this.wanted.slice(-MOST_ROWS).reverse().map((d) => this.row(d, colours));
    redraw(this.list, ...(rows.length ? rows : [h("li", { class: "empty" }, "No decision yet.")]));
  }

  // The times of the decisions shown, to go from one to the next.
  times() {
    const all = decisionsBy(this.store, Infinity).filter((d) => this.on.has(d.kind));
    return [...new Set(all.map((d) => d.begin))].sort((a, b) => a - b);
  }

  row(decision, colours) {
    const state = ENDINGS[decision.state] ?? decision.state;
    return h("li", {},
      h("button", { type: "button", class: "decision-row", "data-focus": decision.id, onclick: () => this.open(decision.id) },
        h("span", { class: "mono" }, clockText(decision.begin)),
        h("span", { class: `dot c${colours.get(decision.robot) ?? 7}` }),
        h("span", { class: "who" }, h("b", {}, decision.robot), decision.kind === "sub-task" ? null : h("i", {}, ` ${decision.kind}`)),
        h("span", { class: `pill ${decision.state}` }, state),
        h("span", { class: "choice" }, decision.choice || "…")));
  }
}
