import type { Context, JsonObject, Origin, Session, SessionRef } from "@chatexport/core";
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
  addRest,
  addTo,
  lostSession,
  type OpenSession,
  openSession,
  takeOut,
} from "./open-session.js";
import type { Locator } from "./session-ref.js";

/**
 * A session as it was when it was written, with its sub-agents; its tally is the original one, also
 * when lines are missing here. Reports what is wrong with its lines. `at` is where the bytes of its file lie.
 * Throws when it is not at its place any more.
 */
export async function loadSession(
  ref: SessionRef<Locator>,
  at: string,
  context: Context,
): Promise<Session> {
  const { locator } = ref;
  let assembly: Assembly | undefined;
  let lastLine = locator.line;
  for await (const batch of readJsonLines(at, context, locator)) {
    for (const entry of batch) {
      lastLine = entry.line;
      if (!assembly) assembly = begin("record" in entry ? entry.record : {}, ref, context);
      else if ("record" in entry) assembly.addLine(entry.line, entry.record);
      else {
        reportLine(entry, locator.path, context);
        // The record that has the bytes is there.
        if (entry.malformed !== "not-utf-8") assembly.addDamage(entry.line);
      }
    }
  }
  assembly ??= begin({}, ref, context);
  return assembly.finish(lastLine);
}

function begin(record: JsonObject, ref: SessionRef<Locator>, { report }: Context): Assembly {
  const found = sessionLineOf(record);
  const isSame =
    found.kind === "session" && found.header.id === ref.id && found.header.source === ref.source;
  if (!isSame) throw new Error("The file has changed since it was listed. Run again.");
  return new Assembly(found.header, ref.locator.path, report);
}

/** A session that is being put together from its lines. */
class Assembly {
  readonly #root: Session;
  readonly #path: string;
  readonly #report: Context["report"];
  /** The sessions that have no end yet: the root, its sub-agent, the sub-agent's own one … */
  readonly #open: OpenSession[];
  /** True when lines after the end of the root were reported. */
  #hasLinesAfter = false;

  /** Begins with the line of the session; the header was checked. */
  constructor(header: JsonObject, path: string, report: Context["report"]) {
    const root = openSession(header);
    this.#root = root.session;
    this.#path = path;
    this.#report = report;
    this.#open = [root];
  }

  /** Takes the next line after that of the session. */
  addLine(line: number, record: JsonObject): void {
    const last = this.#open.at(-1);
    if (!last) this.#addLineAfter(line);
    else if (record.type === "session") this.#addSubagent(last, line, record);
    else if (record.type === "message") this.#addMessage(last, line, record);
    else if (record.type === "end") this.#endSession(last, line, record);
    else this.#report(unknownLine(this.#originOf(line)));
  }

  /** Notes a line that is not JSON: it may have been a message, a sub-agent or an end. */
  addDamage(line: number): void {
    const last = this.#open.at(-1);
    if (!last) return;
    last.leftOut++;
    last.damage = { line, added: last.added.length };
  }

  /** Ends with the file, or with the next session. */
  finish(line: number): Session {
    if (this.#open.length > 0) this.#report(withoutEnd(this.#originOf(line)));
    return this.#root;
  }

  #originOf(line: number): Origin {
    return { path: this.#path, at: line };
  }

  #addLineAfter(line: number): void {
    if (!this.#hasLinesAfter) this.#report(linesWithoutSession(this.#originOf(line)));
    this.#hasLinesAfter = true;
  }

  #addSubagent(last: OpenSession, line: number, record: JsonObject): void {
    const found = sessionLineOf(record);
    const depth = found.kind === "foreign" ? this.#open.length : found.depth;
    // The depth tells whether an end, or the line of a sub-agent, was lost on the way.
    if (depth < this.#open.length) {
      this.#open.length = depth;
      this.#report(withoutEnd(this.#originOf(line)));
    } else if (depth > this.#open.length && last.damage) {
      this.#open.push(this.#lostSubagent(last, last.damage));
    }
    const parent = this.#open.at(-1);
    if (!parent) {
      this.#addLineAfter(line);
    } else if (found.kind !== "session") {
      const problem = found.kind === "newer" ? newerSchema : malformedSubagent;
      this.#report(problem(this.#originOf(line)));
      this.#open.push(lostSession(0));
    } else if (!parent.session) {
      this.#open.push(lostSession(0));
    } else {
      const subagent = openSession(found.header);
      parent.session.subagents ??= [];
      parent.session.subagents.push(subagent.session);
      this.#open.push(subagent);
    }
  }

  #addMessage(last: OpenSession, line: number, record: JsonObject): void {
    const { type: _, branch, message, ...rest } = record;
    const id = stringOf(branch);
    if (!isMessage(message) || (branch !== undefined && id === undefined)) {
      last.leftOut++;
      this.#report(malformedMessage(this.#originOf(line)));
      return;
    }
    if (last.session && id !== undefined && !last.branches.has(id)) {
      this.#report(unnamedBranch(this.#originOf(line)));
      addBranch(last, last.session, id);
    }
    addRest(message, rest);
    addTo(last, id, message);
  }

  #endSession(last: OpenSession, line: number, record: JsonObject): void {
    const { type: _, messages, ...rest } = record;
    const { added, leftOut, damage } = last;
    const counted = numberOf(messages);
    const origin = this.#originOf(line);
    if (counted === undefined) {
      this.#report(malformedEnd(origin));
    } else if (counted > added.length + leftOut) {
      this.#report(missingMessages(origin, counted - added.length, counted));
    } else if (counted < added.length) {
      // What came after a damaged line and is counted apart belongs to a sub-agent whose line that was.
      if (damage && added.length - damage.added === counted) {
        this.#lostSubagent(last, damage);
        return;
      }
      this.#report(surplusMessages(origin, added.length, counted));
    }
    if (last.session) addRest(last.session, rest);
    this.#open.pop();
  }

  /** Takes the messages out that came after a damaged line: they are of a sub-agent whose line it was. */
  #lostSubagent(
    last: OpenSession,
    { line, added }: NonNullable<OpenSession["damage"]>,
  ): OpenSession {
    this.#report(malformedSubagent(this.#originOf(line)));
    last.leftOut--;
    delete last.damage;
    return lostSession(takeOut(last, added));
  }
}
