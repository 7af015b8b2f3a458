// What the keyboard does; nothing while a person types or answers a question.

import { byId } from "./dom.js";

export function listenToKeys({ clock, commands, decisions, map, choose }) {
  const step = (event, direction) => clock.go(clock.time + direction * (event.shiftKey ? 10 : 1));
  const jump = (direction) => {
    const times = decisions.times();
    const next = direction > 0 ? times.find((t) => t > clock.time + 0.05) : times.findLast((t) => t < clock.time - 0.05);
    if (next !== undefined) clock.go(next);
  };
  const actions = {
    " ": () => (clock.playing ? clock.pause() : clock.play()),
    ArrowLeft: (event) => step(event, -1),
    ArrowRight: (event) => step(event, 1),
    ",": () => jump(-1),
    ".": () => jump(1),
    Home: () => clock.go(clock.begin),
    End: () => clock.follow(),
    l: () => clock.follow(),
    "+": () => map.view.scale(0.75),
    "-": () => map.view.scale(1.33),
    0: () => byId("zoom-fit").click(),
    "/": () => byId("words").focus(),
    s: () => commands.stop("", true),
    Escape: () => choose(),
  };
  byId("keys").addEventListener("click", () => byId("keys-dialog").showModal());
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const types = target.closest("input:not([type=range]), select, textarea, dialog");
    if (types || event.ctrlKey || event.metaKey || event.altKey) return;
    // A button keeps its space bar.
    if (event.key === " " && target.closest("button, [role=button]")) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
