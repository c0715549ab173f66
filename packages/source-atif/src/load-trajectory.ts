import {
  type Context,
  defined,
  type Message,
  nonEmpty,
  type Part,
  present,
  type Session,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { listOf, objectOf, reportLine } from "@chatexport/core/read";
import {
  Draft,
  type Fate,
  type Fields,
  type Holder,
  keepRest,
  readRecords,
  type StoredRecord,
  toolDefinitions,
} from "@chatexport/core/source";
import { partsIn } from "./content.js";
import { fieldsOf } from "./fields.js";
import { type Place, type StoredTrajectory, trajectoryAt } from "./places.js";
import { detailsOf } from "./tools.js";
import { usageOf } from "./usage.js";

/** A trajectory while its steps are read. */
class Reading implements Holder {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  /** The ids of the trajectories of sub-agents, by the call that started each. */
  readonly started = new Map<string, string>();
  native?: Holder["native"] & object;
}

/** Loads a trajectory with those of its sub-agents. Throws when it is there no more. */
export async function loadTrajectory(place: Place, id: string, context: Context): Promise<Session> {
  const { trajectory, damaged } = trajectoryAt(place);
  for (const each of damaged) reportLine({ ...each, line: place.line ?? 1 }, place.path, context);
  return readTrajectory({ trajectory, damaged }, id, place.path, context);
}

async function readTrajectory(
  { trajectory, damaged }: StoredTrajectory,
  id: string,
  path: string,
  context: Context,
): Promise<Session> {
  const reading = new Reading();
  const { draft } = reading;
  const fields = fieldsOf(trajectory);
  const steps = listOf(fields.fitting("steps", Array.isArray)) ?? [];
  const inside = listOf(fields.fitting("subagent_trajectories", areObjects)) ?? [];
  draft.tally.read();
  draft.tally.keep();
  const file = { path, records: [steps.map(recordOf)], draftOf: () => draft };
  await readRecords(file, (record) => readStep(record, reading), context);
  for (const each of damaged) draft.addDamaged(each);
  const subagents: Session[] = [];
  for (const [index, one] of inside.entries()) {
    const object = objectOf(one) ?? {};
    const own = object.trajectory_id;
    const subagentId = typeof own === "string" && own !== "" ? own : `${id}-${index + 1}`;
    const subagent = await readTrajectory(
      { trajectory: object, damaged: [] },
      subagentId,
      path,
      context,
    );
    const toolCallId = reading.started.get(subagentId);
    const parent = { sessionId: id, relation: "subagent" as const };
    subagents.push({ ...subagent, parent: present({ ...parent, toolCallId }) });
  }
  const agent = fields.object("agent");
  const metrics = fields.object("final_metrics");
  const extra = fields.object("extra");
  const version = agent?.text("version");
  const title = extra?.text("title");
  const times = draft.messages.flatMap(({ createdAt }) => createdAt ?? []);
  fields.text("schema_version");
  for (const name of ["trajectory_id", "session_id"]) fields.fitting(name, (value) => value === id);
  const session = draft.session({
    id,
    source: "atif",
    format: "atif/trajectory",
    title,
    titleFrom: title === undefined ? undefined : "generated",
    startedAt: times[0],
    updatedAt: times.at(-1),
    cwd: extra?.text("cwd"),
    toolVersion: version === "unknown" ? undefined : version,
    subagents: nonEmpty(subagents),
    tools: nonEmpty(toolDefinitions(agent?.objects("tool_definitions") ?? [])),
    usage: metrics && usageOf(metrics, "total_"),
    origin: { path },
  });
  // The trajectory names the one that it was run with.
  const model = agent?.text("model_name");
  keepRest(reading, fields, "trajectory", draft.tally);
  const { native } = reading;
  return present<Session>({ ...session, model, records: draft.tally.result(), native });
}

function areObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => objectOf(item) !== undefined);
}

function recordOf(step: unknown, index: number): StoredRecord {
  const raw = objectOf(step) ?? { step: step as never };
  const fields = fieldsOf(raw);
  const type = fields.word(["system", "user", "agent"], "source") ?? "step";
  const createdAt = fields.time("timestamp");
  return present<StoredRecord>({ type, at: `steps/${index}`, createdAt, fields, raw });
}

const roles = { system: "system", user: "user", agent: "assistant" } as const;

function readStep(record: StoredRecord, reading: Reading): Fate {
  const { fields, type, createdAt } = record;
  const role = roles[type as keyof typeof roles];
  const parts = partsIn(fields, "message");
  if (!role || !parts) return "unknown";
  const reasoning = fields.text("reasoning_content");
  if (reasoning !== undefined) parts.unshift({ type: "reasoning", text: reasoning });
  const calls = fields.objects("tool_calls").map((stored) => callOf(stored, createdAt));
  if (calls.includes(undefined)) return "unknown";
  for (const call of calls) if (call) parts.push(call);
  const metrics = fields.object("metrics");
  const extra = fields.object("extra");
  const id = extra?.text("message_id");
  const message = reading.draft.write({ ...record, id }, role, parts, {
    model: fields.text("model_name"),
    effort: fields.text("reasoning_effort"),
    mode: extra?.text("mode"),
    cwd: extra?.text("cwd"),
    stopReason: extra?.text("stop_reason"),
    usage: metrics && usageOf(metrics),
  });
  for (const part of parts) if (part.type === "tool-call") reading.calls.set(part.id, part);
  for (const result of fields.object("observation")?.objects("results") ?? [])
    endCall(result, message, reading);
  return { kept: message };
}

function callOf(stored: Fields, startedAt: string | undefined): ToolCall | undefined {
  const [id, name] = [stored.text("tool_call_id"), stored.text("function_name")];
  const input = stored.json("arguments");
  if (id === undefined || name === undefined) return undefined;
  const extra = stored.object("extra");
  const status = extra?.word(statuses, "status") ?? "unknown";
  const [title, server] = [extra?.text("title"), extra?.text("server")];
  const call = defined({ type: "tool-call" as const, id, name, server, startedAt, input });
  return { ...call, status, ...detailsOf(name, input), ...(title !== undefined && { title }) };
}

const statuses = ["completed", "failed", "cancelled", "rejected", "pending"] as const;

/** Ends a call of the step with its observation; without a call, the message itself has that. */
function endCall(stored: Fields, message: Message, reading: Reading): void {
  const id = stored.text("source_call_id");
  const call = id === undefined ? undefined : reading.calls.get(id);
  const content = partsIn(stored, "content", "tool") ?? [];
  for (const reference of stored.objects("subagent_trajectory_ref")) {
    const subagent = reference.text("trajectory_id") ?? reference.text("session_id");
    reference.fitting("session_id", (value) => value === subagent);
    if (!call || subagent === undefined) continue;
    Object.assign(call, { kind: "task", subagent });
    reading.started.set(subagent, call.id);
  }
  const extra = stored.object("extra");
  const result = present<ToolResult>({
    content,
    isError: extra?.flag("is_error") ?? false,
    exitCode: extra?.number("exit_code"),
    truncated: extra?.flag("truncated"),
  });
  if (call && !call.result) {
    call.result = result;
    if (call.status === "unknown") call.status = result.isError ? "failed" : "completed";
  } else if (id !== undefined) message.parts.push({ type: "tool-result", toolCallId: id, result });
  else message.parts.push(...content.map(observed));
}

function observed(part: Part): Part {
  return part.type === "text" ? { ...part, synthetic: "output" } : part;
}
