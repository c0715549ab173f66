import { join } from "node:path";
import type { HookSettings } from "./hook-settings.js";

/** The settings of Codex 0.142 to 0.171, which runs a program after each answer and adds what happened as a last word. */
export const codexSettings: HookSettings = {
  event: "after each answer",
  problem: "has a program for notify, and Codex takes only one",
  pathOf: ({ env, home }) => join(env.CODEX_HOME || join(home, ".codex"), "config.toml"),
  edited(text, isOwn, command) {
    const others = text
      .split(/(?<=\n)/)
      .filter((line) => !(notify.test(line) && isOwn(wordsIn(line))));
    if (command === undefined) return others.join("");
    const table = others.findIndex((line) => /^\s*\[/.test(line));
    const top = table < 0 ? others : others.slice(0, table);
    if (top.some((line) => notify.test(line))) return undefined;
    // Before all tables, of which it would be a part.
    const list = command.words.map((word) => JSON.stringify(word)).join(", ");
    return [`notify = [${list}]\n`, ...others].join("");
  },
};

/** The key at the beginning of a line, as TOML may write it. */
const notify = /^\s*(?:notify|"notify"|'notify')\s*=/;

/** The words in quotes of a line, with a space between them. */
function wordsIn(line: string): string {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word).join(" ");
}
