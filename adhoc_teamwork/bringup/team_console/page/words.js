// The dialogs: prompt and answer of one exchange with a model, and a question before a release.

import { byId, h } from "./dom.js";

export async function showWords(step) {
  const dialog = byId("words-dialog");
  const close = h("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const body = h("div", { class: "scroll words-body" }, h("p", { class: "empty" }, "…"));
  dialog.replaceChildren(
    h("div", { class: "row" }, h("h2", {}, `${step.robot}: ${step.stage}`), h("span", { class: "grow" }), close), body);
  dialog.showModal();
  try {
    const answer = await fetch(`/api/calls/${step.call}`);
    const words = await answer.json();
    if (!answer.ok) throw new Error(words.error);
    body.replaceChildren(
      h("h3", {}, "answer"), h("pre", { class: "answer" }, words.answer || "none"),
      ...words.prompt.toReversed().flatMap((message) => [h("h3", {}, message.role), h("pre", {}, message.content)]));
  } catch (error) {
    body.replaceChildren(h("p", { class: "error" }, `These words cannot be shown: ${error.message}`));
  }
}

export function ask(question, yes) {
  const dialog = byId("ask-dialog");
  return new Promise((resolve) => {
    const answer = (value) => { dialog.close(); resolve(value); };
    dialog.replaceChildren(h("p", {}, question),
      h("div", { class: "row" },
        h("button", { type: "button", autofocus: true, onclick: () => answer(false) }, "No"),
        h("button", { type: "button", class: "yes", onclick: () => answer(true) }, yes)));
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}
