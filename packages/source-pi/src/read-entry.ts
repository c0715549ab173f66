import {
  type CompactionPart,
  type NoticePart,
  type Part,
  present,
  type ToolDefinition,
  type ToolResult,
} from "@chatexport/core";
import { addNative, endCall, type Fate, type Fields, recordReaders } from "@chatexport/core/source";
import { partsIn } from "./content.js";
import type { Entry } from "./entry.js";
import { withFiles } from "./prompt-files.js";
import type { Reading } from "./reading.js";
import { says } from "./says.js";
import { usageIn } from "./usage.js";

/** Adds what an entry says to its session. */
export const readEntry = recordReaders<Entry, [Reading]>({
  session: ({ envelope }, reading) => {
    for (const name of ["id", "cwd", "parentSession", "branchedFrom"]) envelope.text(name);
    return { kept: reading };
  },
  "message/user": readPrompt,
  "message/assistant": readAnswer,
  "message/toolResult": readResult,
  "message/bashExecution": readCommand,
  "message/system": readInstructions,
  "message/custom custom_message": readInjected,
  "message/branchSummary branch_summary": readSummary,
  "message/compactionSummary compaction": readCompaction,
  session_info: ({ envelope }, reading) => {
    reading.name = envelope.text("name") ?? reading.name;
    return { kept: reading };
  },
  "label context_edit": ({ envelope }, reading) => {
    const target = reading.tree.messageAt(envelope.text("targetId"));
    return target ? { kept: target } : "unknown";
  },
  usage: readUsage,
  // Each answer names its model, and how much it was asked to think.
  "model_change thinking_level_change": () => ({ skipped: "bookkeeping" }),
  custom: ({ envelope }) => {
    envelope.json("data");
    return { skipped: "extension-state" };
  },
});

function readPrompt(entry: Entry, reading: Reading): Fate {
  const parts = partsIn(entry.fields);
  return parts ? { kept: reading.begin(entry, "user", withFiles(parts)) } : "unknown";
}

function readAnswer(entry: Entry, reading: Reading): Fate {
  const { fields } = entry;
  const parts = partsIn(fields);
  if (!parts) return "unknown";
  const stopReason = fields.text("stopReason");
  const isAborted = stopReason === "aborted";
  const error = isAborted ? undefined : fields.text("errorMessage");
  const usage = usageIn(fields);
  for (const part of parts)
    if (part.type === "tool-call") {
      Object.assign(part, present({ startedAt: entry.createdAt }));
      reading.calls.set(part.id, part);
    }
  if (isAborted) parts.push(notice("warning", says.interrupted));
  else if (error !== undefined || stopReason === "error")
    parts.push(notice("error", error ?? says.failed));
  const message = reading.begin(entry, "assistant", parts, {
    model: fields.text("model"),
    provider: fields.text("provider"),
    effort: fields.text("thinkingLevel"),
    responseId: fields.text("responseId"),
    stopReason,
    usage,
  });
  return { kept: message };
}

function notice(level: NoticePart["level"], text: string): Part {
  return { type: "notice", level, text };
}

/** Ends a call with its result; without the call, the result is a message of its own. */
function readResult(entry: Entry, reading: Reading): Fate {
  const { fields, createdAt } = entry;
  const content = partsIn(fields, "tool");
  const toolCallId = fields.text("toolCallId");
  if (!content || toolCallId === undefined) return "unknown";
  const call = reading.calls.get(toolCallId);
  fields.fitting("toolName", (name) => name === call?.name);
  const result = resultOf(content, fields);
  if (call?.kind === "execute") takeExitCode(result);
  const orphan = endCall(call, toolCallId, result, { completedAt: createdAt });
  return { kept: orphan ? reading.begin(entry, "system", [orphan]) : result };
}

function resultOf(content: Part[], fields: Fields): ToolResult {
  const details = fields.object("details");
  const truncation = details?.object("truncation");
  // The end of the output, which the content has.
  truncation?.text("content");
  return present<ToolResult>({
    content,
    isError: fields.flag("isError") ?? false,
    truncated: truncation?.flag("truncated") || undefined,
    fullOutputPath: details?.text("fullOutputPath") ?? fields.text("fullOutputPath"),
  });
}

