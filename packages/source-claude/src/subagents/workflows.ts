import { basename, relative, sep } from "node:path";
import { type Context, type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { objectOf, objectsOf, parseLine, type TallyCounter, textOf } from "@chatexport/core/read";
import { malformedSidecar, unreadablePart } from "../diagnostics.js";
import { readPrivateFile } from "../files/private-file.js";
import { countedRecords } from "../parse/read-transcript.js";

/** The facts in the files of a session's workflows. */
export class Workflows {
  /** Manifests, scripts and journals, as they are. */
  readonly files: FilePart[] = [];
  /** By the id of a sub-agent what is known about it. */
  readonly agents = new Map<string, JsonObject>();
  /** By the id of a run the background task that it was. */
  readonly tasks = new Map<string, string>();

  /** Adds what a file says about a sub-agent, where it names one. */
  addFacts(agentId: Json | undefined, facts: JsonObject): void {
    const id = textOf(agentId);
    if (id) this.agents.set(id, { ...this.agents.get(id), ...facts });
  }
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
  const found = new Workflows();
  const seen = new Set<string>();
  for (const path of companions) {
    const folder = folders.find((candidate) => path.startsWith(candidate + sep));
    if (folder === undefined) continue;
    const place = relative(folder, path).replaceAll(sep, "/");
    const kind = kinds.find(({ places }) => places.test(place));
    // The same run in the folder of a copy tells nothing more.
    if (!kind || seen.has(place)) continue;
    seen.add(place);
    const file = fileOf(path, folder, kind, context);
    found.files.push(file);
    if (file.text === undefined) continue;
    if (kind.is === "manifest") readManifest(path, file.text, found, context);
    if (kind.is === "journal")
      for await (const { type, agentId, result } of countedRecords(path, tally, context)) {
        tally.keep();
        if (type === "result") found.addFacts(agentId, present({ result }));
      }
  }
  return found;
}

/** The run of a workflow in whose folder a sub-agent's transcript lies. */
export function runOf(path: string): string | undefined {
  const [subagents, workflows, runId] = path.split(sep).slice(-4);
  return subagents === "subagents" && workflows === "workflows" ? runId : undefined;
}

/** The files of workflows by their places; a journal has the results of all agents of a run. */
const kinds = [
  { is: "manifest", places: /^workflows\/wf_[^/]*\.json$/, mediaType: "application/json" },
  { is: "script", places: /^workflows\/scripts\/[^/]*\.js$/, mediaType: "text/javascript" },
  {
    is: "journal",
    places: /^subagents\/workflows\/[^/]*\/journal\.jsonl$/,
    mediaType: "application/jsonl",
    largestMiB: 16,
  },
];

function fileOf(
  path: string,
  folder: string,
  { mediaType, largestMiB = 1 }: (typeof kinds)[number],
  { report }: Context,
): FilePart {
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
    if (type === "workflow_agent")
      found.addFacts(agentId, present({ label, phaseTitle, state, attempt }));
  }
}
