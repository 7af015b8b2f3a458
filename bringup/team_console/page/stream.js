// Hear the server: fill the store, and say whether what is shown is up to date.

export function hear(store, { about, news, state }) {
  const source = new EventSource("/api/stream");
  source.addEventListener("about", (event) => about(JSON.parse(event.data)));
  source.addEventListener("news", (event) => {
    const batch = JSON.parse(event.data);
    if (batch.anew) store.clear();
    store.take(batch.entries);
    state(true);
    news(batch.now, batch.anew);
  });
  // The browser connects again by itself, and is then told everything anew.
  source.addEventListener("error", () => state(false));
  window.addEventListener("pagehide", () => source.close());
}

export async function post(path, body) {
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
  }
}
