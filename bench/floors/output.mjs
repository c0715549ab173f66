import { closeSync, openSync, writeSync } from "node:fs";

const bufferedCharacters = 1 << 20;

/** A file that is written in pieces of about 1 MB. */
export function openOutput(path) {
  const file = openSync(path, "w");
  let pending = "";
  const flush = () => {
    writeSync(file, pending);
    pending = "";
  };
  return {
    line(text) {
      pending += `${text}\n`;
      if (pending.length >= bufferedCharacters) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}
