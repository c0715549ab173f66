import { basename } from "node:path";
import type { Session } from "@chatexport/core";
import { beforeAll, describe, expect, it } from "vitest";
import { containedIn, isAgent } from "./copies.js";
import { type CorpusFolder, entriesOf, folders, hasCorpus, place, readFolder } from "./corpus.js";
import { forksOf, startsOf } from "./forks.js";
import { forks, unknownTypes, unlinkedAgents } from "./known.js";
import { copiesOf, toolCalls } from "./loaded.js";
import { blocksOf, type ClaudeTranscript, readTranscript, typeOf } from "./raw.js";
import { filesBelow } from "./store.js";

describe.skipIf(!hasCorpus).each(folders)("in the transcripts of %s", (name) => {
  let folder: CorpusFolder;

  beforeAll(async () => {
    folder = await readFolder(name);
  });

  it("each branch is real", () => {
    expect(folder.all.flatMap(branchesOf).sort()).toEqual(entriesOf(forks, name));
  });

  it("each fork is a branch", () => {
    const branches = new Set(entriesOf(forks, name).map((fork) => fork.split(" ")[0]));
    const isBranch = (fork: string) => branches.has(fork);
    const transcripts = folder.transcripts.filter(({ path }) => folder.byFile.has(path));
    const placesIn = ({ path }: ClaudeTranscript, lines: readonly number[]) =>
      lines.map((line) => `${place(path)}:${line}`);
    const all = transcripts.flatMap((one) =>
      forksOf(one.records).map((lines) => placesIn(one, lines)),
    );
    // One way out of a fork is the line that goes on.
    const lost = all.filter((ways) => ways.filter(isBranch).length !== ways.length - 1);
    expect(lost).toEqual([]);
    const starts = transcripts.flatMap((one) => placesIn(one, startsOf(one.records)));
    const real = new Set([...all.flat(), ...starts]);
    expect([...branches].filter((branch) => !real.has(branch ?? ""))).toEqual([]);
  });

  it("each agent in a session names the call that started it", () => {
    const listed = new Set(folder.sessions.map(({ session }) => session));
    const agents = folder.all.filter((session) => !listed.has(session) && !session.purpose);
    const calls = new Set(toolCalls(folder.all).map(({ id }) => id));
    const unlinked = agents.filter(({ parent }) => !calls.has(parent?.toolCallId ?? ""));
    const names = unlinked.map(({ id, origin }) => `${place(origin.path)} ${id}`);
    expect(names.sort()).toEqual(entriesOf(unlinkedAgents, name));
  });

  it("each agent without its session names it", () => {
    const listed = folder.sessions.map(({ session }) => session);
    const orphans = listed.filter(({ origin }) => basename(origin.path ?? "").startsWith("agent-"));
    const lost = orphans.filter(({ parent }) => parent?.relation !== "subagent");
    expect(lost.map(({ origin }) => place(origin.path))).toEqual([]);
  });

  it("each agent that the tool started for itself says so, and no other", () => {
    const helpers = new Set(folder.transcripts.filter(isHelper).map(({ path }) => path));
    const named = folder.diagnostics.filter(({ code }) => code === "lone-helper");
    const found = new Set([
      ...named.map(({ origin }) => origin?.path),
      ...folder.all.filter(({ purpose }) => purpose).map(({ origin }) => origin.path),
    ]);
    expect([...found].map(place).sort()).toEqual([...helpers].map(place).sort());
  });

  it("each record of an unknown type has a reason", () => {
    const types = folder.all.flatMap(({ records }) => Object.keys(records.unknown ?? {}));
    const names = [...new Set(types)].map((type) => `${name}/ ${type}`);
    expect(names.sort()).toEqual(entriesOf(unknownTypes, name));
  });

  it("each copy is named, and its lines are counted", () => {
    const copies = folder.families.flatMap(containedIn);
    const named = folder.diagnostics.filter(({ code }) => code === "copied-transcript");
    const found = new Set([
      ...folder.sessions.flatMap(({ ref }) => copiesOf(ref)),
      ...named.map(({ origin }) => origin?.path),
    ]);
    expect([...found].map(place).sort()).toEqual(copies.map(({ path }) => place(path)).sort());
    const skipped = sum(folder.all.map(({ records }) => records.skipped?.copy ?? 0));
    expect(skipped).toBe(sum(copies.map(({ lines }) => lines)));
  });

  it("each row of the history of prompts is counted", () => {
    const histories = filesBelow(folder.path).filter((path) => basename(path) === "history.jsonl");
    const rows = sum(histories.map((path) => readTranscript(path).lines));
    const prompts = folder.sessions.filter(({ session }) => session.format === "claude/history");
    const owned = sum(prompts.map(({ session }) => session.records.read));
    const unowned = folder.stores.map((store) => store.unowned?.["history.jsonl"]?.read ?? 0);
    expect(owned + sum(unowned)).toBe(rows);
  });

  it("each line of all transcripts is counted, in a session or as one that no session owns", () => {
    const foreign = folder.diagnostics.filter(({ code }) =>
      ["foreign-file", "other-tool"].includes(code),
    );
    const others = new Set(foreign.map(({ origin }) => origin?.path));
    const transcripts = filesBelow(folder.path)
      .filter((path) => path.endsWith(".jsonl") && !others.has(path))
      .map(readTranscript);
    const owned = folder.all.filter(({ format }) => format !== "claude/web");
    const unowned = folder.stores.flatMap((store) => Object.values(store.unowned ?? {}));
    const counted = sum([
      ...owned.map(({ records }) => records.read),
      ...unowned.map(({ read }) => read),
    ]);
    expect(counted).toBe(sum(transcripts.map(({ lines }) => lines)));
  });
});

/** The branches of a session as the table of forks names them. */
function branchesOf({ branches = [], origin }: Session): string[] {
  return branches.map(({ messages, reason }) => {
    const first = messages.find(({ role }) => role !== "system") ?? messages[0];
    return `${place(origin.path)}:${first?.origin?.at} ${reason}`;
  });
}

/** True when the tool started an agent for its own ends, by its name or by what it was told. */
function isHelper(transcript: ClaudeTranscript): boolean {
  if (!isAgent(transcript)) return false;
  if (/agent-a(?:compact|prompt_suggestion)-/.test(transcript.path)) return true;
  const first = transcript.records.find(({ record }) => typeOf(record) === "user");
  return first !== undefined && blocksOf(first.record)[0]?.text === "Warmup";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
