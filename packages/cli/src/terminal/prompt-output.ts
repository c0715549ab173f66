import { Writable } from "node:stream";

// Not what is dim: that is how the choice under the cursor is told from the others.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours are written.
const color = /\u001b\[[349]\dm/g;

/**
 * Standard error for prompts, for nothing of them is data; in colour or without. `rewrite` has the
 * last word on each text.
 */
export function promptOutput(hasColors: boolean, rewrite: (text: string) => string): Writable {
  const { stderr } = process;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _, done) {
      const text = rewrite(String(chunk));
      // The library colours whatever the environment says.
      stderr.write(hasColors ? text : text.replace(color, ""));
      done();
    },
  });
  Object.defineProperties(output, {
    columns: { get: () => stderr.columns },
    rows: { get: () => stderr.rows },
    isTTY: { value: true },
  });
  stderr.on("resize", () => output.emit("resize"));
  return output;
}
