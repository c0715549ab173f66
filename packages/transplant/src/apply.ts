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
import type { System } from "@chatexport/core/read";
import {
  ChangeError,
  type ChangeRequest,
  change,
  type Rewrite,
  type StorePlan,
} from "@chatexport/relocate";
import type { Transplant } from "./plan.js";
import { lostOf, saidIn } from "./read-back.js";
import { readSession } from "./read-session.js";
import { type TargetName, targets } from "./targets.js";

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
  /** Told what the tool's format has no place for, and of which session, by its id in the tool. */
  report?(diagnostic: Diagnostic, id: string): void;
  /**
   * Told before a session is read back, which needs as much memory as the session itself: nobody looks at that one
   * again.
   */
  release?(): void;
  /** Ends the work early: everything is as before then. */
  signal?: AbortSignal;
}

/**
 * Puts a session into the store of a tool, and reads it back: all that was said has to be there, or nothing is
 * changed. Throws `ChangeError` when the tool has the session already, and when anything fails.
 */
export async function applyTransplant(
  transplant: Transplant,
  options: ApplyOptions,
): Promise<Outcome> {
  const { to, id, folder, path, system } = transplant;
  const about = { command: options.command, source: to, session: id };
  const { change } = await applyLate([async () => transplant], { about, folder, system }, options);
  return { change, bytes: statSync(path).size };
}

/** The options of carrying many transplants out in one change. */
export interface ManyOptions extends ApplyOptions {
  /** The tool of all of them, by the name of its source; "" for several tools. */
  source: string;
  /** The words by which an undo names the sessions. */
  session: string;
  /** The folder in which all of them go on; the home for several. */
  folder: string;
  system: System;
}

/** Plans a transplant, and reads its session for that: of many, one is in memory at a time. */
export type LateTransplant = () => Promise<Transplant>;

/** The result of many transplants. */
export interface LateOutcome {
  /** The name of the change, for `undo` of `@chatexport/relocate`. */
  change: string;
  /** The ids of sessions whose place another one takes: they are left for the next time. */
  later: string[];
}

/**
 * Puts sessions into the stores of their tools in one change, and reads each back, as `applyTransplant` does.
 */
export function applyTransplants(
  late: readonly LateTransplant[],
  { source, session, folder, system, ...options }: ManyOptions,
): Promise<LateOutcome> {
  const about = { command: options.command, source, session };
  return applyLate(late, { about, folder, system }, options);
}

async function applyLate(
  late: readonly LateTransplant[],
  request: Pick<ChangeRequest, "about" | "folder"> & { system: System },
  { report, release, signal }: ApplyOptions,
): Promise<LateOutcome> {
  const planOf = (transplant: Transplant) => {
    const told = report && { report: (each: Diagnostic) => report(each, transplant.id) };
    return planFor(transplant, contextFor({ ...told, ...(signal && { signal }) }, {}));
  };
  const later: string[] = [];
  const written: { to: TargetName; agents: WrittenAgent[]; read: LateTransplant }[] = [];
  const name = await change({ ...request, ...(signal && { signal }) }, async () => {
    const plans: StorePlan[] = [];
    const taken = new Map<string, string>();
    for (const read of late) {
      const transplant = await read();
      const { to, id, mark, agents } = transplant;
      // It may have come since the plan was made.
      const [other] = targets[to].filesOf(id, request.system);
      if (other !== undefined)
        throw new ChangeError("occupied", `${targets[to].title} has the session already: ${other}`);
      // Several sessions of a project can have the same mark.
      const plan = planOf(transplant);
      const rewrites = plan.rewrites.filter(
        ({ path }) => path !== mark?.path || taken.get(path) !== mark.text,
      );
      if (rewrites.some(({ path }) => taken.has(path))) {
        later.push(id);
        continue;
      }
      const there = rewrites.find(({ path }) => existsSync(path));
      if (there) throw new ChangeError("occupied", `${there.path} is another session`);
      for (const { path } of rewrites) taken.set(path, path === mark?.path ? mark.text : "");
      const own = agents.map(({ path, session: { id } }) => ({ path, id }));
      written.push({ to, agents: own, read });
      plans.push({ ...plan, rewrites: rewrites.map((each) => readLate(each, read)) });
    }
    return {
      plans,
      async verify() {
        for (const { to, agents, read } of written) {
          const told = toldFiles(await read(), agents);
          release?.();
          await assertThere(to, told, signal);
        }
      },
    };
  });
  return { change: name, later };

  /** A file of a session that is read again when it is written. */
  function readLate({ path, ...rewrite }: Rewrite, read: LateTransplant): Rewrite {
    return {
      ...{ path, ...rewrite },
      async write(target) {
        const { rewrites } = planOf(await read());
        await rewrites.find((each) => each.path === path)?.write(target);
      },
    };
  }
}

/** A sub-agent whose file was written. */
interface WrittenAgent {
  path: string;
  id: string;
}

/** The texts that a file was to get; none of a sub-agent that only has to be there. */
interface ToldFile extends WrittenAgent {
  said: readonly string[];
}

/** The texts that were to get into the file of a session, and into those of its sub-agents. */
function toldFiles(
  { id, path, session, agents }: Transplant,
  own: readonly WrittenAgent[],
): [ToldFile, ...ToldFile[]] {
  const sessions = new Map(agents.map((agent) => [agent.path, agent.session]));
  const said = (each: WrittenAgent) => saidIn(sessions.get(each.path) ?? { messages: [] });
  return [
    { path, id, said: saidIn(session) },
    ...own.map((agent) => ({ ...agent, said: said(agent) })),
  ];
}

/** Throws when anything that was said in a session, or one of its sub-agents, is not where it was written. */
async function assertThere(
  to: TargetName,
  [main, ...agents]: readonly [ToldFile, ...ToldFile[]],
  signal?: AbortSignal,
): Promise<void> {
  const paths = agents.map((agent) => agent.path);
  const written = await readSession(main.path, main.id, to, signal, paths);
  if (!written) throw new ChangeError("not-verified", `${main.path} is not listed as a session`);
  const found = new Map(Array.from(withSubagents(written), (each) => [each.id, each]));
  found.set(main.id, written);
  for (const { path, id, said } of [main, ...agents]) {
    const lost = lostOf(said, found.get(id));
    if (lost !== undefined)
      throw new ChangeError("not-verified", `Read back from ${path}, this is missing: ${lost}`);
  }
}

/** Reports what the tool's format has no place for, and writes nothing. */
export async function tellLosses(
  { to, session, agents }: Transplant,
  { report, signal }: { report(diagnostic: Diagnostic): void; signal?: AbortSignal },
): Promise<void> {
  const context = contextFor({ report, ...(signal && { signal }) }, {});
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