/** Takes the exit code out of the line that the tool puts below the output of a command which failed. */
function takeExitCode(result: ToolResult): void {
  const last = result.content.at(-1);
  const [line, code] =
    (last?.type === "text" && /\s{0,20}\bCommand exited with code (\d{1,10})$/.exec(last.text)) ||
    [];
  if (line === undefined || last?.type !== "text") return;
  last.text = last.text.slice(0, -line.length);
  result.exitCode = Number(code);
}

/** A command that a person ran from the prompt. */
function readCommand(entry: Entry, reading: Reading): Fate {
  const { fields } = entry;
  const [command, text] = [fields.text("command"), fields.string("output")];
  if (command === undefined || text === undefined) return "unknown";
  const [exitCode, isCancelled] = [fields.number("exitCode"), fields.flag("cancelled")];
  // As the tool tells its model.
  const end = isCancelled ? says.cancelled : exitCode ? `${says.exited} ${exitCode}` : "";
  const output = [text.trimEnd(), end].filter((each) => each !== "").join("\n\n");
  const parts: Part[] = [
    { type: "text", text: `! ${command}`, synthetic: "command" },
    ...(output === ""
      ? []
      : [{ type: "text" as const, text: output, synthetic: "output" as const }]),
  ];
  const message = reading.begin(entry, "user", parts, { synthetic: "command" });
  addNative(
    message,
    present({
      truncated: fields.flag("truncated") || undefined,
      fullOutputPath: fields.text("fullOutputPath"),
    }),
  );
  return { kept: message };
}

/** The system prompt and the tools, or what changes in them (1.0 and later). */
function readInstructions(entry: Entry, reading: Reading): Fate {
  const parts = instructionsIn(entry.fields, reading);
  if (!parts) return "unknown";
  const message = reading.begin(entry, "system", parts, { synthetic: "instructions" });
  return { kept: message };
}

function instructionsIn(fields: Fields, reading: Reading): Part[] | undefined {
  const parts = partsIn(fields);
  if (!parts) return undefined;
  const sections = fields.object("sections");
  for (const name of sections?.names ?? []) {
    const text = sections?.text(name);
    if (text !== undefined) parts.push({ type: "text", text, synthetic: "instructions" });
  }
  for (const tool of fields.objects("toolsAdded")) {
    const name = tool.text("name");
    if (name === undefined) continue;
    const inputSchema = tool.object("parameters")?.all();
    const definition = present<ToolDefinition>({
      name,
      description: tool.text("description"),
      inputSchema,
    });
    const native = tool.rest();
    reading.tools.set(name, native ? { ...definition, native } : definition);
  }
  return parts.map((part) =>
    part.type === "text" ? { ...part, synthetic: "instructions" } : part,
  );
}

/** Reads the words of an extension to the model. */
function readInjected(entry: Entry, reading: Reading): Fate {
  const parts = partsIn(entry.fields);
  if (!parts) return "unknown";
  const injected = parts.map(
    (part): Part => (part.type === "text" ? { ...part, synthetic: "context" } : part),
  );
  return { kept: reading.begin(entry, "system", injected, { synthetic: "context" }) };
}

/** Reads the summary of a line that the person left. */
function readSummary(entry: Entry, reading: Reading): Fate {
  const text = entry.fields.text("summary");
  if (text === undefined) return "unknown";
  const part: Part = { type: "text", text, synthetic: "context" };
  const usage = usageIn(entry.fields);
  return { kept: reading.begin(entry, "system", [part], { synthetic: "context", usage }) };
}

function readCompaction(entry: Entry, reading: Reading): Fate {
  const { fields } = entry;
  const summary = fields.text("summary");
  if (summary === undefined) return "unknown";
  const tokensBefore = fields.number("tokensBefore");
  const part = present<CompactionPart>({ type: "compaction", summary, tokensBefore });
  return { kept: reading.begin(entry, "system", [part], { usage: usageIn(fields) }) };
}

/** Tokens outside of an answer. */
function readUsage(entry: Entry, reading: Reading): Fate {
  if (!entry.envelope.object("usage")) return "unknown";
  const usage = usageIn(entry.envelope);
  const part: Part = { type: "notice", level: "info", text: says.used, code: "usage" };
  const [model, provider] = [entry.envelope.text("model"), entry.envelope.text("provider")];
  return { kept: reading.begin(entry, "system", [part], { model, provider, usage }) };
}
