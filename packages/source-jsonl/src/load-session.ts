import type {
  Context,
  Diagnostic,
  JsonObject,
  Origin,
  Session,
  SessionRef,
} from "@chatexport/core";
import { numberOf, readJsonLines, reportLine, stringOf } from "@chatexport/core/read";
import {
  linesWithoutSession,
  malformedEnd,
  malformedMessage,
  malformedSubagent,
  missingMessages,
  newerSchema,
  surplusMessages,
  unknownLine,
  unnamedBranch,
  withoutEnd,
} from "./diagnostics.js";
import { isMessage, sessionLineOf } from "./line-shapes.js";
import {
  addBranch,
  addTo,
  lostSession,
  type OpenSession,
  openSession,
  takeOut,
} from "./open-session.js";
import type { Locator } from "./session-ref.js";

/** Where a session stands, and where the bytes of its file lie. */
export interface Place extends Locator {
  at: string;
}

/**
 * A session as it was when it was written, with its sub-agents; its tally is the original one, also
 * when lines are missing here. Reports what is wrong with its lines. Throws when it is not at its
 * place any more.
 */
export async function loadSession(
  ref: SessionRef,
  place: Place,
  context: Context,
): Promise<Session> {
  let assembly: Assembly | undefined;
  let lastLine = place.line;
  for await (const batch of readJsonLines(place.at, context, place)) {
    for (const entry of batch) {
      lastLine = entry.line;
      if (!assembly) assembly = begin("record" in entry ? entry.record : {}, ref, place, context);
      else if ("record" in entry) addLine(assembly, entry.line, entry.record);
      else {
        reportLine(entry, place.path, context);
        addDamage(assembly, entry.line);
      }
    }
  }
  assembly ??= begin({}, ref, place, context);
  return finish(assembly, lastLine);
}

function begin(
  record: Parameters<typeof sessionLineOf>[0],
  ref: SessionRef,
  { path }: Place,
  context: Context,
): Assembly {
  const found = sessionLineOf(record);
  const isSame =
    found.kind === "session" && found.header.id === ref.id && found.header.source === ref.source;
  if (!isSame) throw new Error("The file has changed since it was listed. Run again.");
  return newAssembly(found.header, path, context);
}

/** A session that is being put together from its lines. */
interface Assembly {
  root: Session;
  /** The sessions that have no end yet: the root, its sub-agent, the sub-agent's own one … */
  open: OpenSession[];
  /** Whether lines after the end of the root were reported. */
  hasLinesAfter: boolean;
  /** Where a line of its file stands. */
  originOf(line: number): Origin;
  report(diagnostic: Diagnostic): void;
}

/** Begins with the line of the session; the header was checked. */
function newAssembly(
  header: JsonObject,
  path: string,
  { report }: Pick<Context, "report">,
): Assembly {
  const root = openSession(header);
  return {
    root: root.session,
    open: [root],
    hasLinesAfter: false,
    originOf: (at) => ({ path, at }),
    report,
  };
}

/** Takes the next line after that of the session. */
function addLine(assembly: Assembly, line: number, record: JsonObject): void {
  const open = assembly.open.at(-1);
  if (!open) addLineAfter(assembly, line);
  else if (record.type === "session") addSubagent(assembly, open, line, record);
  else if (record.type === "message") addMessage(assembly, open, line, record);
  else if (record.type === "end") endSession(assembly, open, line, record);
  else assembly.report(unknownLine(assembly.originOf(line)));
}

/** Notes a line that is not JSON: it may have been a message, a sub-agent or an end. */
function addDamage({ open }: Assembly, line: number): void {
  const last = open.at(-1);
  if (!last) return;
  last.leftOut++;
  last.damage = { line, added: last.added.length };
}

/** Ends with the file, or with the next session. */
function finish(assembly: Assembly, line: number): Session {
  if (assembly.open.length > 0) assembly.report(withoutEnd(assembly.originOf(line)));
  return assembly.root;
}

function addLineAfter(assembly: Assembly, line: number): void {
  if (!assembly.hasLinesAfter) assembly.report(linesWithoutSession(assembly.originOf(line)));
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
    assembly.report(withoutEnd(assembly.originOf(line)));
  } else if (depth > assembly.open.length && last.damage) {
    assembly.open.push(lostSubagent(assembly, last, last.damage));
  }
  const parent = assembly.open.at(-1);
  if (!parent) {
    addLineAfter(assembly, line);
  } else if (found.kind !== "session") {
    const problem = found.kind === "newer" ? newerSchema : malformedSubagent;
    assembly.report(problem(assembly.originOf(line)));
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
  { report, originOf }: Assembly,
  open: OpenSession,
  line: number,
  { branch, message }: JsonObject,
): void {
  const id = stringOf(branch);
  if (!isMessage(message) || (branch !== undefined && id === undefined)) {
    open.leftOut++;
    report(malformedMessage(originOf(line)));
    return;
  }
  if (open.session && id !== undefined && !open.branches.has(id)) {
    report(unnamedBranch(originOf(line)));
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
  const origin = assembly.originOf(line);
  if (counted === undefined) {
    assembly.report(malformedEnd(origin));
  } else if (counted > added.length + leftOut) {
    assembly.report(missingMessages(origin, counted - added.length, counted));
  } else if (counted < added.length) {
    // What came after a damaged line and is counted apart belongs to a sub-agent whose line that was.
    if (damage && added.length - damage.added === counted) {
      lostSubagent(assembly, open, damage);
      return;
    }
    assembly.report(surplusMessages(origin, added.length, counted));
  }
  assembly.open.pop();
}

/** Takes the messages out that came after a damaged line: they are of a sub-agent whose line it was. */
function lostSubagent(
  { report, originOf }: Assembly,
  open: OpenSession,
  { line, added }: NonNullable<OpenSession["damage"]>,
): OpenSession {
  report(malformedSubagent(originOf(line)));
  open.leftOut--;
  delete open.damage;
  return lostSession(takeOut(open, added));
}
