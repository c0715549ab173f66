import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder with the given files by relative path, removed after the test. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Names, sizes and times of everything below a folder. */
export function stateOf(folder: string): Record<string, string> {
  const state: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const { size, mtimeMs, ctimeMs } = statSync(join(folder, name));
    state[name] = `${size} ${mtimeMs} ${ctimeMs}`;
  }
  return state;
}

/** A prompt as a line of a transcript. */
export function prompt(text: string, more: object = {}): string {
  return `${JSON.stringify({
    type: "user",
    uuid: `u-${text.slice(0, 20)}`,
    parentUuid: null,
    sessionId: "s",
    cwd: "/home/mira/shop",
    timestamp: "2026-02-11T20:00:00.000Z",
    message: { role: "user", content: text },
    ...more,
  })}\n`;
}
