import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { present } from "@chatexport/core";
import { projectOf, promptTitle, readBytes, remembered, utcTime } from "@chatexport/core/read";
import type { Listed } from "@chatexport/core/source";
import { blocksOf, markIn } from "./blocks.js";
import { asking, isCommand } from "./commands.js";
import { hasOwnName } from "./places.js";

/** The place of a session in its history. */
export interface Locator {
  path: string;
  /** Bytes before it. */
  start: number;
  /** The byte after its last one. */
  end: number;
}

/** A session as it is found in its history. */
export interface FoundSession extends Pick<Locator, "start" | "end"> {
  listed: Listed;
  /** Of its own text: a history grows at its end, and all others stay as they are. */
  revision: string;
  /** Its first line in the history, counted from 1. */
  line: number;
}

/** The sessions in a history in which somebody asked for something. Throws when it cannot be read. */
export function sessionsIn(path: string): readonly FoundSession[] {
  const { size, mtimeMs } = statSync(path);
  return found(`${size} ${mtimeMs}\n${path}`);
}

const found = remembered((key: string): readonly FoundSession[] => {
  const path = key.slice(key.indexOf("\n") + 1);
  const bytes = readBytes(path);
  const starts = startsIn(bytes.toString("latin1"));
  const times = new Map<string, number>();
  let [line, before] = [1, 0];
  return starts.flatMap((start, index): FoundSession[] => {
    const end = starts[index + 1] ?? bytes.length;
    for (; before < start; before++) if (bytes[before] === newline) line++;
    const own = bytes.subarray(start, end);
    const described = describe(own.toString(), path);
    if (!described) return [];
    // Two sessions of the same second that begin with the same prompt, as scripts may start them.
    const count = (times.get(described.id) ?? 0) + 1;
    times.set(described.id, count);
    const listed = count === 1 ? described : { ...described, id: `${described.id}-${count}` };
    const revision = hashOf(own, JSON.stringify([line, listed])).slice(0, 16);
    return [{ listed, revision, start, end, line }];
  });
});

const newline = 10;

/**
 * The positions where sessions begin: at each mark, and at the beginning of the file, which may have lost
 * its first mark.
 */
function startsIn(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n# ", at + 1);
    if (starts.length === 0 || markIn(text.slice(at, at + 60).split("\n")[0] ?? ""))
      starts.push(at);
    at = next === -1 ? text.length : next + 1;
  }
  return starts;
}

/** Describes a session; undefined when it has no prompt: then it was started and left. */
function describe(text: string, path: string): Listed | undefined {
  const beginning = text.slice(0, longestBeginning);
  const prompts = promptsIn(beginning);
  const [first] = prompts.length > 0 ? prompts : promptsIn(text);
  if (first === undefined) return undefined;
  const time = markIn(text.slice(0, 60))?.time;
  const folder = hasOwnName(path) ? dirname(path) : undefined;
  return present<Listed>({
    id: hashOf(`${time}\n`, first.split("\n")[0] ?? "").slice(0, 32),
    title: promptTitle(topicsOf(prompts.length > 0 ? prompts : [first])),
    cwd: gitBelow.test(beginning) ? undefined : folder,
    project: projectOf(folder),
    startedAt: time && utcTime(`${time.replace(" ", "T")}Z`),
  });
}

const longestBeginning = 64 * 1024;

/** Aider ran in a folder of the repository, at whose root the history lies. */
const gitBelow = /^> Git repo: \.\.[\\/]/m;

function promptsIn(text: string): string[] {
  return [...blocksOf(text)].flatMap((block) => (block.type === "prompt" ? block.text : []));
}

/** Prompts without the words that say what to do with them; those that are a command alone come last. */
function topicsOf(prompts: readonly string[]): string[] {
  const asked = prompts.map((prompt) => prompt.trim().replace(asking, ""));
  return [
    ...asked.filter((text) => !isCommand(text)),
    ...asked.filter((text) => text.startsWith("/")),
  ];
}

function hashOf(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex");
}
