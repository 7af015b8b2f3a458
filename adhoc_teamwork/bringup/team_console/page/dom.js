// Make elements. Text is always text: what robots say never becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

// Put new children in place of the old ones; what had the keyboard's focus has it afterwards, if what
// takes its place has the same `data-focus`.
export function redraw(root, ...children) {
  const focus = root.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  root.replaceChildren(...children);
  if (focus !== undefined) root.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

// Chips that switch kinds of rows on and off; calls `changed` with the set of those that are on.
export function chips(container, names, initially, changed) {
  const on = new Set(initially);
  const buttons = names.map((name) => {
    const chip = h("button", { type: "button", class: "chip", "aria-pressed": String(on.has(name)) }, name);
    chip.addEventListener("click", () => {
      if (!on.delete(name)) on.add(name);
      chip.setAttribute("aria-pressed", String(on.has(name)));
      changed(on);
    });
    return chip;
  });
  container.replaceChildren(...buttons);
  return on;
}

// Two decimals are too many for people, and 1970 is no time: a short run counts seconds.
const LONGEST_RUN = 1e8;
export function clockText(time) {
  if (time >= LONGEST_RUN) return new Date(time * 1000).toLocaleTimeString();
  const whole = Math.max(0, time);
  const minutes = Math.floor(whole / 60);
  const seconds = (whole - 60 * minutes).toFixed(1).padStart(4, "0");
  return `${minutes}:${seconds}`;
}
