import type { System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { codexSessions } from "./codex/codex-sessions.js";
import { oneNamed } from "./one-named.js";
import type { OwnSession } from "./own-session.js";
import { claudeSessions } from "./records/claude-sessions.js";
import { targets } from "./targets.js";

/** A tool whose sessions are edited on their records, by the name of its source. */
export type EditedTool = "claude" | "codex";

/** The sessions in the user's own store of each such tool, by the ids under which its source lists them. */
const sessionsOf: Readonly<
  Record<EditedTool, (system: System) => ReadonlyMap<string, OwnSession>>
> = { claude: claudeSessions, codex: codexSessions };

/** The names of these tools. */
export const editedTools = Object.keys(sessionsOf) as EditedTool[];

/**
 * The session whose id begins or ends with a word, in the user's own stores of some tools. Throws `ChangeError` when
 * there is none, or more than one.
 */
export function findOwn(
  word: string,
  system: System,
  tools: readonly EditedTool[] = editedTools,
): OwnSession {
  const found = tools.flatMap((tool) => oneNamed(word, sessionsOf[tool](system)) ?? []);
  const titles = found.map(({ source }) => targets[source].title).join(" and ");
  if (found.length > 1)
    throw new ChangeError(
      "no-such-session",
      `${word} is a session of ${titles}: add --from ${found.map(({ source }) => source).join(" or --from ")}.`,
    );
  const [session] = found;
  if (session) return session;
  const looked = tools.map((tool) => targets[tool].title).join(" and ");
  const have = tools.length > 1 ? "have" : "has";
  const from = tools.map((tool) => `--from ${tool}`).join(" ");
  throw new ChangeError(
    "no-such-session",
    `${looked} ${have} no session ${word}; chatexport list ${from} shows all.`,
  );
}
