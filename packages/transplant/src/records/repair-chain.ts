import { hashedUuid } from "@chatexport/core/turns";
import type { Found } from "./damages.js";
import type { Draft } from "./draft.js";
import { isOfSubagent, type Line } from "./line.js";

/** Repairs how records are joined: into one session, and each to the one before. */
export function repairChain(draft: Draft, sessionId: string, found: Found): void {
  for (const line of draft.lines) {
    if (typeof line.record?.sessionId !== "string" || line.record.sessionId === sessionId) continue;
    found("wrong-session-id", line);
    line.set(["sessionId"], sessionId);
  }
  // Until 2025 the records of sub-agents stood in the file of their session.
  if (draft.links.length > 0 && draft.links.every(isOfSubagent))
    for (const line of draft.links) {
      found("sidechain-mark", line);
      line.set(["isSidechain"], false);
    }
  repairRepeated(draft, found);
  repairParents(draft, found);
}

function repairRepeated(draft: Draft, found: Found): void {
  const byId = new Map<string, Line>();
  const same = new Set<Line>();
  /** The new ids of records: what comes after them in the file follows them, and not the first one. */
  const renamed = new Map<string, string>();
  for (const line of draft.links) {
    const { uuid = "", parentUuid = "" } = line;
    const parent = renamed.get(parentUuid);
    const other = byId.get(uuid);
    byId.set(uuid, line);
    if (other && areSame(other, line)) same.add(line);
    if (other) found("repeated-record", line);
    if (other && !same.has(line)) {
      const own = hashedUuid(`${uuid} in line ${line.number}`);
      line.set(["uuid"], own);
      renamed.set(uuid, own);
    }
    if (parent !== undefined) line.set(["parentUuid"], parent);
  }
  draft.lines = draft.lines.filter((line) => !same.has(line));
}

function areSame(one: Line, other: Line): boolean {
  return one.bytes.toString().trim() === other.bytes.toString().trim();
}

function repairParents(draft: Draft, found: Found): void {
  const links = draft.links.filter((line) => !isOfSubagent(line));
  const byId = new Map(draft.links.map((line) => [line.uuid, line]));
  const isInCircle = circleTest(byId);
  links.forEach((line, index) => {
    const before = links[index - 1];
    const { parentUuid } = line;
    const follow = () => line.set(["parentUuid"], before?.uuid ?? null);
    if (parentUuid !== undefined && !byId.has(parentUuid)) {
      found("missing-parent", line);
      follow();
    } else if (parentUuid !== undefined && isInCircle(line)) {
      found("cycle", line);
      follow();
    } else if (parentUuid === undefined && before && !mayBegin(line)) {
      found("second-root", line);
      follow();
    }
  });
}

/** Tells whether a record follows itself, at last. What leads to a beginning is looked at once. */
function circleTest(byId: ReadonlyMap<string | undefined, Line>): (line: Line) => boolean {
  const sound = new Set<Line>();
  return (line) => {
    const path = new Set<Line>();
    for (let at: Line | undefined = line; at && !sound.has(at); at = byId.get(at.parentUuid)) {
      if (path.has(at)) return at === line;
      path.add(at);
    }
    for (const each of path) sound.add(each);
    return false;
  };
}

/** A conversation begins anew with a prompt after `/rewind` to its start, and with what the client notes. */
function mayBegin({ record, blocks }: Line): boolean {
  const isResult = blocks.some(({ type }) => type === "tool_result");
  return record?.type !== "assistant" && !isResult;
}
