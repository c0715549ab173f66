import type { Key } from "node:readline";
import { interrupted, type Run } from "../../host/run.js";
import { fullScreen, type ScreenSize } from "../../terminal/full-screen.js";
import { findPicture, previewLines } from "./find-picture.js";
import type { LiveSearch } from "./live-search.js";

/** A session, with what is to become of it. */
export interface Chosen {
  id: string;
  action: "show" | "open" | "continue";
}

/** So far go the keys that do not go row by row. */
const someRows = 5;

/** The uses of the chosen session, by key; with Ctrl, but for Enter. */
const actions: Readonly<Record<string, Chosen["action"]>> = {
  return: "show",
  "ctrl+o": "open",
  "ctrl+r": "continue",
};

/** Lets the user type and choose; resolves to the exit code where nothing is chosen. */
export async function choose(
  search: LiveSearch,
  text: string,
  { messages, signal }: Run,
): Promise<Chosen | number> {
  const { seen, changes, failure } = search;
  const picture = (size: ScreenSize) => findPicture(seen, size, messages.colors);
  search.type(text);
  try {
    const anyEnd = AbortSignal.any([signal, failure]);
    for await (const key of fullScreen(picture, anyEnd, changes)) {
      const name = key.ctrl ? `ctrl+${key.name}` : (key.name ?? "");
      const id = seen.isDue ? undefined : seen.sessions[seen.chosen]?.listed.ref.id;
      const action = actions[name];
      if (name === "escape") return 0;
      if (name === "ctrl+c" || name === "ctrl+d") return interrupted;
      if (action && id !== undefined) return { id, action };
      if (name === "ctrl+y" && id !== undefined) {
        process.stderr.write(toClipboard(id));
        seen.status = `Copied, if this terminal can: ${id}`;
      } else if (name === "left" || name === "right") {
        const to = seen.scrolled + (name === "left" ? -someRows : someRows);
        seen.scrolled = Math.max(0, Math.min(to, previewLines(seen).length - 1));
      } else if (name in steps) search.move(steps[name] ?? 0);
      else {
        const typed = typedWith(seen.text, name, key);
        if (typed !== seen.text) search.type(typed);
      }
    }
  } finally {
    search.end();
  }
  failure.throwIfAborted();
  return interrupted;
}

/** The number of rows that keys go down in the list. */
const steps: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  "ctrl+p": -1,
  "ctrl+n": 1,
  pageup: -someRows,
  pagedown: someRows,
};

/** A text after a key. */
function typedWith(text: string, name: string, { sequence = "", ctrl, meta }: Key): string {
  if (name === "backspace") return Array.from(text).slice(0, -1).join("");
  if (name === "ctrl+u") return "";
  if (name === "ctrl+w") return text.slice(0, text.trimEnd().lastIndexOf(" ") + 1);
  return ctrl || meta || /\p{Cc}/u.test(sequence) ? text : text + sequence;
}

/** Asks a terminal to put a text into the clipboard (OSC 52), which also works from another machine. */
function toClipboard(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;
}
