// What agents ask to have said to the team: a person allows or refuses each.

import { byId, h } from "./dom.js";
import { post } from "./stream.js";

export class Asked {
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    this.key = "";
    this.root = byId("asked");
  }

  async answer(request, yes) {
    const error = await post("/api/answer", { door: request.door, number: request.number, yes });
    this.tell(error && `Not answered: ${error}`);
  }

  show(live) {
    const waiting = (live && this.store.at("asked", Infinity)) || [];
    const key = JSON.stringify(waiting);
    if (key === this.key) return;
    this.key = key;
    this.root.hidden = !waiting.length;
    this.root.replaceChildren(...waiting.map((request) => h("p", { class: "row" },
      h("span", {}, `An agent asks to let it say ${request.kind} to the team:`), h("b", {}, request.line),
      h("button", { type: "button", onclick: () => this.answer(request, true) }, "Say it"),
      h("button", { type: "button", onclick: () => this.answer(request, false) }, "Refuse"))));
  }
}
