// Light or dark: as the system has it, until the person chooses.

import { byId } from "./dom.js";

const KEY = "console-theme";
const NEXT = { system: "light", light: "dark", dark: "system" };

export function followTheme() {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const button = byId("theme");
  let choice = localStorage.getItem(KEY) ?? "system";
  const apply = () => {
    const dark = choice === "dark" || (choice === "system" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.textContent = { system: "Auto", light: "Light", dark: "Dark" }[choice];
  };
  system.addEventListener("change", apply);
  button.addEventListener("click", () => {
    choice = NEXT[choice] ?? "system";
    localStorage.setItem(KEY, choice);
    apply();
  });
  apply();
}
