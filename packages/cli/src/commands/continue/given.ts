import { statSync } from "node:fs";
import { type Diagnostic, defined, nonEmpty, safeLine } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import {
  countParts,
  countPrompts,
  fatesOf,
  type Transplant,
  targets,
} from "@chatexport/transplant";
import { isFolder } from "../../host/changes/named-folder.js";
import { shortPath } from "../../host/files/paths.js";
import { commandLine } from "../../terminal/shell-words.js";

/** A session that is given back, without its messages: many do not fit into memory. */
export interface Given {
  plan: Omit<Transplant, "session" | "agents">;
  agents: string[];
  prompts: number;
  parts: ReturnType<typeof countParts>;
  changes: Diagnostic[];
}

/** Keeps of a plan all but its messages. */
export function givenAs({ session, agents, ...plan }: Transplant): Given {
  return {
    plan,
    agents: agents.map((agent) => agent.path),
    prompts: countPrompts(session),
    parts: countParts(session, targets[plan.to].sink().keeps.has("branches")),
    changes: [],
  };
}

/** The facts of a session for `--json`. */
export function factsOf({ plan, agents, parts, changes }: Given, change: string | undefined) {
  const { to, id, folder, path, isThere, command, mark, import: importing } = plan;
  const others = defined({ mark: mark?.path, import: importing, agents: nonEmpty(agents) });
  const facts = { to, id, folder, path, ...others, isThere, command };
  if (isThere) return { plan: facts };
  // The fates of all that is in the session, but for its sub-agents.
  const own = changes.find((each) => (each.session ?? id) === id)?.changes;
  const told = { losses: lossesOf({ plan, changes }), counts: fatesOf(parts, own) };
  const outcome = change === undefined ? {} : { outcome: { change, bytes: statSync(path).size } };
  return { plan: facts, ...told, ...outcome };
}

function lossesOf({ plan: { id }, changes }: Pick<Given, "plan" | "changes">): string[] {
  return changes.map(({ message, session = id }) =>
    session === id ? message : `Sub-agent ${safeLine(session)}: ${message}`,
  );
}

/** The lines that say what became of a session, which maybe is the only one of its change. */
export function textOf(
  { plan, agents, prompts, changes }: Given,
  { isDry, isOnly }: { isDry: boolean; isOnly: boolean },
): string[] {
  const { to, path, mark, isThere, import: importing, earlier, folder } = plan;
  const { title } = targets[to];
  const withAgents = agents.length === 0 ? "" : ` and ${plural(agents.length, "sub-agent")}`;
  const lines: string[] = [];
  if (isThere && importing) lines.push(`The file for ${title} is there: ${shortPath(path)}`);
  else if (isThere) lines.push(`${title} has the session already: ${shortPath(path)}`);
  else {
    const also = mark ? ` and ${shortPath(mark.path)}` : "";
    const has = importing ? "can import the session" : "has the session";
    const all = `${plural(prompts, "prompt")}${withAgents}`;
    lines.push(
      isDry
        ? `Dry run: this would write ${shortPath(path)}${also}${withAgents}`
        : `${title} ${has} now: ${all}, checked by reading it back.`,
      ...lossesOf({ plan, changes }),
    );
    const undo = commandLine(["undo"], {});
    if (!isDry && isOnly && undo !== undefined)
      lines.push(`${undo} takes ${importing ? "the file" : "it"} back.`);
    if (!isDry && importing) lines.push(`What was imported, ${title} has to delete itself.`);
  }
  if (earlier !== undefined)
    lines.push(
      `It is another session than ${shortPath(earlier)}, which does not have all that was said.`,
    );
  if (!isFolder(folder))
    lines.push(
      `Its folder ${shortPath(folder)} is not on this machine: it goes on in the one where you type this.`,
    );
  return lines;
}
