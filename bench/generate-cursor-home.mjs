/**
 * Writes a lifelike home of Cursor with a database of a given size, the same for the same seed:
 * node bench/generate-cursor-home.mjs [--megabytes 240] [--seed 1] [--out FOLDER]
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rowsBeside } from "./generator/cursor/beside.mjs";
import { bubblesFrom } from "./generator/cursor/bubble.mjs";
import { chatsInto } from "./generator/cursor/chat.mjs";
import { composerOf } from "./generator/cursor/composer.mjs";
import { createDatabase, createHeaders } from "./generator/cursor/database.mjs";
import { filesFrom, uriOf } from "./generator/cursor/files.mjs";
import { toolsFrom } from "./generator/cursor/tools.mjs";
import { generatorOptions, writeHome } from "./generator/home.mjs";
import { randomFrom } from "./generator/random.mjs";
import { textFrom } from "./generator/text.mjs";

const userFolder = ".config/Cursor/User";
const firstDay = Date.UTC(2026, 1, 1);
const hour = 3_600_000;
const bubbleBytes = 13_600;
/** Drafts that nobody sent, to one chat. */
const draftsPerChat = 1.5;
/** Keys, their index and unused space need the rest of the file. */
const valuesPerByte = 0.945;

/** Writes the home and, last, `home.json` beside its folders; returns what that file holds. */
export function generateCursorHome({ out, megabytes, seed = 1 }) {
  return writeHome(out, (home) => {
    const random = randomFrom(seed);
    const text = textFrom(random);
    const workspace = { id: random.hex(32), path: "/home/mira/shop" };
    const path = `${home}/${userFolder}/globalStorage/state.vscdb`;
    const database = createDatabase(path);
    const totals = writeComposers(database, { random, text, workspace, megabytes });
    database.putItem("composer.composerHeaders.migratedToTable", true);
    database.close();
    writeWorkspace(`${home}/${userFolder}/workspaceStorage/${workspace.id}`, workspace);
    return { megabytes, seed, ...totals, bytes: statSync(path).size, rows: database.written };
  });
}

function writeComposers(database, { random, text, workspace, megabytes }) {
  const target = megabytes * 1e6 * valuesPerByte;
  const putHeader = createHeaders(database);
  const files = filesFrom(random, text, workspace.path);
  const tools = toolsFrom(random, text, files, (key, content) =>
    database.put("composer.content", key, content),
  );
  const writeChat = chatsInto(database, {
    random,
    text,
    files,
    bubbles: bubblesFrom(random, text, files, tools),
    beside: rowsBeside(random, text, files),
  });
  // In a small home, too, there are several chats.
  const largest = Math.min(400, Math.max(12, target / bubbleBytes / 8));
  const totals = { sessions: 0, messages: 0, composers: 0 };

  function writeComposer(count) {
    const composerId = random.uuid();
    const createdAt = firstDay + totals.composers++ * hour;
    const chat = count > 0 ? writeChat({ composerId, createdAt, count }) : undefined;
    const name = chat && random.chance(0.73) ? text.plain(30) : undefined;
    const composer = composerOf({ composerId, name, createdAt, workspace, chat });
    database.put("composerData", `composerData:${composerId}`, JSON.stringify(composer));
    const { lastUpdatedAt = createdAt, unifiedMode, isDraft, workspaceIdentifier } = composer;
    const head = { type: "head", composerId, name, createdAt, lastUpdatedAt, unifiedMode, isDraft };
    putHeader({ ...head, workspaceIdentifier }, workspace.id);
  }

  while (bytesIn(database) < target) {
    const count = Math.round(random.spread(10, largest));
    writeComposer(count);
    totals.sessions++;
    totals.messages += count;
    while (totals.composers < totals.sessions * (1 + draftsPerChat)) writeComposer(0);
  }
  return totals;
}

function bytesIn({ written }) {
  return Object.values(written).reduce((sum, { bytes }) => sum + bytes, 0);
}

function writeWorkspace(folder, workspace) {
  mkdirSync(folder, { recursive: true });
  const { external } = uriOf(workspace.path);
  writeFileSync(`${folder}/workspace.json`, JSON.stringify({ folder: external }));
  const database = createDatabase(`${folder}/state.vscdb`);
  database.putItem("composer.composerData", {
    selectedComposerIds: [],
    lastFocusedComposerIds: [],
    hasMigratedComposerData: true,
    hasMigratedMultipleComposers: true,
  });
  database.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = (size) => fileURLToPath(new URL(`.data/cursor-${size}mb`, import.meta.url));
  console.log(generateCursorHome(generatorOptions({ megabytes: 240, out })));
}
