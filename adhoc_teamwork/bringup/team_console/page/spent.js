// What was spent on the language model, and of how much.

const money = (dollars) => `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
// How a number of each kind is written, and what stands behind it.
const KINDS = { calls: [String, " calls"], tokens: [String, " tokens"], usd: [money, ""], seconds: [(s) => s.toFixed(0), " s"] };

// Known costs are a lower bound where some model has no price.
export function spentText(spent, budget) {
  if (!spent) return "";
  const parts = Object.entries(KINDS).map(([kind, [written, unit]]) => {
    if (kind === "usd" && !spent.priced) return spent.usd ? `more than ${money(spent.usd)}` : "price unknown";
    const limit = budget?.[kind];
    return `${written(spent[kind])}${limit === undefined ? "" : ` of ${written(limit)}`}${unit}`;
  });
  return parts.join(", ");
}
