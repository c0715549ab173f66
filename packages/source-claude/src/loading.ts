import { readFile } from "node:fs/promises";
import {
  type Context,
  type JsonObject,
  messageOf,
  objectOf,
  parseLine,
  present,
  type Session,
  type SessionRef,
  TallyCounter,
  textOf,
} from "@chatexport/core";
import type { Locator } from "./listing.js";
import type { Entry } from "./records.js";
import { type BuiltSession, buildSession } from "./session.js";
import { splitSidechains } from "./sidechains.js";
import { transcriptId } from "./store.js";
import { type Agent, embedSubagents } from "./subagents.js";
import { readTranscript } from "./transcript.js";

/** Reads a session with its sub-agents. Throws when the transcript cannot be read. */
export async function loadSession(ref: SessionRef, context: Context): Promise<Session> {
  // Only this source makes and reads its locators.
  const { path, folder, agents } = ref.locator as unknown as Locator;
  const { entries, tally } = await readTranscript(path, context);
  const { main, runs } = splitSidechains(entries);
  const shared = present({ path, folder, project: ref.project });

  const format = "claude/jsonl";
  const session = await buildSession(main, { ...shared, id: ref.id, format, tally }, context);
  const embedded: Agent[] = [];
  for (const run of runs) embedded.push(await buildRun(run, shared, context));
  for (const agent of agents) {
    const built = await buildAgent(agent, shared, context);
    if (built) embedded.push(built);
  }
  const whole = embedSubagents(session, embedded);
  return ref.parent ? { ...whole, parent: ref.parent } : whole;
}

type Shared = Pick<Parameters<typeof buildSession>[1], "path" | "folder" | "project">;

/** A sub-agent inside its parent's transcript; its records are counted in its own tally. */
function buildRun(run: Entry[], shared: Shared, context: Context): Promise<BuiltSession> {
  const [first] = run;
  const id = textOf(first?.record.uuid) ?? `line-${first?.line ?? 0}`;
  const source = { ...shared, id, format: "claude/sidechain", tally: new TallyCounter() };
  return buildSession(run, source, context);
}

async function buildAgent(
  { path, sidecar }: Locator["agents"][number],
  shared: Shared,
  context: Context,
): Promise<Agent | undefined> {
  const id = transcriptId(path);
  try {
    const { entries, tally } = await readTranscript(path, context);
    const source = { ...shared, path, id, format: "claude/jsonl", tally };
    const built = await buildSession(entries, source, context);
    return {
      ...built,
      ...present({
        agentId: textOf(built.session.native?.agentId) ?? id.replace(/^agent-/, ""),
        sidecar: sidecar === undefined ? undefined : await readSidecar(sidecar, context),
      }),
    };
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report({
      severity: "error",
      code: "unreadable-file",
      message: `The sub-agent's transcript cannot be read: ${messageOf(cause)}`,
      origin: { path },
      cause,
    });
    return undefined;
  }
}

async function readSidecar(path: string, context: Context): Promise<JsonObject | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  const sidecar = objectOf(parseLine(text));
  if (!sidecar)
    context.report({
      severity: "warning",
      code: "malformed-sidecar",
      message:
        "The file beside the sub-agent's transcript cannot be read or is not JSON; the kind of the agent is not known.",
      origin: { path },
    });
  return sidecar;
}
