// Speaking to the team and stopping it.

import { byId, h } from "./dom.js";
import { post } from "./stream.js";
import { ask } from "./words.js";

const NOT_STOPPED = "NOT STOPPED";
const NOT_RELEASED = "Not released";

export class Commands {
  constructor(store, about) {
    this.store = store;
    this.about = about;
    this.trouble = "";
    this.released = "";
    this.connected = true;
    this.key = "";
    byId("stop-all").addEventListener("click", () => this.stop("", true));
    byId("say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
  }

  get live() {
    return this.about().mode === "live";
  }

  // Stopping needs nothing but the server: only what is known to be recorded has no button for it.
  get stoppable() {
    return this.about().mode !== "recorded";
  }

  introduce() {
    byId("stop-all").hidden = !this.stoppable;
    byId("say").hidden = !this.live;
    byId("words").placeholder = this.live ? `Say to everyone as ${this.about().person}; /help lists more` : "";
  }

  async say() {
    const field = byId("words");
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    const error = await post("/api/say", { text });
    if (error && !field.value) field.value = text;
    this.tell(error && `Not said: ${error}`);
  }

  // Pressing needs no second thought; releasing does.
  async stop(whose, pressed) {
    if (!this.stoppable) return;
    const who = whose || "all robots";
    if (!pressed && !(await ask(`Let ${who} move again? Look first that nobody stands in the way.`, `Release ${who}`))) return;
    if (!pressed) this.released = whose;
    const error = await post("/api/stop", { whose, pressed });
    this.tell(error && `${pressed ? NOT_STOPPED : NOT_RELEASED}: ${error}`);
  }

  stopOne(robot) {
    this.stop(robot, !this.store.at(`stop/${robot}`, Infinity));
  }

  tell(trouble) {
    this.trouble = trouble;
    this.show(this.connected);
  }

  show(connected) {
    this.connected = connected;
    const stopped = this.live && this.store.at("stop/", Infinity) === true;
    const states = stopped ? this.store.names("stands").map((name) => [name, this.store.at(`stands/${name}`, Infinity)]) : [];
    const missing = states.filter(([, state]) => !state.stands).map(([name, state]) => `${name}: ${state.text}.`);
    const standing = `${states.length - missing.length} of ${states.length} stand still.`;
    const told = stopped ? `All robots are told to stand still. ${states.length ? standing : "None answers."} ${missing.join(" ")}` : "";
    if (connected && states.length && !missing.length && this.trouble.startsWith(NOT_STOPPED)) this.trouble = "";
    if (connected && this.trouble.startsWith(NOT_RELEASED) && this.store.at(`stop/${this.released}`, Infinity) !== true) this.trouble = "";
    const lost = connected ? "" : "No connection to the console: what is shown is old.";
    const key = `${told}|${this.trouble}|${lost}`;
    if (key === this.key) return;
    this.key = key;
    const notice = byId("notice");
    notice.hidden = !(stopped || this.trouble || lost);
    notice.className = stopped ? "notice stopped" : "notice";
    notice.replaceChildren(...[lost, this.trouble, told].filter(Boolean).map((text) => h("span", {}, text)));
    if (stopped) notice.append(h("button", { type: "button", id: "release", onclick: () => this.stop("", false) }, "Release…"));
    else if (this.trouble) notice.append(h("button", { type: "button", onclick: () => this.tell("") }, "Close"));
  }
}
