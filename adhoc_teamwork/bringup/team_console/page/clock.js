// The time that is shown: it follows what happens, stands, or is played.

export class Clock {
  constructor(changed) {
    this.changed = changed;
    this.begin = 0;
    this.end = 0;
    this.time = 0;
    this.following = true;
    this.playing = false;
    this.speed = 4;
    this.ticked = 0;
  }

  // What there is reaches to `end` now.
  reach(begin, end) {
    this.begin = Math.min(begin, end);
    this.end = end;
    if (this.following || this.time > end) this.time = end;
    if (this.time < this.begin) this.time = this.begin;
  }

  go(time) {
    this.time = Math.min(Math.max(time, this.begin), this.end);
    this.following = false;
    this.changed();
  }

  follow() {
    this.following = true;
    this.pause();
    this.time = this.end;
    this.changed();
  }

  play() {
    if (this.playing) return;
    if (this.time >= this.end - 0.05) this.time = this.begin;
    this.following = false;
    this.playing = true;
    this.ticked = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
    this.changed();
  }

  pause() {
    this.playing = false;
    clearInterval(this.timer);
    this.changed();
  }

  tick() {
    const now = performance.now();
    this.time = Math.min(this.end, this.time + ((now - this.ticked) / 1000) * this.speed);
    this.ticked = now;
    if (this.time >= this.end) this.pause();
    else this.changed();
  }
}
