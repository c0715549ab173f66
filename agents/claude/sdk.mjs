import { fileURLToPath } from "node:url";
import { run } from "../processes.mjs";
import { isSentenceOf, sameTitle } from "../titles.mjs";

const asker = fileURLToPath(new URL("ask-sdk.mjs", import.meta.url));

/**
 * Compares sessions, titles and lines with those that the vendor's SDK finds in a home.
 *
 * @param {object} options
 * @param {string} options.sdk Its entry file.
 * @param {string} options.home
 * @param {any[]} options.list What `chatexport list --json` prints.
 * @param {any[][]} options.sessions The lines of each session in JSON Lines.
 */
export async function compareWithSdk({ sdk, home, list, sessions }) {
  const { code, stdout, stderr } = await run([process.execPath, asker, sdk], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? "" },
    limit: 120_000,
  });
  if (code !== 0) throw new Error(`The SDK failed: ${stderr}`);
  /** @type {{ id: string, titles: string[], custom?: string, messages: string[] }[]} */
  const theirs = JSON.parse(stdout);
  const differences = [];
  for (const session of theirs) {
    const ours = list.find(({ id }) => id === session.id);
    if (!ours) {
      differences.push(`${session.id}: only the SDK lists it: ${session.titles[0]}`);
      continue;
    }
    const titles = session.custom ? [session.custom] : session.titles;
    const isSame = session.custom ? sameTitle : isSentenceOf;
    if (ours.title && !titles.some((title) => isSame(title, ours.title)))
      differences.push(
        `${session.id}: its title is ${ours.title}, the SDK's ${titles.join(" or ")}`,
      );
    differences.push(...lineDifferences(session, sessions));
  }
  const known = new Set(theirs.map(({ id }) => id));
  // The SDK leaves out what has no prompt, and what lies in no transcript.
  for (const { id, title, format } of list)
    if (!known.has(id) && title && (format ?? "claude/jsonl") === "claude/jsonl")
      differences.push(`${id}: the SDK does not list it: ${title}`);
  return {
    good: `the vendor's SDK finds the same ${theirs.length} sessions, titles and lines`,
    wrong: "Other than what the vendor's SDK finds",
    bad: differences,
  };
}

/**
 * Texts that the SDK would send to the model have to be on the active line, in this order.
 *
 * @param {{ id: string, messages: string[] }} theirs
 * @param {any[][]} sessions
 */
function lineDifferences({ id, messages }, sessions) {
  const lines = sessions.find(([head]) => head.session.id === id);
  if (!lines) return [`${id}: it is not exported`];
  const places = new Map();
  for (const [index, line] of lines.entries())
    if (line.type === "message") for (const uuid of idsIn(line.message)) places.set(uuid, index);
  const gone = messages.filter((uuid) => !places.has(uuid));
  if (gone.length > 0)
    return [`${id}: the active line lacks ${gone.length} of ${messages.length}: ${gone[0]}`];
  // What a summary keeps is sent after it, and was said before it.
  if (lines.some((line) => line.message?.parts.some(isCompaction))) return [];
  const order = messages.map((uuid) => places.get(uuid));
  const turned = order.findIndex((place, index) => index > 0 && place < order[index - 1]);
  return turned < 0 ? [] : [`${id}: ${messages[turned]} stands in another place`];
}

function isCompaction(/** @type {{ type: string }} */ { type }) {
  return type === "compaction";
}

/** All ids of records of which something was made. @returns {Generator<string>} */
function* idsIn(/** @type {any} */ value) {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (["id", "uuid", "source_uuid"].includes(key) && typeof inner === "string") yield inner;
    else yield* idsIn(inner);
  }
}
