/** A copy of plain data in which every string was changed, many of them at once. */
export async function withTexts<T>(
  data: T,
  change: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<T> {
  const texts = [...new Set(textsIn(data))];
  if (texts.length === 0) return data;
  const changed = await change(texts);
  return replaced(data, new Map(texts.map((text, index) => [text, changed[index] ?? text])));
}

function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string") yield data;
  else if (typeof data === "object" && data !== null)
    for (const value of Object.values(data)) yield* textsIn(value);
}

function replaced<T>(data: T, replacements: ReadonlyMap<string, string>): T;
function replaced(data: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof data === "string") return replacements.get(data);
  if (Array.isArray(data)) return data.map((item) => replaced(item, replacements));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, replaced(value, replacements)]),
  );
}
