/** A value as a line of JSON, with its end, that is safe to look at in a terminal. */
export function jsonLine(value: unknown): string {
  return `${safeJson(value)}\n`;
}

/** A list as JSON with an item in each line, for people and for line-wise tools alike. */
export function jsonList(items: readonly unknown[]): string {
  const lines = items.map(safeJson).join(",\n");
  return `[${lines && `\n${lines}\n`}]\n`;
}

function safeJson(value: unknown): string {
  // Half a character is JSON to JavaScript alone: jq refuses all that stands around it.
  const wellFormed = JSON.stringify(value).replace(
    /\\(?:u(d[89a-f][\da-f]{2})|.)/g,
    (escaped, half?: string) => (half === undefined ? escaped : "\\ufffd"),
  );
  // JSON leaves these as they are, but a terminal would follow some of them.
  return wellFormed.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const units = character.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
