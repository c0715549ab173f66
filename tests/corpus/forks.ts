import { blocksOf, object, type Raw, type RawRecord, typeOf } from "./raw.js";
import { isLocalCommand, isPrompt } from "./typed.js";

/** A prompt or a response, with the line on which it begins. */
interface Node {
  kind: unknown;
  line: number;
}

/**
 * The places where a conversation splits, each as the lines on which its ways begin: several prompts, or
 * several responses, follow the same one. Calls in parallel and the fragments of a response are no forks:
 * results count as part of the response that asked for them, and what is neither prompt nor response is
 * passed over, as are commands that the tool carries out itself.
 */
export function forksOf(records: readonly RawRecord[]): number[][] {
  return [...childrenOf(records)]
    .filter(([parent]) => parent !== start)
    .flatMap(([, children]) =>
      ["user", "assistant"].map((kind) => children.filter((child) => child.kind === kind)),
    )
    .filter((ways) => ways.length > 1)
    .map((ways) => ways.map(({ line }) => line));
}

/** The lines of the prompts and responses that follow nothing. */
export function startsOf(records: readonly RawRecord[]): number[] {
  return (childrenOf(records).get(start) ?? []).map(({ line }) => line);
}

const start = "(start)";

/** For each node the nodes that follow it; agents inside of a transcript follow nothing outside. */
function childrenOf(records: readonly RawRecord[]): Map<string, Node[]> {
  const byUuid = new Map(records.map(({ record }) => [record.uuid, record]));
  const owners = new Map<unknown, string>();
  for (const { record } of records)
    if (typeOf(record) === "assistant")
      for (const { id } of blocksOf(record)) if (id !== undefined) owners.set(id, keyOf(record));

  const children = new Map<string, Node[]>();
  const placed = new Set<string>();
  for (const { line, record } of records) {
    const key = nodeOf(record, owners);
    if (key === undefined || placed.has(key)) continue;
    placed.add(key);
    const parent = parentOf(record, key, byUuid, owners) ?? start;
    children.set(parent, [...(children.get(parent) ?? []), { kind: typeOf(record), line }]);
  }
  return children;
}

/** The node that a record belongs to; none for what is passed over. */
function nodeOf(record: Raw, owners: ReadonlyMap<unknown, string>): string | undefined {
  if (typeOf(record) === "assistant") return keyOf(record);
  if (typeOf(record) !== "user") return undefined;
  const result = blocksOf(record).find(({ type }) => type === "tool_result");
  if (result) return owners.get(result.tool_use_id);
  return isPrompt(record) && !isLocalCommand(record) ? keyOf(record) : undefined;
}

/** The node above: the first one that is another, on the way from parent to parent. */
function parentOf(
  record: Raw,
  key: string,
  byUuid: ReadonlyMap<unknown, Raw>,
  owners: ReadonlyMap<unknown, string>,
): string | undefined {
  const passed = new Set<Raw>([record]);
  for (let at = above(record, byUuid); at && !passed.has(at); at = above(at, byUuid)) {
    passed.add(at);
    const found = nodeOf(at, owners);
    if (at.isSidechain !== record.isSidechain) return undefined;
    if (found !== undefined && found !== key) return found;
  }
  return undefined;
}

function above(record: Raw, byUuid: ReadonlyMap<unknown, Raw>): Raw | undefined {
  const parent = record.parentUuid ?? record.logicalParentUuid;
  return typeof parent === "string" ? byUuid.get(parent) : undefined;
}

function keyOf(record: Raw): string {
  const { id } = object(record.message);
  return typeOf(record) === "assistant" && id !== undefined ? `response ${id}` : `${record.uuid}`;
}
