import { safeLine, safeText } from "@chatexport/core";
import { jsonLine } from "../../../packages/cli/src/terminal/json-text.js";

// Two joiners stay: without them some scripts and emoji are other words.
const drives = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** No text drives a terminal or turns what stands around it. */
export function fuzz(bytes: Uint8Array): void {
  for (const text of [
    Buffer.from(bytes).toString("latin1"),
    Buffer.from(bytes).toString("utf16le"),
  ]) {
    // The line of JSON brings its end along.
    const shown = [safeLine(text), jsonLine({ [text]: text }).replace(/\n$/, "")];
    for (const line of shown) if (drives.test(line)) throw new Error(JSON.stringify(line));
    const lines = safeText(text).replace(/\r\n|[\n\t]/g, "");
    if (/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u.test(lines)) throw new Error(JSON.stringify(lines));
    // Half of a character is no text, and some readers of JSON stop there.
    if (JSON.parse(jsonLine(text)) !== Buffer.from(text).toString())
      throw new Error("The JSON is another text.");
  }
}
