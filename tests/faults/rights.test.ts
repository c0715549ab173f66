import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contextFor, type Source, type SourceOptions } from "@chatexport/core";
import copilot from "@chatexport/source-copilot";
import opencode from "@chatexport/source-opencode";
import openhands from "@chatexport/source-openhands";
import { expect, onTestFinished, test } from "vitest";
import { filesBelow, foldersBelow } from "./files.js";
import { repository } from "./repository.js";
import { withoutRights } from "./rights.js";

const atRoot = (root: string) => ({ roots: [root] });
const atHome = (home: string) => ({ home });

test
  .skipIf(process.platform === "win32")
  .each<
    [string, (options: SourceOptions) => Source, string, string, typeof atRoot | typeof atHome]
  >([
    ["Copilot", copilot, "session/store", ".copilot/session-state", atRoot],
    ["OpenCode", opencode, "files/store", ".local/share", atRoot],
    ["OpenHands", openhands, "one-of-each/home", ".openhands/conversations", atHome],
  ])(
  "a folder of %s that may not be read, or not be entered, is told",
  async (tool, create, store, folder, at) => {
    const root = mkdtempSync(join(tmpdir(), "chatexport-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync(join(repository, `packages/source-${tool.toLowerCase()}/fixtures`, store), root, {
      recursive: true,
    });
    for (const path of [...foldersBelow(root), root]) chmodSync(path, 0o755);
    for (const path of filesBelow(root)) chmodSync(path, 0o644);
    for (const mode of [0, 0o400]) {
      chmodSync(join(root, folder), mode);
      const told: string[] = [];
      const report = ({ severity, code }: { severity: string; code: string }) =>
        void told.push(`${severity} ${code}`);
      const source = create(at(root));
      await withoutRights(async () => {
        for await (const _ of source.list(contextFor({ report }, {})));
      });
      chmodSync(join(root, folder), 0o755);
      expect(told.filter((each) => each.startsWith("error unreadable-"))).not.toEqual([]);
    }
  },
);
