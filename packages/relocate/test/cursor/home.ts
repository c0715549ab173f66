import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Diagnostic, type Session, sessions } from "@chatexport/core";
import cursor from "@chatexport/source-cursor";
import { onTestFinished } from "vitest";
import { buildDatabase, buildStore } from "../../../../scripts/cursor-store.mjs";
import { planCursor } from "../../src/cursor/plan-cursor.js";
import type { StoreMove } from "../../src/move/move.js";
import type { StorePlan } from "../../src/move/store-plan.js";
import { carryOut } from "../carry-out.js";

const require = createRequire(import.meta.url);

/** The driver for a Node that has none. */
const sqlite = (): unknown => require("@photostructure/sqlite");

/** The facts that a test gives about the folder under its new name; only the inode matters on Linux. */
export const stat = (ino: number, born = 0) =>
  ({ ino, birthtime: new Date(born), birthtimeMs: born }) as Stats;

/** A home folder that goes after the test. */
export function createHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-move-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A fixture of the source, in a home folder of Linux. */
export function homeOfFixture(folder: string): string {
  const home = createHome();
  for (const [name, place] of [
    ["User", ".config/Cursor/User"],
    [".cursor", ".cursor"],
  ] as const)
    if (existsSync(join(folder, name)))
      cpSync(join(folder, name), join(home, place), { recursive: true });
  buildStore(home);
  return home;
}

/** Writes files by their paths below a folder: JSON, text, or the tables of a database. */
export function writeHome(home: string, content: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(content)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    if (/\.(?:vscdb|db)$/.test(name))
      buildDatabase(path, { tables: value as Record<string, unknown> });
    else writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  }
}

/** A move as the command line prepares it. */
export function moveOf(
  home: string,
  from: string,
  to: string,
  statOf: StoreMove["statOf"] = () => stat(42),
): StoreMove {
  const system = { platform: "linux", env: {}, home, root: home };
  const pairs = [{ from, to }];
  return { pairs, realPairs: pairs, statOf, home, system };
}

/** Plans and carries out. */
export function moveCursor(
  home: string,
  from: string,
  to: string,
  statOf?: StoreMove["statOf"],
): StorePlan {
  const plan = planCursor(moveOf(home, from, to, statOf));
  carryOut(plan);
  return plan;
}

/** All sessions, without what depends on files. */
export async function readAll(
  home: string,
): Promise<{ sessions: Session[]; diagnostics: string[] }> {
  const diagnostics: string[] = [];
  const source = cursor({ home });
  const found: Session[] = [];
  const report = ({ code, severity }: Diagnostic) => diagnostics.push(`${severity} ${code}`);
  for await (const { session } of sessions([source], { report })) found.push(session);
  await source.close?.();
  return {
    sessions: found.sort((a, b) => (a.id < b.id ? -1 : 1)),
    diagnostics: diagnostics.sort(),
  };
}

type Value = string | number | Buffer | null;

/** A connection to a database; close it. */
export function connect(path: string): {
  exec(sql: string): void;
  prepare(sql: string): { all(...values: Value[]): Record<string, unknown>[] };
  close(): void;
} {
  const { DatabaseSync } = sqlite() as { DatabaseSync: new (path: string) => never };
  return new DatabaseSync(path);
}

/** The rows that a query finds. */
export function query(path: string, sql: string, ...values: Value[]): Record<string, unknown>[] {
  const database = connect(path);
  try {
    return database
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** The value of a row, as JSON. */
export function json(path: string, key: string, table = "ItemTable"): unknown {
  const [row] = query(path, `SELECT CAST(value AS TEXT) AS value FROM ${table} WHERE key = ?`, key);
  return row && JSON.parse(String(row.value));
}

/** The MD5 of a text. */
export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** Each file below a folder with its content. */
export function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, "latin1")];
      }),
  );
}
