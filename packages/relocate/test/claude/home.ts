import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { planClaude } from "../../src/claude/plan-claude.js";
import type { PathPair } from "../../src/move/path-map.js";
import type { StorePlan } from "../../src/move/store-plan.js";
import { carryOut } from "../carry-out.js";

/** A home folder with the given files by relative path, removed after the test. */
export function homeWith(files: Record<string, string | Buffer>): string {
  const home = mkdtempSync(join(tmpdir(), "chatexport-claude-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) put(home, path, content);
  return home;
}

/** Writes one file, which was last changed `day` days after the first one of 2026. */
export function put(home: string, path: string, content: string | Buffer, day = 1): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const time = new Date(Date.UTC(2026, 0, 1 + day));
  utimesSync(file, time, time);
}

/** The content of all files by relative path. */
export function filesIn(home: string): Record<string, string> {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(home, name), { throwIfNoEntry: false })?.isFile())
      .map((name) => [name, readFileSync(join(home, name), "latin1")]),
  );
}

/** The plan for folders that move. */
export function planned(home: string, ...pairs: PathPair[]): StorePlan {
  const system = { platform: "linux", env: {}, home, root: home };
  return planClaude({ realPairs: pairs, home, system });
}

/** Plans a move and carries it out. */
export function moved(home: string, from: string, to: string): StorePlan {
  const plan = planned(home, { from, to });
  carryOut(plan);
  return plan;
}

/** A record as a line of a transcript. */
export function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** A prompt as a line of a transcript. */
export function prompt(cwd: string, text = "Hello", more: object = {}): string {
  return line({
    parentUuid: null,
    isSidechain: false,
    cwd,
    sessionId: "s",
    type: "user",
    message: { role: "user", content: text },
    uuid: `u-${text.slice(0, 20)}`,
    timestamp: "2026-02-11T20:00:00.000Z",
    ...more,
  });
}
