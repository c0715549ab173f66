/**
 * The floor of the same output: reads and parses each line, and writes messages as an export to JSON Lines
 * does, byte for byte but for a few, with the hash that an archive keeps. It knows what the generator writes
 * and nothing else: no branches, no damage, no facts about sessions.
 * node same-output.mjs HOME OUT
 */
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { linesOf, transcriptsBelow } from "./transcripts.mjs";

const [home, out] = process.argv.slice(2);
const roomBytes = 1 << 20;

/** In characters: shorter ones stay although they are repeated. */
const longText = 101;

/** Fields that are undefined are left out when a message is written, in the order of the model. */
function messagesOf(records, path) {
  const results = resultsIn(records, join(path.replace(/\.jsonl$/, ""), "tool-results"));
  const messages = [];
  let answer;
  const begin = ({ uuid, timestamp, permissionMode }, at, role, parts, more) => {
    const message = {
      id: uuid,
      parentId: messages.at(-1)?.id,
      role,
      createdAt: timestamp,
      completedAt: undefined,
      model: more?.model,
      responseId: more?.responseId,
      mode: permissionMode,
      parts,
      usage: undefined,
      fragments: undefined,
      origin: { at: at + 1 },
      native: more?.native,
    };
    messages.push(message);
    return message;
  };
  for (const [at, record] of records.entries()) {
    const { type, uuid, timestamp, message, requestId, attachment } = record;
    if (type === "assistant") {
      const { id: responseId, model, content, usage } = message;
      const parts = content.map((block) => partOf(block, timestamp, results));
      if (answer?.responseId === responseId) {
        answer.parts.push(...parts);
        answer.completedAt = timestamp;
        addFragment(answer, record);
      } else {
        const more = { model, responseId, native: { requestId } };
        answer = begin(record, at, "assistant", parts, more);
      }
      // Should a later record say less, the larger number stands.
      if (usage.output_tokens >= (answer.usage?.outputTokens ?? 0)) answer.usage = usageOf(usage);
    } else if (type === "user") {
      const parts = contentOf(message.content);
      if (parts.length > 0) begin(record, at, "user", parts);
    } else if (type === "attachment") {
      const native = { attachment: attachment.type };
      begin(record, at, "user", contentOf(attachment.prompt), { native });
    } else if (type === "system") {
      answer.native.turnDurationMs = record.durationMs;
      addFragment(answer, { uuid, timestamp });
    }
  }
  return messages;
}

function addFragment(message, { uuid, timestamp }) {
  message.fragments ??= [];
  message.fragments.push({ id: uuid, createdAt: timestamp });
}

/** The results of calls by their ids, with what their records say. */
function resultsIn(records, folder) {
  const results = new Map();
  for (const { type, message, toolUseResult, timestamp, uuid } of records)
    if (type === "user" && typeof message.content !== "string")
      for (const block of message.content)
        if (block.type === "tool_result")
          results.set(block.tool_use_id, { block, output: toolUseResult, timestamp, uuid, folder });
  return results;
}

function usageOf({
  input_tokens,
  output_tokens,
  cache_read_input_tokens: cacheReadTokens,
  cache_creation_input_tokens: cacheWriteTokens,
}) {
  const inputTokens = input_tokens + cacheReadTokens + cacheWriteTokens;
  return { inputTokens, outputTokens: output_tokens, cacheReadTokens, cacheWriteTokens };
}

function contentOf(content) {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content.flatMap(({ type, text, source }) => {
    // What a sub-agent's id is for, the model alone needs to know.
    if (type === "text" && text.startsWith("agentId: "))
      return { type, text, synthetic: "context" };
    if (type === "text") return { type, text };
    if (type !== "image") return [];
    return { type: "file", mediaType: source.media_type, data: source.data, from: "upload" };
  });
}

function partOf(block, startedAt, results) {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "thinking")
    return { type: "reasoning", text: block.thinking, signature: block.signature };
  const { id, name, input } = block;
  const found = results.get(id);
  const output = typeof found.output === "string" ? undefined : found.output;
  return {
    type: "tool-call",
    id,
    name,
    title: input.description,
    ...detailsOf[name](input, output),
    input,
    status: found.block.is_error ? "failed" : "completed",
    startedAt,
    completedAt: found.timestamp,
    result: resultOf(found, input),
    subagent: output?.agentId && `agent-${output.agentId}`,
  };
}

