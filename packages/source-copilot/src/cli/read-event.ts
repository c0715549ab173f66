import { type NoticePart, type Part, present, type Synthetic } from "@chatexport/core";
import { type Fate, type RecordReader, recordReaders } from "@chatexport/core/source";
import { isOfTerminal } from "../head.js";
import { says } from "../says.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";
import { promptText } from "./prompt-text.js";
import { readAnswer, readReasoning, readUsage } from "./read-answer.js";
import { readCallEnd, readCallStart } from "./read-call.js";
import { readCompaction, readTruncation } from "./read-compaction.js";
import { readPermission, readResponse } from "./read-reply.js";
import type { Reading } from "./reading.js";
import { shutdownOf } from "./usage.js";

/** Adds what an event says to the conversation of its agent. */
export function readEvent(event: CliEvent, conversation: Conversation, reading: Reading): Fate {
  // The tool's own records of its calls of models repeat what the other events say.
  if (event.type.startsWith("model.")) return { skipped: "debug" };
  return read(event, conversation, reading);
}

type Reader = RecordReader<CliEvent, [Conversation, Reading]>;

const read = recordReaders<CliEvent, [Conversation, Reading]>({
  "session.start session.resume session.context_changed": readStart,
  "session.model_change session.mode_changed subagent.configured": readSetting,
  "user.message": readPrompt,
  "system.message": readSystemPrompt,
  "assistant.message": readAnswer,
  "assistant.reasoning": readReasoning,
  "session.usage_record": readUsage,
  "tool.execution_start tool.user_requested": readCallStart,
  "tool.execution_complete": readCallEnd,
  "permission.completed": readPermission,
  "human_response.recorded": readResponse,
  "session.fusion_handoff": readFusionHandoff,
  "session.binary_asset": ({ fields: data }, _, { assets }) => ({ kept: assets.add(data) }),
  "subagent.started subagent.completed subagent.failed": readSubagent,
  "session.compaction_complete": readCompaction,
  "session.truncation": readTruncation,
  "skill.invoked skill.context_delivered": injectedReader("skill"),
  "system.notification": injectedReader("notification"),
  "hook.end": readHook,
  "session.error": noticeReader("error"),
  "session.warning abort": noticeReader("warning"),
  [`session.info session.handoff session.task_complete session.context_cleared
    session.schedule_created skill.invoked_ref`]: noticeReader("info"),
  "session.shutdown": ({ fields: data }, _, reading) => {
    reading.shutdowns.push(shutdownOf(data));
    return { kept: reading };
  },
  timeline: () => ({ skipped: "repeated" }),
  [`assistant.turn_start assistant.turn_end session.compaction_start hook.start
    session.usage_checkpoint session.plan_changed session.workspace_file_changed
    session.remote_steerable_changed session.permissions_changed
    session.session_limits_changed session.schedule_cancelled
    session.schedule_rearmed session.mode_notice_delivered session.auto_mode_resolved
    session.autopilot_objective_changed session.completion_receipt
    session.canvas.recorded session.canvas.removed session.fusion_completed
    session.fusion_resolved session.fusion_route_failed assistant.fusion_phase_completed
    assistant.fusion_phase_failed external_tool.requested external_tool.completed
    subagent.selected subagent.deselected permission.requested permission.assentDetected
    permission.carriedForward tool_search.activated permission.contextualAuthorization
    permission.messageAuthorization permission.messageAuthorizationRead
    permission.messageAuthorizationDegraded session.import_legacy
    session.permission_recovery session.model_deselected
    session.request_body_compression_disabled session.fusion_change_checkpoint
    session.fusion_commit_started mcp.oauth_recovery_completed
    skill.context_delivered_ref`]: () => ({ skipped: "bookkeeping" }),
  // These are only sent to programs that listen; a file that has them says the same again.
  [`assistant.idle assistant.intent assistant.message_delta assistant.message_start
    assistant.usage assistant.reasoning_delta assistant.streaming_delta
    assistant.tool_call_delta command.completed command.execute command.queued
    elicitation.completed elicitation.requested exit_plan_mode.completed
    exit_plan_mode.requested hook.progress pending_messages.modified session.idle
    session.title_changed session.todos_changed session.tools_updated session.usage_info
    session.skills_loaded session.background_tasks_changed session.custom_agents_updated
    session.mcp_servers_loaded session.mcp_server_status_changed
    tool.execution_partial_result tool.execution_progress user_input.completed
    user_input.requested`]: { skipped: "transient" },
});

function readStart({ fields: data }: CliEvent, conversation: Conversation, reading: Reading): Fate {
  const context = data.object("context") ?? data;
  // A service may count its calls from 1 again in each run.
  conversation.responses.clear();
  conversation.effort = data.text("reasoningEffort") ?? conversation.effort;
  Object.assign(
    reading.git,
    present<Reading["git"]>({
      branch: context.text("branch"),
      commit: context.text("headCommit"),
      repository: context.text("repository"),
    }),
  );
  // The head of the session has these.
  data.text("sessionId");
  data.time("startTime");
  data.number("version");
  context.text("cwd");
  context.text("gitRoot");
  const version = data.text("copilotVersion");
  reading.version ??= version;
  const model = data.text("selectedModel");
  reading.model ??= model;
  return { kept: reading };
}

function readSetting(
  { fields: data }: CliEvent,
  conversation: Conversation,
  reading: Reading,
): Fate {
  reading.nextModel = data.text("newModel") ?? reading.nextModel;
  conversation.effort = data.text("reasoningEffort") ?? conversation.effort;
  conversation.mode = data.text("newMode") ?? conversation.mode;
  for (const name of ["model", "contextTier", "source", "multiTurn"]) data.json(name);
  return { skipped: "bookkeeping" };
}

