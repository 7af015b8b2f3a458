// Hear the server: fill the store, and say whether what is shown is up to date.

const AGAIN = 3000;
const PATIENCE = 500;
let source = null;

// Listen to the stream, which tells everything anew. A browser holds six connections to a server, for
// all its tabs together: what nobody sees must not take one from what is shown, and from commands.
export function hear(store, { about, news, state }) {
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource("/api/stream");
    source.addEventListener("about", (event) => about(JSON.parse(event.data)));
    source.addEventListener("news", (event) => {
      const batch = JSON.parse(event.data);
      if (batch.anew) store.clear();
      store.take(batch.entries);
      state(true);
      news(batch.now, batch.anew);
    });
    source.addEventListener("error", () => state(false));
  };
  // A browser that loses its stream connects again by itself, but not where it was refused.
  setInterval(() => {
    if (source?.readyState === EventSource.CLOSED) close();
    open();
  }, AGAIN);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  open();
}

function close() {
  source?.close();
  source = null;
}

export async function post(path, body) {
  // With as many windows as connections a command waits for one: the stream gives its own away.
  const waits = setTimeout(close, PATIENCE);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return "";
    try {
      return JSON.parse(text).error;
    } catch {
      return text.trim() || `the console answered ${answer.status}`;
    }
  } catch {
    return "the console does not answer";
  } finally {
    clearTimeout(waits);
  }
}
