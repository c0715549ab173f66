import {
  type Json,
  present,
  type ReasoningPart,
  type TextPart,
  type ToolCall,
} from "@chatexport/core";
import { listOf, nameInPath, objectOf, textOf, wordOf } from "@chatexport/core/read";
import {
  addNative,
  type Fate,
  Fields,
  type Holder,
  keepRest,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { chatFields } from "../fields.js";
import { callOf, hiddenCall } from "./calls.js";
import { noticeReader, readDrawing, readQuestion, readTree } from "./drawn-items.js";
import { readEdits, readFileEdits } from "./edit-items.js";
import type { Answer, Reading } from "./reading.js";
import { Rounds } from "./rounds.js";
import { addressIn, markdownIn, takeMarks, wholeText } from "./values.js";

/** Reads the items of an answer, in the order in which the editor shows them. */
export function readItems(
  values: readonly Json[],
  metadata: Fields | undefined,
  reading: Reading,
): Answer {
  const items = values.map(itemOf);
  const calls = items.filter(({ type }) => type.startsWith("toolInvocation"));
  const rounds = new Rounds(
    metadata,
    calls.map(({ fields }) => fields),
  );
  const answer: Answer = { parts: [], agents: new Map(), rounds, reading, editing: [] };
  // Without items, what the model said is the answer.
  const words = items.length === 0 ? rounds.words : [];
  for (const item of [...items, ...words.map(({ text }) => itemOf({ value: text }, 0))]) {
    const fate = read(item, answer);
    if (fate === "unknown") {
      reading.tally.unknownField("response-kind", item.type);
      answer.parts.push({ type: "unknown", recordType: `item/${item.type}`, native: item.raw });
    } else if (typeof fate === "object" && "kept" in fate)
      keepRest(fate.kept, item.fields, item.type, reading.tally);
  }
  addHidden(answer);
  answer.parts = answer.parts.filter((part) => {
    const isEmpty = part.type === "text" && part.text.trim() === "";
    const { references, ...others } = (isEmpty && part.native) || {};
    for (const address of listOf(references) ?? []) noteReference(answer, textOf(address));
    addNative(answer, others);
    return !isEmpty;
  });
  return answer;
}

function itemOf(value: Json, at: number): StoredRecord {
  const raw = objectOf(value) ?? { value };
  const fields = new Fields(raw, chatFields);
  fields.string("kind");
  return { type: raw.kind ? wordOf(raw.kind) : "text", at, fields, raw };
}

const read = recordReaders<StoredRecord, [Answer]>({
  "text markdownContent markdownVuln": readText,
  inlineReference: readReference,
  thinking: readThinking,
  "toolInvocationSerialized toolInvocation": readCall,
  codeblockUri: readFence,
  "textEditGroup notebookEditGroup textEdit notebookEdit": readEdits,
  "workspaceEdit externalEdit": readFileEdits,
  "confirmation elicitationSerialized elicitation questionCarousel planReview": readQuestion,
  "info progressMessage progressTaskSerialized progressTask systemNotification":
    noticeReader("info"),
  "warning hook": noticeReader("warning"),
  "treeData multiDiffData extensions pullRequest command autoModeResolution": readDrawing,
  // What the editor needs to draw an answer, and what it has elsewhere.
  [`undoStop prepareToolInvocation mcpServersStarting mcpServersStartingSlow
    mcpAuthenticationRequired clearToPreviousToolInvocation disabledClaudeHooks usage reference
    usedContext codeCitation move progressTaskResult`]: ({ fields }, answer) => {
    fields.text("id");
    fields.text("toolName");
    fields.texts("didStartServerIds");
    fields.number("reason");
    return { kept: answer };
  },
});

/** Adds the calls that the editor does not show, those of earlier responses of the model or all. */
function addHidden({ parts, rounds, reading }: Answer, round?: number): void {
  for (const call of rounds.hidden(round)) parts.push(hiddenCall(call, reading.callIds));
}

/** The text that is being read; the editor cuts it wherever something else comes between. */
function textIn(answer: Answer): TextPart {
  const last = answer.parts.at(-1);
  if (last?.type === "text") return last;
  const part: TextPart = { type: "text", text: "" };
  answer.parts.push(part);
  return part;
}

function readText({ fields, raw }: StoredRecord, answer: Answer): Fate {
  // A tree of files has no kind in older versions.
  if (raw.value === undefined && raw.content === undefined) return readTree(fields, answer);
  const said = markdownIn(fields, "content") ?? markdownIn(fields, "value");
  if (said === undefined) return "unknown";
  takeMarks(fields);
  const { rounds } = answer;
  const text = withFence(said, answer);
  if (text === "") return { kept: answer };
  let rest = text;
  for (let next = rounds.said(rest); next; next = rounds.said(rest)) {
    textIn(answer).text += rest.slice(0, next.at);
    rest = rest.slice(next.at);
    // Each response of the model is a text of its own.
    addHidden(answer, next.round);
    answer.parts.push({ type: "text", text: "" });
  }
  const part = textIn(answer);
  part.text += rest;
  return { kept: part };
}

/** A name in a sentence that leads to a file or a symbol. */
function readReference({ fields, raw }: StoredRecord, answer: Answer): Fate {
  const isSymbol = objectOf(raw.inlineReference)?.name !== undefined;
  const symbol = isSymbol ? fields.object("inlineReference") : undefined;
  const address = symbol ? addressIn(symbol, "location") : addressIn(fields, "inlineReference");
  const file = nameInPath(address);
  const name = fields.text("name") ?? symbol?.text("name") ?? file;
  if (name === undefined) return "unknown";
  symbol?.word([name], "name");
  const part = textIn(answer);
  part.text += `\`${name}\``;
  noteReference(part, address);
  return { kept: part };
}

/** Notes where a text, or an answer, leads to, once. */
export function noteReference(part: Holder, address: string | undefined): void {
  const known = listOf(part.native?.references) ?? [];
  if (address === undefined || known.includes(address)) return;
  part.native = { ...part.native, references: [...known, address] };
}

function readThinking({ fields }: StoredRecord, answer: Answer): Fate {
  const text = wholeText(fields, "value");
  const id = fields.text("id");
  addHidden(answer, answer.rounds.thought(text, id) ?? 0);
  const metadata = fields.object("metadata");
  metadata?.flag("vscodeReasoningDone");
  metadata?.text("stopReason");
  const last = answer.parts.at(-1);
  if (last?.type === "reasoning" && id !== undefined && last.native?.id === id) {
    last.text = (last.text ?? "") + text;
    return { kept: last };
  }
  const encrypted = metadata?.text("encrypted") ?? answer.rounds.encrypted(id);
  // An empty one only says that the reasoning is over.
  if (text === "" && encrypted === undefined) return { kept: answer };
  const part: ReasoningPart = present({
    type: "reasoning",
    text: text === "" ? undefined : text,
    redacted: text === "" ? true : undefined,
    encrypted,
    native: id === undefined ? undefined : { id },
  });
  answer.parts.push(part);
  return { kept: part };
}

function readCall({ fields }: StoredRecord, answer: Answer): Fate {
  const { agents, reading } = answer;
  const agentId = fields.text("subAgentInvocationId");
  fields.flag("isAttachedToThinking");
  const made = answer.rounds.call(fields);
  addHidden(answer, made?.round ?? 0);
  const data = fields.object("toolSpecificData");
  const isAgent = data?.text("kind") === "subagent";
  const notes = isAgent ? [data.text("agentName"), data.text("modelName")] : [];
  const [agentName, model] = notes;
  const result = isAgent ? data.text("result") : undefined;
  const call = callOf(fields, made, reading.callIds);
  if (agentId === undefined) noteEditing(call, made?.round, answer);
  const ownId = fields.text("toolCallId") ?? call.id;
  // An agent that only its call tells of has no session of its own.
  if (call.kind === "task" && (isAgent || agents.has(ownId))) {
    const name = agentName ?? data?.text("description") ?? call.title;
    const notes = present({ toolCallId: call.id, name, model, prompt: call.task, result });
    agents.set(ownId, Object.assign(agents.get(ownId) ?? { parts: [] }, notes));
    call.subagent = ownId;
  }
  if (agentId === undefined || agentId === ownId) answer.parts.push(call);
  else {
    const agent = agents.get(agentId) ?? { parts: [] };
    agents.set(agentId, agent);
    agent.parts.push(call);
  }
  return { kept: call };
}

/** Calls that were made at once come all before what they changed. */
function noteEditing(call: ToolCall, round: number | undefined, answer: Answer): void {
  if (round === undefined || round !== answer.round) answer.editing = [];
  answer.round = round;
  if (call.kind === "edit") answer.editing.push(call);
}

const openFence = /^```+[^\S\n]{0,20}[\w+#.-]{0,40}[^\S\n]{0,20}\n?$/;

/** The editor puts the name of a file into the fence of what it changes, or of code that only belongs there. */
function readFence({ fields }: StoredRecord, answer: Answer): Fate {
  const last = answer.parts.at(-1);
  const uri = addressIn(fields, "uri");
  fields.flag("isEdit");
  fields.text("undoStopId");
  fields.text("subAgentInvocationId");
  if (last?.type !== "text") return { kept: answer };
  noteReference(last, uri);
  const start = last.text.trimEnd().lastIndexOf("\n") + 1;
  if (!openFence.test(last.text.slice(start))) return { kept: last };
  const end = Math.max(start - 1, 0);
  answer.fence = last.text.slice(end);
  last.text = last.text.slice(0, end);
  return { kept: last };
}

/** A text with the fence that it goes on in; of one that holds nothing neither end stays. */
function withFence(text: string, answer: Answer): string {
  const { fence } = answer;
  if (fence === undefined) return text;
  answer.fence = text.trim() === "" ? fence + text : undefined;
  if (answer.fence !== undefined) return "";
  const rest = text.replace(/^\s{0,20}```+[^\S\n]{0,20}(?:\n|$)/, "");
  return rest === text ? fence + text : rest;
}
