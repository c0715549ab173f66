import { closeSync, existsSync, openSync, statSync, writeFileSync } from "node:fs";
import {
  type Context,
  contextFor,
  type Diagnostic,
  type Session,
  type Sink,
  withSubagents,
} from "@chatexport/core";
import { renderAlone, writeWhole } from "@chatexport/core/host";
import { ChangeError, change, type Rewrite, type StorePlan } from "@chatexport/relocate";
import type { Transplant } from "./plan.js";
import { lostText } from "./read-back.js";
import { readSession } from "./read-session.js";
import { targets } from "./targets.js";

/** The result of a transplant. */
export interface Outcome {
  /** The name of the change, for `undo` of `@chatexport/relocate`. */
  change: string;
  /** Of the new file. */
  bytes: number;
}

/** The options of carrying a transplant out. */
export interface ApplyOptions {
  /** The command that the user gave, by which an undo names the change. */
  command: string;
  /** Told what the tool's format has no place for. */
  report?(diagnostic: Diagnostic): void;
  /** Ends the work early: everything is as before then. */
  signal?: AbortSignal;
}

/**
 * Puts a session into the store of a tool, and reads it back: all that was said has to be there, or nothing is
 * changed. Throws `ChangeError` when the tool has the session already, and when anything fails.
 */
export async function applyTransplant(
  transplant: Transplant,
  { command, report, signal }: ApplyOptions,
): Promise<Outcome> {
  const { to, id, folder, path, session, agents, system } = transplant;
  const { title, filesOf } = targets[to];
  const context = contextFor({ ...(report && { report }), ...(signal && { signal }) }, {});
  const about = { command, source: to, session: id };
  const request = { about, folder, system, ...(signal && { signal }) };
  const name = await change(request, async () => {
    // It may have come since the plan was made.
    const [other] = filesOf(id, system);
    if (other !== undefined)
      throw new ChangeError("occupied", `${title} has the session already: ${other}`);
    const [taken] = [path, ...agents.map((agent) => agent.path)].filter((each) => existsSync(each));
    if (taken !== undefined) throw new ChangeError("occupied", `${taken} is another session`);
    return {
      plans: [planFor(transplant, context)],
      async verify() {
        const agentPaths = agents.map((agent) => agent.path);
        const written = await readSession(path, id, to, signal, agentPaths);
        if (!written) throw new ChangeError("not-verified", `${path} is not listed as a session`);
        const lost = lostText(session, written);
        if (lost !== undefined)
          throw new ChangeError("not-verified", `Read back from ${path}, this is missing: ${lost}`);
        const found = new Map(Array.from(withSubagents(written), (each) => [each.id, each]));
        for (const agent of agents) {
          const lost = lostText(agent.session, found.get(agent.session.id));
          if (lost !== undefined)
            throw new ChangeError(
              "not-verified",
              `Read back from ${agent.path}, this is missing: ${lost}`,
            );
        }
      },
    };
  });
  return { change: name, bytes: statSync(path).size };
}

/** Reports what the tool's format has no place for, and writes nothing. */
export async function tellLosses(
  { to, session, agents }: Transplant,
  { report, signal }: Pick<ApplyOptions, "report" | "signal">,
): Promise<void> {
  const context = contextFor({ ...(report && { report }), ...(signal && { signal }) }, {});
  for (const { sink, session: each } of [{ sink: targets[to].sink(), session }, ...agents])
    for await (const _ of renderAlone(sink, each, context));
}

function planFor({ to, session, path, mark, agents }: Transplant, context: Context): StorePlan {
  const render = (path: string, sink: Sink, session: Session): Rewrite => ({
    ...{ path, kind: "lines", ...others },
    async write(target) {
      const file = openSync(target, "wx", 0o600);
      try {
        for await (const piece of renderAlone(sink, session, context)) writeWhole(file, piece);
      } finally {
        closeSync(file);
      }
    },
  });
  const rewrites = [
    render(path, targets[to].sink(), session),
    ...[mark ?? []].flat().map(textFile),
    ...agents.flatMap((agent) => [
      render(agent.path, agent.sink, agent.session),
      ...[agent.note ?? []].flat().map(textFile),
    ]),
  ];
  return { source: to, rewrites, renames: [], emptied: [], notes: [], pairs: [] };
}

const others = { changes: [], absorbs: [], beside: [] };

function textFile({ path, text }: { path: string; text: string }): Rewrite {
  const write = (target: string) => writeFileSync(target, text, { flag: "wx", mode: 0o600 });
  return { path, kind: "text", ...others, write };
}
