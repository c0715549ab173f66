// JSON escapes the others itself.
const controls = /[\u007f-\u009f]/g;

/** A value as JSON in which no control character stands as it is, so that none drives a terminal. */
export function jsonText(value: unknown): string {
  return withoutControls(JSON.stringify(value));
}

/** A text of JSON in which no control character stands as it is. */
export function withoutControls(json: string): string {
  return json.replace(controls, escapeControl);
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
