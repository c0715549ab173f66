import { basename, relative, sep } from "node:path";
import { type Context, type FilePart, type JsonObject, present } from "@chatexport/core";
import {
  objectOf,
  objectsOf,
  parseLine,
  type TallyCounter,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { malformedSidecar, unreadablePart } from "../diagnostics.js";
import { readPrivateFile } from "../files/private-file.js";
import { countedRecords } from "../parse/read-transcript.js";

/** The facts in the files of a session's workflows. */
export interface Workflows {
  /** Manifests, scripts and journals, as they are. */
  files: FilePart[];
  /** By the id of a sub-agent what is known about it. */
  agents: Map<string, JsonObject>;
  /** By the id of a run the background task that it was. */
  tasks: Map<string, string>;
}

/**
 * Reads the workflows of a session: their manifests, scripts and journals lie in its own folder and
 * in those of its copies. The lines of a journal are records of the session, and the whole journal is
 * attached.
 */
export async function readWorkflows(
  companions: readonly string[],
  folders: readonly string[],
  tally: TallyCounter,
  context: Context,
): Promise<Workflows> {
  const found: Workflows = { files: [], agents: new Map(), tasks: new Map() };
  const seen = new Set<string>();
  for (const path of companions) {
    const folder = folders.find((candidate) => path.startsWith(candidate + sep));
    if (folder === undefined) continue;
    const place = relative(folder, path);
    const kind = kindOf(place.split(sep));
    // The same run in the folder of a copy tells nothing more.
    if (!kind || seen.has(place)) continue;
    seen.add(place);
    const file = fileOf(path, folder, kind, context);
    found.files.push(file);
    if (file.text === undefined) continue;
    if (kind === "manifest") readManifest(path, file.text, found, context);
    if (kind === "journal") await readJournal(path, found, tally, context);
  }
  return found;
}

/** The run of a workflow in whose folder a sub-agent's transcript lies. */
export function runOf(path: string): string | undefined {
  const [subagents, workflows, runId] = path.split(sep).slice(-4);
  return subagents === "subagents" && workflows === "workflows" ? runId : undefined;
}

// The results of all agents of a run stand in its journal.
const kinds = {
  manifest: { mediaType: "application/json", largestMiB: 1 },
  script: { mediaType: "text/javascript", largestMiB: 1 },
  journal: { mediaType: "application/jsonl", largestMiB: 16 },
};

type Kind = keyof typeof kinds;

function kindOf(place: readonly string[]): Kind | undefined {
  const [first, second, third = "", fourth] = place;
  if (first === "workflows" && place.length === 2)
    return second?.startsWith("wf_") && second.endsWith(".json") ? "manifest" : undefined;
  if (first === "workflows" && second === "scripts" && place.length === 3)
    return third.endsWith(".js") ? "script" : undefined;
  const isJournal = place.length === 4 && fourth === "journal.jsonl";
  return isJournal && first === "subagents" && second === "workflows" ? "journal" : undefined;
}

function fileOf(path: string, folder: string, kind: Kind, { report }: Context): FilePart {
  const { mediaType, largestMiB } = kinds[kind];
  const part = { type: "file" as const, mediaType, name: basename(path), path };
  try {
    const read = readPrivateFile(path, folder, largestMiB);
    return { ...part, ...read, from: "tool" };
  } catch (cause) {
    report(unreadablePart(path, "workflow", cause));
    return { ...part, missing: "not readable", from: "tool" };
  }
}

function readManifest(path: string, text: string, found: Workflows, { report }: Context): void {
  const manifest = objectOf(parseLine(text));
  const runId = textOf(manifest?.runId) ?? basename(path, ".json");
  if (!manifest) report(malformedSidecar(path, "workflow"));
  const taskId = textOf(manifest?.taskId);
  if (taskId) found.tasks.set(runId, taskId);
  for (const item of objectsOf(manifest?.workflowProgress)) {
    const { type, agentId, label, phaseTitle, state, attempt } = item;
    if (type !== "workflow_agent" || !textOf(agentId)) continue;
    addFacts(found, wordOf(agentId), present({ label, phaseTitle, state, attempt }));
  }
}

async function readJournal(
  path: string,
  found: Workflows,
  tally: TallyCounter,
  context: Context,
): Promise<void> {
  for await (const { type, agentId, result } of countedRecords(path, tally, context)) {
    tally.keep();
    if (type === "result" && textOf(agentId)) addFacts(found, wordOf(agentId), present({ result }));
  }
}

function addFacts({ agents }: Workflows, agentId: string, facts: JsonObject): void {
  agents.set(agentId, { ...agents.get(agentId), ...facts });
}
