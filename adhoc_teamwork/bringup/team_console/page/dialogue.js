// What was said, by whom, to whom; plans lead to the decision that they came of.

import { byId, chips, clockText, h, redraw } from "./dom.js";

const MOST_ROWS = 400;
const KINDS = {
  words: ["chat", "join", "leave", "answer"], plans: ["intent", "reflection"], talk: ["talk"], world: ["world"], trouble: ["trouble"],
};

export class Dialogue {
  constructor(store, open) {
    this.store = store;
    this.open = open;
    this.root = byId("dialogue");
    this.key = "";
    // It follows what is said until the person scrolls back; while it is hidden nobody scrolls.
    this.following = true;
    this.root.addEventListener("scroll", () => {
      if (this.root.clientHeight) this.following = this.root.scrollTop + this.root.clientHeight >= this.root.scrollHeight - 40;
    });
    const named = Object.keys(KINDS);
    this.on = chips(byId("dialogue-filter"), named, named, () => { this.key = ""; this.redraw(); });
  }

  reset() {
    this.key = "";
  }

  show(time, chosen) {
    this.redraw = () => this.show(time, chosen);
    const count = this.store.count("said", time) + this.store.count("answer", time);
    const key = `${count}|${this.store.all("said").times.length}|${chosen}|${[...this.on]}`;
    if (key === this.key) return;
    this.key = key;
    const kinds = new Set([...this.on].flatMap((name) => KINDS[name]));
    const answers = this.store.list("answer", time).map(([t, text]) => [t, { from: "", kind: "answer", text }]);
    const said = [...this.store.list("said", time), ...answers].sort((a, b) => a[0] - b[0]);
    const wanted = said.filter(([, item]) => kinds.has(item.kind) && (!chosen || item.from === chosen || item.to === chosen || !item.from));
    const colours = new Map(this.store.robots(Infinity).map((robot) => [robot.name, robot.colour]));
    const rows = wanted.slice(-MOST_ROWS).map(([t, item]) => this.row(t, item, colours));
    redraw(this.root, ...(rows.length ? rows : [h("li", { class: "empty" }, "Nothing has been said yet.")]));
    this.settle();
  }

  // Go to the newest words, where the person has not scrolled back.
  settle() {
    if (this.following) this.root.scrollTop = this.root.scrollHeight;
  }

  follow(event, decision) {
    event.preventDefault();
    this.open(decision);
  }

  row(time, item, colours) {
    const said = item.text.startsWith(`${item.from} `) ? item.text.slice(item.from.length + 1) : item.text;
    const text = said.replace(/^says: /, "").replace(/: $/, "");
    const colour = colours.has(item.from) ? `c${colours.get(item.from)}` : "";
    const body = item.decision
      ? h("a", { class: "link", href: `#${item.decision}`, "data-focus": `${time}-${item.from}`, onclick: (event) => this.follow(event, item.decision) }, text)
      : h("span", {}, text);
    const who = item.from && h("b", {}, item.from, item.to && item.kind === "chat" ? ` to ${item.to}` : "");
    const tone = item.conflict ? " against" : item.kind === "intent" ? ` ${item.status}` : "";
    const version = item.version && h("b", {}, `plan for all, version ${item.version} `);
    return h("li", { class: `said ${item.kind}${tone}` },
      h("span", { class: "mono" }, clockText(time)), h("span", { class: `dot ${colour}` }),
      h("p", {}, who, " ", version || "", body));
  }
}
