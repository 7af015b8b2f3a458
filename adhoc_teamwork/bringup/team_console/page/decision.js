// One decision in full.

import { clockText, h, redraw } from "./dom.js";

const HEADINGS = { candidates: "Candidates", ranking: "Ranking", check: "Its own check", forecast: "What it expects of the others" };

export function showDecision(root, decision, time, colours, actions) {
  const back = h("button", { type: "button", class: "quiet", "data-focus": "back", onclick: () => actions.close() }, "← all");
  const when = h("button", { type: "button", class: "link", "data-focus": "when", title: "Go to this time", onclick: () => actions.go(decision.begin) }, clockText(decision.begin));
  const first = decision.steps.find(([, step]) => step.what === "candidates")?.[1].items ?? [];
  const { scrollTop } = root;
  redraw(
    root,
    h("div", { class: "row decision-head" }, back, h("span", { class: `dot c${colours.get(decision.robot) ?? 7}` }),
      h("b", {}, decision.robot), h("span", { class: "muted" }, `${decision.kind}, `), when),
    h("p", { class: "choice big" }, decision.choice || "nothing decided yet"),
    decision.begin > time ? h("p", { class: "later" }, "This lies ahead of the time that is shown.") : "",
    h("ol", { class: "steps" }, group(decision.steps).map((part) => drawPart(part, decision, first, colours, actions))));
  root.scrollTop = scrollTop;
}

// Replies belong under the proposal that they answer.
function group(steps) {
  const parts = [];
  for (const [t, step] of steps) {
    const proposal = step.what === "reply" && parts.find((part) => part.step.what === "proposed" && part.step.intent === step.intent);
    if (proposal) proposal.replies.push([t, step]);
    else parts.push({ t, step, replies: [] });
  }
  return parts;
}

function drawPart({ t, step, replies }, decision, first, colours, actions) {
  const head = (text, tone = "") => h("div", { class: "row" }, h("h3", { class: tone }, text), h("span", { class: "grow" }), h("span", { class: "mono" }, clockText(t)));
  if (step.what === "proposed") {
    return h("li", { class: "step proposed" }, head("Proposed to the team"), h("p", { class: "choice" }, step.subtask), reason(step.reason),
      replies.length ? h("ul", { class: "replies" }, replies.map(([, reply]) => drawReply(reply, colours))) : null);
  }
  if (step.what === "reply") return h("li", { class: "step" }, head("A teammate answers"), h("ul", { class: "replies" }, drawReply(step, colours)));
  if (step.call === undefined) return h("li", { class: `step end ${step.what}` }, head(ending(step), step.what), reason(step.reason));
  return h("li", { class: "step asked" }, head(title(step, decision), step.verdict === false ? "against" : ""),
    step.error ? h("p", { class: step.withdrawn ? "muted" : "error" }, step.error) : null,
    step.items?.length ? h("ol", { class: "items" }, step.items.map((item, index) => drawItem(item, index, step, first))) : null,
    reason(step.analysis),
    h("div", { class: "row small" },
      h("button", { type: "button", class: "link", "data-focus": step.call, onclick: () => actions.words(step) }, "prompt and answer"),
      h("span", { class: "grow" }),
      h("span", { class: "mono" }, `${step.model}, ${step.latency.toFixed(1)} s, ${step.tokens} tokens${step.usd ? `, $${step.usd.toPrecision(2)}` : ""}${step.attempt > 1 ? `, try ${step.attempt}` : ""}`)));
}

function title(step, decision) {
  if (step.what === "check" && step.verdict !== undefined) return step.verdict ? "Its own check: go ahead" : "Its own check: not this one";
  if (decision.kind === "sub-skill") return "Next sub-skill";
  if (decision.kind === "judgement") return "Is it out of place?";
  return HEADINGS[step.what] ?? step.stage;
}

function ending(step) {
  const told = { adopted: "Taken up", done: "Done", failed: "Failed", abandoned: "Dropped" };
  return `${told[step.what] ?? step.what}: ${step.subtask}`;
}

function drawItem(item, index, step, first) {
  const place = step.what === "ranking" ? first.indexOf(item) : index;
  const before = place !== index ? place + 1 : 0;
  return h("li", {}, h("span", { class: "choice" }, item), before ? h("span", { class: "muted" }, ` was ${before}`) : null);
}

function drawReply(reply, colours) {
  return h("li", { class: reply.conflict ? "reply against" : "reply" },
    h("span", { class: `dot c${colours.get(reply.sender) ?? 7}` }), h("b", {}, reply.sender),
    h("span", {}, reply.conflict ? " objects" : " agrees"), reply.text ? h("span", { class: "muted" }, `: ${reply.text}`) : null);
}

function reason(text) {
  return text ? h("p", { class: "reason" }, text) : null;
}
