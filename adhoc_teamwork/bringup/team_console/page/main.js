// Put the page together: one clock, one store, and parts that show them.

import { Asked } from "./asked.js";
import { Clock } from "./clock.js";
import { Commands } from "./commands.js";
import { Decisions } from "./decisions.js";
import { Dialogue } from "./dialogue.js";
import { byId } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { TeamMap } from "./map.js";
import { RobotCards } from "./robots.js";
import { spentText } from "./spent.js";
import { Store } from "./store.js";
import { hear } from "./stream.js";
import { followTheme } from "./theme.js";
import { Timeline } from "./timeline.js";
import { showWords } from "./words.js";

const store = new Store();
let about = { mode: "", title: "" };
let chosen = "";
let connected = true;

const clock = new Clock(() => show());
const choose = (robot) => { chosen = chosen === robot ? "" : robot; show(); };
const commands = new Commands(store, () => about);
const asked = new Asked(store, (trouble) => commands.tell(trouble));
const map = new TeamMap(store, choose);
const cards = new RobotCards(store, choose, (robot) => commands.stopOne(robot));
const dialogue = new Dialogue(store, (id) => openDecision(id));
const decisions = new Decisions(store, {
  close: () => decisions.open(""), go: (time) => clock.go(time), words: (step) => showWords(step),
});
const timeline = new Timeline(store, clock);
const parts = [map, cards, dialogue, decisions, timeline];

function openDecision(id) {
  tab("decisions");
  decisions.open(id);
}

function show() {
  const live = about.mode === "live";
  map.show(clock.time, chosen, clock.playing || (live && clock.following));
  cards.show(clock.time, chosen, live);
  dialogue.show(clock.time, chosen);
  decisions.show(clock.time, chosen);
  timeline.show();
  commands.show(connected);
  asked.show(live);
  const tidied = store.at("tidied", clock.time);
  byId("progress").hidden = !tidied;
  byId("progress").textContent = tidied ? `${tidied[0]} of ${tidied[1]} tidy` : "";
  byId("spent").textContent = spentText(store.at("spent/", clock.time), store.runBudget(clock.time));
  byId("play").textContent = clock.playing ? "Pause" : "Play";
  byId("live").hidden = !live || clock.following;
  const mode = byId("mode");
  mode.textContent = !connected ? "no connection" : !live ? "recorded" : clock.following ? "live" : "looking back";
  mode.className = `badge ${!connected || (live && !clock.following) ? "stale" : live ? "live" : ""}`;
}

function tab(name) {
  document.body.dataset.tab = name;
  for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-selected", String(button.dataset.for === name));
  dialogue.settle();
}

function introduce(told) {
  about = told;
  byId("title").textContent = about.title;
  document.title = `${about.title} – team console`;
  commands.introduce();
}

for (const button of document.querySelectorAll(".tabs button")) button.addEventListener("click", () => tab(button.dataset.for));
byId("play").addEventListener("click", () => (clock.playing ? clock.pause() : clock.play()));
byId("live").addEventListener("click", () => clock.follow());
byId("speed").addEventListener("change", (event) => { clock.speed = Number(event.target.value); });
// What a column of tabs needs: on a phone the robots come first, beside a map the dialogue.
tab(window.matchMedia("(max-width: 700px)").matches ? "robots" : "dialogue");
followTheme();
listenToKeys({ clock, commands, decisions, map, choose: () => { chosen = ""; decisions.open(""); show(); } });

let shownBefore = false;
hear(store, {
  about: introduce,
  news: (now, anew) => {
    if (anew) for (const part of parts) part.reset?.();
    clock.reach(Math.min(store.begin, now), Math.max(now, store.end));
    // A recorded run opens at its end, as a live one does: all of it is there to look back on.
    if (!shownBefore) clock.time = clock.end;
    shownBefore = true;
    show();
    document.body.dataset.ready = "yes";
  },
  state: (is) => { if (is !== connected) { connected = is; show(); } },
});
