import type { Context, JsonObject, Session } from "@chatexport/core";
import { numberOf, stringOf } from "@chatexport/core/read";
import {
  addBranch,
  addTo,
  lostSession,
  type OpenSession,
  openSession,
  takeOut,
} from "./open-session.js";
import {
  linesWithoutSession,
  malformedEnd,
  malformedMessage,
  malformedSubagent,
  missingMessages,
  newerSchema,
  type Problem,
  surplusMessages,
  unknownLine,
  unnamedBranch,
  withoutEnd,
} from "./problems.js";
import { isMessage, sessionLineOf } from "./shape.js";

/** A session that is being put together from its lines. */
export interface Assembly {
  root: Session;
  /** The sessions that have no end yet: the root, its sub-agent, the sub-agent's own one … */
  open: OpenSession[];
  /** Whether lines after the end of the root were reported. */
  hasLinesAfter: boolean;
  report(problem: Problem, line: number): void;
}

/** Begins with the line of the session; the header was checked. */
export function newAssembly(
  header: JsonObject,
  path: string,
  { report }: Pick<Context, "report">,
): Assembly {
  const root = openSession(header);
  return {
    root: root.session,
    open: [root],
    hasLinesAfter: false,
    report: (problem, at) => report({ ...problem, origin: { path, at } }),
  };
}

/** Takes the next line after that of the session. */
export function addLine(assembly: Assembly, line: number, record: JsonObject): void {
  const open = assembly.open.at(-1);
  if (!open) addLineAfter(assembly, line);
  else if (record.type === "session") addSubagent(assembly, open, line, record);
  else if (record.type === "message") addMessage(assembly, open, line, record);
  else if (record.type === "end") endSession(assembly, open, line, record);
  else assembly.report(unknownLine, line);
}

/** Notes a line that is not JSON: nobody knows whether it was a message, a sub-agent or an end. */
export function addDamage({ open }: Assembly, line: number): void {
  const last = open.at(-1);
  if (!last) return;
  last.leftOut++;
  last.damage = { line, added: last.added.length };
}

/** Ends with the file, or with the next session. */
export function finish(assembly: Assembly, line: number): Session {
  if (assembly.open.length > 0) assembly.report(withoutEnd, line);
  return assembly.root;
}

function addLineAfter(assembly: Assembly, line: number): void {
  if (!assembly.hasLinesAfter) assembly.report(linesWithoutSession, line);
  assembly.hasLinesAfter = true;
}

function addSubagent(
  assembly: Assembly,
  last: OpenSession,
  line: number,
  record: JsonObject,
): void {
  const found = sessionLineOf(record);
  const depth = found.kind === "foreign" ? assembly.open.length : found.depth;
  // The depth tells whether an end, or the line of a sub-agent, was lost on the way.
  if (depth < assembly.open.length) {
    assembly.open.length = depth;
    assembly.report(withoutEnd, line);
  } else if (depth > assembly.open.length && last.damage) {
    assembly.open.push(lostSubagent(assembly, last, last.damage));
  }
  const parent = assembly.open.at(-1);
  if (!parent) {
    addLineAfter(assembly, line);
  } else if (found.kind !== "session") {
    assembly.report(found.kind === "newer" ? newerSchema : malformedSubagent, line);
    assembly.open.push(lostSession(0));
  } else if (!parent.session) {
    assembly.open.push(lostSession(0));
  } else {
    const subagent = openSession(found.header);
    parent.session.subagents ??= [];
    parent.session.subagents.push(subagent.session);
    assembly.open.push(subagent);
  }
}

function addMessage(
  { report }: Assembly,
  open: OpenSession,
  line: number,
  { branch, message }: JsonObject,
): void {
  const id = stringOf(branch);
  if (!isMessage(message) || (branch !== undefined && id === undefined)) {
    open.leftOut++;
    report(malformedMessage, line);
    return;
  }
  if (open.session && id !== undefined && !open.branches.has(id)) {
    report(unnamedBranch, line);
    addBranch(open, open.session, id);
  }
  addTo(open, id, message);
}

function endSession(
  assembly: Assembly,
  open: OpenSession,
  line: number,
  { messages }: JsonObject,
): void {
  const { added, leftOut, damage } = open;
  const counted = numberOf(messages);
  if (counted === undefined) {
    assembly.report(malformedEnd, line);
  } else if (counted > added.length + leftOut) {
    assembly.report(missingMessages(counted - added.length, counted), line);
  } else if (counted < added.length) {
    // What came after a damaged line and is counted apart belongs to a sub-agent whose line that was.
    if (damage && added.length - damage.added === counted) {
      lostSubagent(assembly, open, damage);
      return;
    }
    assembly.report(surplusMessages(added.length, counted), line);
  }
  assembly.open.pop();
}

/** Takes the messages out that came after a damaged line: they are of a sub-agent whose line it was. */
function lostSubagent(
  { report }: Assembly,
  open: OpenSession,
  { line, added }: NonNullable<OpenSession["damage"]>,
): OpenSession {
  report(malformedSubagent, line);
  open.leftOut--;
  delete open.damage;
  return lostSession(takeOut(open, added));
}
