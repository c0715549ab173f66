import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import type { ThreadLocator } from "@chatexport/source-codex/paths";
import { Draft } from "../records/draft.js";
import type { Line } from "../records/line.js";

/** A line of a rollout, and the file that it is in. */
export interface RolloutLine {
  path: string;
  line: Line;
}

/**
 * The lines of a session in the order in which Codex reads them (0.171.0): those of the sessions that it goes on from
 * first, without what was taken back, and with its own first line before all. Throws `ChangeError` for a file that is
 * compressed, or of an era that Codex does not go on with.
 */
export function rolloutLines({ segments }: Pick<ThreadLocator, "segments">): RolloutLine[] {
  const files = segments.map((segment) => ({ ...segment, read: linesOf(segment.path) }));
  const own = files.find(({ thread }) => thread === undefined);
  const [header] = own?.read ?? [];
  if (!header || typeOf(header.line) !== "session_meta")
    throw isUnreadable(own?.path ?? "", "is of a version that Codex does not continue any more");
  let lines: RolloutLine[] = [];
  for (const { read, cut = Infinity, end = Infinity } of files) {
    lines = lines.filter(({ line }) => ordinalOf(line) < cut);
    const [first] = read;
    const said = first && typeOf(first.line) === "session_meta" ? read.slice(1) : read;
    lines.push(...said.filter(({ line }) => ordinalOf(line) < end));
  }
  return [header, ...lines];
}

function linesOf(path: string): RolloutLine[] {
  if (!path.endsWith(".jsonl"))
    throw isUnreadable(path, "is compressed: Codex unpacks it when it continues the session");
  return Draft.read(path).lines.map((line) => ({ path, line }));
}

function isUnreadable(path: string, why: string): ChangeError {
  return new ChangeError("unreadable", `${path} ${why}`, { paths: [path] });
}

/** The place of a line among all of its session; lines of the older mode have none, and go on before all. */
function ordinalOf({ record }: Line): number {
  return numberOf(record?.ordinal) ?? -1;
}

/** The type of a record: "session_meta", "response_item". */
export function typeOf({ record }: Line): string | undefined {
  return textOf(record?.type);
}

/** The type of what a record holds: "message", "task_started". */
export function innerType({ record }: Line): string | undefined {
  return textOf(objectOf(record?.payload)?.type);
}
