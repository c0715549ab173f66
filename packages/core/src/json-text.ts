// JSON escapes the others itself.
const controls = /[\u007f-\u009f]/g;

/**
 * A value as JSON for other programs: control characters are escaped, so that none drives a
 * terminal, and halves of characters, which many refuse, are replaced.
 */
export function jsonText(value: unknown): string {
  return withoutControls(withoutHalves(JSON.stringify(value)));
}

/** A text of JSON in which U+FFFD stands for each escaped half of a character, a lone surrogate. */
export function withoutHalves(json: string): string {
  return !/\\u[dD]/.test(json)
    ? json
    : json.replace(escapes, (each, half) => (half === undefined ? each : "\\ufffd"));
}

// A whole pair and any other escape are skipped, so that no later half is taken out of them.
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/** A text of JSON with every control character escaped. */
export function withoutControls(json: string): string {
  return json.replace(controls, escapeControl);
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
