import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Session } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { planCursor } from "../../src/cursor/plan-cursor.js";
import type { PathPair } from "../../src/move/path-map.js";
import { carryOut } from "../carry-out.js";
import { filesOf, homeOfFixture, moveOf, query, readAll } from "./home.js";

const folder = fileURLToPath(new URL("../../../source-cursor/fixtures/", import.meta.url));
const from = "/home/mira/shop";
const to = "/home/mira/new place/shop.v2";

describe("a move of every store that the source knows", () => {
  for (const name of readdirSync(folder).sort())
    if (existsSync(join(folder, name, "store")))
      test(name, async () => {
        const home = homeOfFixture(join(folder, name, "store"));
        const before = await readAll(home);
        const files = filesOf(home);
        const plan = planCursor(moveOf(home, from, to));
        expect(filesOf(home)).toEqual(files);
        carryOut(plan);
        const after = await readAll(home);
        // Reading rows of a database changes what lies beside it, so that they come from another copy.
        expect(otherRows(home)).toEqual(otherRows(homeOfFixture(join(folder, name, "store"))));

        expect(after.diagnostics).toEqual(before.diagnostics);
        expect(placeless(after.sessions, plan.pairs)).toEqual(
          placeless(before.sessions, plan.pairs),
        );
        expect(after.sessions.map(({ cwd }) => cwd)).toEqual(
          before.sessions.map(({ cwd, project }) =>
            // That of another machine stays.
            cwd === undefined || project?.uri !== undefined ? cwd : movedPath(cwd),
          ),
        );
        expect(
          JSON.stringify({ ...plan, rewrites: plan.rewrites.map(({ changes }) => changes) }),
        ).not.toContain("CANARY");
      });
});

/** All rows that cannot name the project, byte for byte. */
function otherRows(home: string): string[] {
  const databases = Object.entries(filesOf(home)).filter(([, content]) =>
    content.startsWith("SQLite format 3"),
  );
  const own = /shop|5ad0e1c07b3f4a2e9d6c8b1f0e2a3c4d|fb3717b80a428ed83c31f7acd915699a/;
  return databases
    .flatMap(([name]) => allRows(join(home, name)))
    .filter((row) => !own.test(row))
    .sort();
}

function allRows(path: string): string[] {
  try {
    const tables = query(path, "SELECT name FROM sqlite_master WHERE type = 'table'");
    return tables.flatMap(({ name }) =>
      query(path, `SELECT rowid AS "row number", * FROM "${name}"`).map((row) =>
        JSON.stringify(
          Object.values(row).map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
          ),
        ),
      ),
    );
  } catch {
    return [];
  }
}

function movedPath(path: string): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** The id of a workspace, which its folder is named after. */
function workspaceIn(path: string): string[] {
  return /[0-9a-f]{32}$/.exec(path) ?? [];
}

/** Without the difference between the old and the new places. */
function placeless(sessions: readonly Session[], pairs: readonly PathPair[]): unknown {
  let text = JSON.stringify(sessions);
  for (const [index, pair] of pairs.entries())
    for (const path of [pair.to, pair.from])
      for (const form of [path, encodeURI(path), ...workspaceIn(path)])
        text = text.replaceAll(form, `<${index}>`);
  return JSON.parse(
    text.replace(
      /"name":"(?:shop|shop\.v2|home-mira-shop|home-mira-new-place-shop-v2)"/g,
      '"name":"<name>"',
    ),
  );
}
