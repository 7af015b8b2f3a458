// Move and scale an SVG's view with wheel, drag, two fingers and buttons.

import { byId } from "./dom.js";

const MARGIN = 0.6; // metres round the house
const EMPTY = [-5, -5, 5, 5];

export class PanZoom {
  constructor(root) {
    this.root = root;
    this.home = EMPTY;
    this.touched = false;
    this.fingers = new Map();
    root.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.scale(event.deltaY < 0 ? 0.87 : 1.15, event);
    }, { passive: false });
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) root.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    byId("zoom-in").addEventListener("click", () => this.scale(0.75));
    byId("zoom-out").addEventListener("click", () => this.scale(1.33));
    byId("zoom-fit").addEventListener("click", () => { this.touched = false; this.go(this.home); });
    new ResizeObserver(() => this.go(this.box ?? this.home)).observe(root);
  }

  // Show all of this, unless the person has chosen a view.
  fit(bounds) {
    const [x0, y0, x1, y1] = bounds ?? EMPTY;
    this.home = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
    if (!bounds) this.touched = false;
    if (!this.touched) this.go(this.home);
  }

  go(box) {
    this.box = box;
    const [x0, y0, x1, y1] = box;
    this.root.setAttribute("viewBox", `${x0} ${y0} ${x1 - x0} ${y1 - y0}`);
    // One pixel in metres: labels keep their size on the screen.
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth || !clientHeight) return;
    this.unit = Math.max((x1 - x0) / clientWidth, (y1 - y0) / clientHeight);
    this.root.style.setProperty("--unit", this.unit.toFixed(5));
  }

  scale(factor, event) {
    const [x0, y0, x1, y1] = this.box;
    const [x, y] = event ? this.place(event) : [(x0 + x1) / 2, (y0 + y1) / 2];
    if ((x1 - x0) * factor < 1 || (x1 - x0) * factor > 500) return;
    this.touched = true;
    this.go([x + (x0 - x) * factor, y + (y0 - y) * factor, x + (x1 - x) * factor, y + (y1 - y) * factor]);
  }

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  down(event) {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (other) {
      const spread = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      const [was, is] = [spread(before), spread([event.clientX, event.clientY])];
      if (was > 5 && is > 5) this.scale(was / is, { clientX: (other[0] + event.clientX) / 2, clientY: (other[1] + event.clientY) / 2 });
      return;
    }
    const [dx, dy] = [(before[0] - event.clientX) * this.unit, (before[1] - event.clientY) * this.unit];
    if (dx || dy) this.touched = true;
    const [x0, y0, x1, y1] = this.box;
    this.go([x0 + dx, y0 + dy, x1 + dx, y1 + dy]);
  }
}
