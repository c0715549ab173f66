import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { contextFor, messageOf, type Source, type SourceOptions } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import type { PackedFiles, PackedRow, PackedRows, RowSession } from "@chatexport/core/source";
import { ChangeError } from "@chatexport/relocate";
import {
  type Content,
  linesOfRows,
  rawChunks,
  rawLines,
  rowInLine,
  rowsOfPart,
  without,
  writeRows,
} from "@chatexport/relocate/records";
import type { PackedTool, StoredSession } from "../packed-tool.js";

/** The path in records for the folder of the tool. */
const packedStore = "/chatexport/store";

/** A tool that keeps its sessions in a database. */
export interface RowsParts {
  title: string;
  packed: PackedFiles & { rows: PackedRows };
  source(given: SourceOptions): Source;
  /** The sessions at some places, or in the user's own ones. */
  sessionsOf(given: SourceOptions, context: ReturnType<typeof contextFor>): RowSession[];
  /** The user's own database, in the folder of the tool; undefined where there is none. */
  ownDatabase(): string | undefined;
}

/** A tool whose sessions are rows of a database: in a pack each has a file of rows. */
export function rowsTool({
  title,
  packed,
  source,
  sessionsOf,
  ownDatabase,
}: RowsParts): PackedTool {
  return {
    ...{ title, packed },
    sessions: (_, folder) =>
      new Map(
        sessionsOf(
          folder === undefined ? {} : { roots: [folder] },
          contextFor({ report() {} }, {}),
        ).map((session) => [session.id, storedSession(session, packed.rows)] as const),
      ),
    source: (roots) => source({ roots: [...roots] }),
    placeFor() {
      const path = ownDatabase();
      if (path === undefined)
        throw new ChangeError(
          "failed",
          `${title} has no database on this machine: start it once, and unpack again; or add --in claude.`,
        );
      const folder = dirname(path);
      return {
        mayReplace: (name) => !isRows(name),
        pathOf: (name) => (isRows(name) ? path : join(folder, ...name.split("/").slice(1))),
        ownFolders: [{ from: packedStore, to: folder }],
      };
    },
  };
}

const rowsName = "rows.jsonl";

/** True for the rows of a session, by the name of their file in a pack. */
function isRows(name: string): boolean {
  return name.endsWith(`/${rowsName}`);
}

function storedSession(
  { id, root, parts, folder, filesName }: RowSession,
  packed: PackedRows,
): StoredSession {
  const rows = () => parts.flatMap((part) => rowsOfPart(part, packed));
  return {
    ...{ id, roots: [root], ownFolders: [{ from: folder, to: packedStore }] },
    files: (pairs) =>
      new Map<string, Content>([
        [`${id}/${rowsName}`, () => linesOfRows(rows(), packed.places, pairs)],
        ...namedIn(rows, join(folder, filesName)).map((name): [string, Content] => [
          `${id}/${filesName}/${name}`,
          () => rawChunks(join(folder, filesName, name)),
        ]),
      ]),
  };
}

/** The files in a folder that rows name. */
function namedIn(rows: () => PackedRow[], folder: string): string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  const texts = names.length === 0 ? [] : rows().map(({ row }) => JSON.stringify(row));
  return names.filter((name) => texts.some((text) => text.includes(name)));
}

/** The rows of a session of a tool that keeps them so; undefined for any other file. */
export function rowsIn(
  name: string,
  content: Content,
  { rows }: PackedFiles,
): (() => Iterable<PackedRow>) | undefined {
  if (!rows || !isRows(name)) return undefined;
  const { owners, left } = rows;
  return function* () {
    const sessions = new Set<unknown>();
    for (const line of content()) {
      const packed = rowInLine(line);
      const owner = packed && Object.hasOwn(owners, packed.table) && owners[packed.table];
      // No other tables, no rows of other sessions: a pack may come from anybody.
      if (!packed || !owner) throw new ChangeError("not-a-pack", `${name} has rows of no session.`);
      const id = packed.row[owner];
      if (owner === "id") sessions.add(id);
      else if (!sessions.has(id))
        throw new ChangeError("not-a-pack", `${name} has rows of no session.`);
      yield owner === "id" ? { ...packed, row: without(left, packed.row) } : packed;
    }
  };
}

/** True for the line of a row that has to stay as it was. */
export function isSigned(line: Buffer, { rows }: PackedFiles): boolean {
  const row = rows && rowInLine(line);
  return row !== undefined && rows?.isSigned(row) === true;
}

/** Makes a file that was laid out readable for the source of its tool. */
export function settle(path: string, name: string, packed: PackedFiles): void {
  const rows = rowsIn(name, () => rawLines(path), packed);
  if (!rows || !packed.rows) return;
  const { databaseName, tables } = packed.rows;
  try {
    writeRows(join(dirname(path), databaseName), rows(), tables);
  } catch (cause) {
    if (cause instanceof ChangeError) throw cause;
    throw new ChangeError("not-a-pack", `${name} has no rows of a database: ${messageOf(cause)}`, {
      ...{ paths: [path], cause },
    });
  }
}