const detailsOf = {
  Bash: ({ command }) => ({ kind: "execute", command }),
  Edit: (input, output) => ({
    kind: "edit",
    edits: [
      {
        path: input.file_path,
        kind: input.old_string === "" ? "create" : "update",
        hunks: output.structuredPatch,
        before: input.old_string,
        after: input.new_string,
      },
    ],
  }),
  Grep: ({ pattern, path }) => ({ kind: "search", query: pattern, locations: [{ path }] }),
  Read: ({ file_path: path, offset: line }) => ({ kind: "read", locations: [{ path, line }] }),
  Task: ({ prompt }) => ({ kind: "task", task: prompt }),
  TodoWrite: ({ todos }) => ({
    kind: "plan",
    todos: todos.map(({ content, status }) => ({
      text: content,
      status: status.replace("_", "-"),
    })),
  }),
  Write: ({ file_path: path, content }) => ({
    kind: "edit",
    edits: [{ path, kind: "create", after: content }],
  }),
};

function resultOf({ block, output, uuid, folder }, input) {
  const fullOutputPath = output?.persistedOutputPath;
  const content = fullOutputPath ? previewOf(block.content) : contentOf(block.content);
  return {
    content: fullOutputPath ? [...content, fileAt(fullOutputPath, folder)] : content,
    output: typeof output === "string" ? undefined : outputOf(output, content, input),
    isError: block.is_error ?? false,
    exitCode: block.is_error ? 1 : undefined,
    truncated: fullOutputPath && true,
    fullOutputPath,
    native: { uuid },
  };
}

/** The beginning of an output that the tool has put aside, between its own words. */
function previewOf(text) {
  const start = text.indexOf("\n", text.indexOf("\n\nPreview (") + 2) + 1;
  const end = text.lastIndexOf("\n</persisted-output>");
  return [
    { type: "text", text: text.slice(0, start), synthetic: "reminder" },
    { type: "text", text: text.slice(start, end) },
    { type: "text", text: text.slice(end), synthetic: "reminder" },
  ];
}

/** An output that the tool has put aside. */
function fileAt(path, folder) {
  const name = basename(path);
  const text = readFileSync(join(folder, name), "utf8");
  return { type: "file", name, path, from: "tool", mediaType: "text/plain", text };
}

/** The value that a tool returned besides the texts that its input and result show already. */
function outputOf(output, content, input) {
  if (output === undefined) return undefined;
  const shown = new Set([...Object.values(input), ...content.map(({ text }) => text)]);
  const more = Object.entries(output).filter(([name, value]) => {
    if (name === "structuredPatch") return value.length === 0;
    return typeof value !== "string" || value.length < longText || !shown.has(value);
  });
  return Object.fromEntries(more);
}

/** A file that is written and hashed in pieces of about 1 MB. */
function openDocument(path) {
  const file = openSync(path, "w");
  const hash = createHash("sha256");
  const room = Buffer.allocUnsafe(roomBytes);
  let used = 0;
  const put = (bytes) => {
    hash.update(bytes);
    writeSync(file, bytes);
  };
  const flush = () => {
    put(room.subarray(0, used));
    used = 0;
  };
  return {
    line(text) {
      // No character takes more than three bytes.
      const most = 3 * text.length + 1;
      if (used + most > roomBytes) flush();
      if (most > roomBytes) put(Buffer.from(`${text}\n`));
      else used += room.write(`${text}\n`, used);
    },
    close() {
      flush();
      hash.digest("hex");
      closeSync(file);
    },
  };
}

mkdirSync(out, { recursive: true });
for (const [index, path] of transcriptsBelow(home).entries()) {
  const records = [];
  for (const line of linesOf(path)) records.push(JSON.parse(line.toString()));
  const file = openDocument(join(out, `${index}.jsonl`));
  for (const message of messagesOf(records, path))
    file.line(JSON.stringify({ type: "message", message }));
  file.close();
}
