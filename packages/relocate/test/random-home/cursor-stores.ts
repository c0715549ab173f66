import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { buildDatabase } from "../../../../scripts/cursor-store.mjs";
import { age, idOf, write } from "./files.js";

/**
 * The rows and files that Cursor keeps of a conversation in the editor and one of the command line
 * in each of these projects.
 */
export function writeCursorStores(home: string, projects: readonly string[]): void {
  const user = join(home, ".config/Cursor/User");
  const rows: Record<string, unknown> = {};
  const heads: object[] = [];
  projects.forEach((project, index) => {
    const id = idOf(2, index);
    const workspace = writeWorkspace(user, project, id);
    const workspaceIdentifier = { id: workspace, uri: uriObject(project) };
    const common = { composerId: id, name: "Talk", createdAt: time, workspaceIdentifier };
    heads.push({ type: "head", ...common });
    rows[`composerData:${id}`] = {
      _v: 16,
      ...common,
      lastUpdatedAt: time + 1000,
      fullConversationHeadersOnly: ["b1", "b2"].map((bubbleId, at) => ({ bubbleId, type: at + 1 })),
      context: { fileSelections: [{ uri: uriObject(`${project}/a.ts`) }] },
    };
    rows[`bubbleId:${id}:b1`] = {
      _v: 3,
      type: 1,
      bubbleId: "b1",
      text: project,
      workspaceProjectDir: project,
    };
    rows[`bubbleId:${id}:b2`] = {
      _v: 3,
      type: 2,
      bubbleId: "b2",
      text: `It is ${project}.`,
      toolFormerData: {
        name: "read_file_v2",
        toolCallId: "t",
        status: "completed",
        params: { $json: { targetFile: `${project}/a.ts` } },
        result: "{}",
      },
    };
    writeChat(join(home, ".cursor/chats", md5(project), idOf(3, index)), project, idOf(3, index));
  });
  const items = { "composer.composerHeaders": { allComposers: heads } };
  // With rows that are only in its -wal, as after a crash.
  writeDatabase(join(user, "globalStorage/state.vscdb"), {
    walMode: true,
    tables: { ItemTable: items, cursorDiskKV: rows },
  });
  const workspaces = projects.map((project) => [uriOf(project), "__default__profile__"]);
  write(
    join(user, "globalStorage/storage.json"),
    JSON.stringify({ profileAssociations: { workspaces: Object.fromEntries(workspaces) } }),
  );
}

const time = 1_790_000_000_000;

function writeWorkspace(user: string, project: string, composer: string): string {
  const id = md5(project + String(statSync(project).ino));
  const folder = join(user, "workspaceStorage", id);
  write(join(folder, "workspace.json"), JSON.stringify({ folder: uriOf(project) }, null, 2));
  const data = { selectedComposerIds: [composer], hasMigratedComposerData: true };
  writeDatabase(join(folder, "state.vscdb"), {
    tables: { ItemTable: { "composer.composerData": data } },
  });
  return id;
}

function writeChat(folder: string, project: string, id: string): void {
  const meta = { schemaVersion: 1, createdAtMs: time, hasConversation: true, title: "Chat" };
  write(join(folder, "meta.json"), JSON.stringify({ ...meta, cwd: project }));
  const message = { role: "user", content: `<user_query>\n${project}\n</user_query>` };
  const head = { agentId: id, latestRootBlobId: { $ref: "root" }, name: "Chat", createdAt: time };
  writeDatabase(join(folder, "store.db"), {
    tables: {
      blobs: {
        "{message}": { $blob: message },
        "{root}": { $blob: { $protobuf: [[1, { $ref: "message" }]] } },
      },
      meta: { "0": { $hexText: { ...head, mode: "default" } } },
    },
  });
}

function writeDatabase(path: string, content: Parameters<typeof buildDatabase>[1]): void {
  buildDatabase(path, content);
  age(path);
}

function uriObject(path: string): object {
  return { $mid: 1, fsPath: path, external: uriOf(path), path, scheme: "file" };
}

function uriOf(path: string): string {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const names = path
    .split("/")
    .map((name) => encodeURIComponent(name).replace(/[!'()*]/g, escaped));
  return `file://${names.join("/")}`;
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
