import { objectOf, objectsOf, textOf, wordOf } from "@chatexport/core/read";
import { warmUps } from "../records/purposes.js";
import type { Entry } from "../records/records.js";
import { startsAgent } from "../tools/tool-details.js";

/** A run of a sub-agent inside the transcript of its session. */
export interface Run {
  entries: Entry[];
  /** The calls to sub-agents that had no result yet when the run began. */
  openCalls: string[];
}

/** The records of a transcript, those of its sub-agents apart. */
export interface Lanes {
  main: readonly Entry[];
  runs: Run[];
  /** The progress of calls in the main lane. */
  progress: readonly Entry[];
}

/**
 * Takes the sub-agents out of a transcript that has them (until about 2.0.27). Each run has a root
 * of its own; runs in parallel alternate, so a record goes to the run of its parent. In a
 * sub-agent's own transcript everything is main, but not where sub-agents only warmed up for a
 * session in which nobody said anything.
 */
export function splitSidechains(entries: readonly Entry[]): Lanes {
  const isSide = ({ record }: Entry) => record.isSidechain === true;
  const [main, progress, runs]: [Entry[], Entry[], Run[]] = [[], [], []];
  const runOf = new Map<string, Run>();
  const open = new Set<string>();
  const warmsUp = warmUps();
  let hasMain = false;
  for (const entry of entries) {
    const { uuid, parentUuid, type } = entry.record;
    if (type === "progress") progress.push(entry);
    if (!isSide(entry)) {
      main.push(entry);
      noteCalls(entry, open);
      hasMain ||= isOfTurn.has(type);
      continue;
    }
    hasMain ||= warmsUp(entry.record);
    const parent = textOf(parentUuid);
    let run = parent === undefined ? undefined : (runOf.get(parent) ?? runs.at(-1));
    if (!run) {
      run = { entries: [], openCalls: [...open] };
      runs.push(run);
    }
    run.entries.push(entry);
    const id = textOf(uuid);
    if (id) runOf.set(id, run);
  }
  if (!hasMain) return { main: entries, runs: [], progress };
  return { main, runs, progress: progress.filter((entry) => !isSide(entry)) };
}

/** Records of a person, of the model, and of commands: a session can begin with nothing else. */
const isOfTurn = new Set<unknown>(["user", "assistant", "system"]);

function noteCalls({ record }: Entry, open: Set<string>): void {
  for (const block of objectsOf(objectOf(record.message)?.content)) {
    const id = textOf(block.id);
    if (block.type === "tool_use" && id && startsAgent(wordOf(block.name))) open.add(id);
    const resultOf = textOf(block.tool_use_id);
    if (resultOf) open.delete(resultOf);
  }
}
