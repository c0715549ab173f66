// Words of the model itself, content in base64, and links that the host made.
const closed: ReadonlySet<string> = new Set([
  "type",
  "kind",
  "role",
  "status",
  "reason",
  "relation",
  "from",
  "level",
  "trigger",
  "titleFrom",
  "createdAtFrom",
  "purpose",
  "synthetic",
  "data",
  "state",
  "href",
  "earlier",
]);

// Here each name is a tool's own, too.
const open: ReadonlySet<string> = new Set(["input", "output", "native", "skipped", "unknown"]);

/** A copy with another text at each place where a text can be anything; places read `messages[0].id`. */
export function withTexts<T>(value: T, textAt: (place: string) => string): T;
export function withTexts(value: unknown, textAt: (place: string) => string): unknown {
  return replaced(value, "", false, textAt);
}

/** The places at which `withTexts` asks for a text. */
export function textPlaces(value: unknown): string[] {
  const places: string[] = [];
  withTexts(value, (place) => {
    places.push(place);
    return "";
  });
  return places;
}

function replaced(
  value: unknown,
  place: string,
  isOpen: boolean,
  textAt: (place: string) => string,
): unknown {
  if (typeof value === "string") return textAt(place);
  if (Array.isArray(value))
    return value.map((item, index) => replaced(item, `${place}[${index}]`, isOpen, textAt));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const inside = place === "" ? key : `${place}.${key}`;
    if (!isOpen && closed.has(key)) return [key, inner];
    return [
      isOpen ? textAt(`${inside} (name)`) : key,
      replaced(inner, inside, isOpen || open.has(key), textAt),
    ];
  });
  return Object.fromEntries(fields);
}
