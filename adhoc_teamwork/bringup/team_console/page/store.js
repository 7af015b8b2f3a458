// Values of named tracks over time, as the server's entries.py has them.

function upperBound(times, time) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Store {
  constructor() {
    this.clear();
  }

  clear() {
    this.tracks = new Map();
    this.version = 0;
    this.begin = Infinity;
    this.end = 0;
  }

  take(entries) {
    for (const [track, time, value] of entries) {
      if (!this.tracks.has(track)) this.tracks.set(track, { times: [], values: [] });
      const { times, values } = this.tracks.get(track);
      // Messages come in late now and then; at equal times the order of arrival stays.
      const place = times.length && times[times.length - 1] > time ? upperBound(times, time) : times.length;
      times.splice(place, 0, time);
      values.splice(place, 0, value);
      this.begin = Math.min(this.begin, time);
      this.end = Math.max(this.end, time);
    }
    if (entries.length) this.version += 1;
  }

  // How many entries of a track there were by a time.
  count(track, time) {
    const kept = this.tracks.get(track);
    return kept ? upperBound(kept.times, time) : 0;
  }

  at(track, time) {
    const count = this.count(track, time);
    return count ? this.tracks.get(track).values[count - 1] : undefined;
  }

  // The items of a list by a time, as [time, value], oldest first.
  list(track, time) {
    const kept = this.tracks.get(track);
    return kept ? kept.times.slice(0, upperBound(kept.times, time)).map((t, i) => [t, kept.values[i]]) : [];
  }

  all(track) {
    return this.tracks.get(track) ?? { times: [], values: [] };
  }

  // Names of the tracks of a family, such as those of all robots: names("pose").
  names(family) {
    const prefix = `${family}/`;
    return [...this.tracks.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }

  // What all robots together may spend, as the first who told it has it.
  runBudget(time) {
    const [first] = this.names("budget/run");
    return first && this.at(`budget/run/${first}`, time);
  }

  // Robots in the order in which they were first heard of, which their colours follow.
  robots(time) {
    const found = new Map();
    for (const family of ["there", "robot", "pose"]) {
      for (const name of this.names(family)) {
        const first = this.tracks.get(`${family}/${name}`).times[0];
        found.set(name, Math.min(first, found.get(name) ?? Infinity));
      }
    }
    const order = [...found].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
    return order.map(([name, first], index) => ({ name, first, colour: index % 8 })).filter((r) => r.first <= time);
  }

  // A robot's pose, on the straight way between the two that are known.
  pose(robot, time) {
    const kept = this.tracks.get(`pose/${robot}`);
    const index = kept ? upperBound(kept.times, time) : 0;
    if (!index) return undefined;
    const before = kept.values[index - 1];
    if (index === kept.times.length) return before;
    const after = kept.values[index];
    const share = (time - kept.times[index - 1]) / Math.max(1e-6, kept.times[index] - kept.times[index - 1]);
    const turn = Math.atan2(Math.sin(after[2] - before[2]), Math.cos(after[2] - before[2]));
    const mix = (i) => before[i] + share * (after[i] - before[i]);
    return [mix(0), mix(1), before[2] + share * turn];
  }
}