function readPrompt(event: CliEvent, conversation: Conversation, { assets }: Reading): Fate {
  const { fields: data } = event;
  conversation.settleReasoning();
  conversation.mode = data.text("agentMode") ?? conversation.mode;
  const content = data.string("content") ?? "";
  const transformed = data.string("transformedContent") ?? content;
  const { typed, seen, pieces } = promptText(content, transformed);
  const isWhole = pieces.some((piece) => !piece.synthetic && piece.text.trim() === typed.trim());
  const source = data.text("source") ?? "user";
  const synthetic = isOfTerminal(typed)
    ? "notification"
    : sourceKinds.find(([beginning]) => source.startsWith(beginning))?.[1];
  const own: Part[] = typed === "" ? [] : [present({ type: "text", text: typed, synthetic })];
  const at = pieces.findIndex((piece) => !piece.synthetic);
  const [before, after] = at === -1 ? [pieces, []] : [pieces.slice(0, at), pieces.slice(at + 1)];
  const files = data.objects("attachments").map((file) => assets.file(file, "upload"));
  const parts =
    isWhole || typed === "" ? [...before, ...own, ...files, ...after] : [...own, ...files];
  const message = conversation.begin(event, "user", parts);
  if (synthetic) message.synthetic = synthetic;
  if (!isWhole && typed !== "" && seen !== typed)
    message.native = { ...message.native, transformedContent: seen };
  if (source !== "user") message.native = { ...message.native, source };
  return { kept: message };
}

/** The writers of prompts that no person wrote; what an agent asks of another one is a prompt. */
const sourceKinds: readonly (readonly [beginning: string, synthetic: Synthetic])[] = [
  ["skill", "skill"],
  ["system", "notification"],
  ["autopilot", "reminder"],
  ["hook", "hook"],
];

function readSystemPrompt(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  const text = data.text("content");
  if (text === undefined) return "unknown";
  if (text === conversation.systemPrompt) return { skipped: "repeated" };
  conversation.systemPrompt = text;
  const message = conversation.begin(event, "system", [
    { type: "text", text, synthetic: "instructions" },
  ]);
  message.synthetic = "instructions";
  data.text("role");
  // The same text in pieces (1.0.102).
  for (const block of data.objects("contentBlocks"))
    block.fitting("content", (piece) => typeof piece === "string" && text.includes(piece));
  return { kept: message };
}

/**
 * The handoff that one model leaves for the next one that works on the same (1.0.102); without a
 * text, a notice names that model.
 */
function readFusionHandoff(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  const said = data.text("message") ?? data.object("message")?.text("content");
  if (said === undefined) {
    const text = `${says.nextModel} ${data.text("targetModel") ?? says.otherModel}.`;
    return conversation.add(event, { type: "notice", level: "info", text, code: event.type });
  }
  const part: Part = { type: "text", text: said, synthetic: "context" };
  conversation.begin(event, "system", [part]).synthetic = "context";
  return { kept: part };
}

function readSubagent(
  { type, fields: data, createdAt }: CliEvent,
  conversation: Conversation,
): Fate {
  const { notes } = conversation;
  if (type === "subagent.started") conversation.startedAt ??= createdAt;
  Object.assign(
    notes,
    present<typeof notes>({
      toolCallId: data.text("toolCallId"),
      displayName: data.text("agentDisplayName"),
      name: data.text("agentName"),
      model: data.text("model"),
    }),
  );
  return { kept: notes };
}

function injectedReader(synthetic: "skill" | "notification"): Reader {
  return (event, conversation) => {
    const text = event.fields.string("content");
    if (text === undefined) return "unknown";
    if (text === "") return { skipped: "empty" };
    const part: Part = { type: "text", text, synthetic };
    conversation.begin(event, "system", [part]).synthetic = synthetic;
    return { kept: part };
  };
}

/** The message of a hook of the user; most have none. */
function readHook(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  const text = `${says.hook} ${data.text("hookType") ?? says.hookOfUser} ${says.ran}`;
  const level = data.flag("success") === false ? "warning" : "info";
  const said = data.only("output", "error");
  const native = { ...said, ...data.rest(), ...event.envelope.rest() };
  if (!said && event.envelope.unknown.length === 0) return { skipped: "bookkeeping" };
  return conversation.add(event, { type: "notice", level, text, code: "hook", native });
}

const ownTexts: Readonly<Record<string, string>> = {
  abort: says.interrupted,
  "session.handoff": says.handedOver,
  "session.context_cleared": says.cleared,
  "session.task_complete": says.completed,
  "skill.invoked_ref": says.skill,
};

function noticeReader(level: NoticePart["level"]): Reader {
  return (event, conversation, { calls }) => {
    const { fields: data, type } = event;
    conversation.settleReasoning();
    if (type === "abort")
      for (const call of calls.values()) if (call.status === "pending") call.status = "cancelled";
    const text = data.text("message", "summary", "displayPrompt", "prompt") ?? ownTexts[type];
    if (text === undefined) return "unknown";
    const code = data.text("errorType", "infoType", "warningType") ?? type;
    const fate = conversation.add(event, { type: "notice", level, text, code });
    // A turn that gave no answer has used tokens, too.
    const [first] = conversation.pendingUsage;
    const message = conversation.messages.at(-1);
    if (first && message && level !== "info") {
      const [callId, pending] = first;
      message.usage = pending.usage;
      conversation.pendingUsage.delete(callId);
      conversation.draft.keep(pending.event, message);
    }
    return fate;
  };
}
