import {
  type EditCall,
  type FileEdit,
  type Json,
  type JsonObject,
  type NoticePart,
  type Part,
  present,
  type Question,
  type TextPart,
  type ToolCall,
} from "@chatexport/core";
import {
  byName,
  listOf,
  nameSet,
  objectOf,
  objectsOf,
  textOf,
  uniqueId,
  unreadFields,
  wordOf,
} from "@chatexport/core/read";
import { callOf, hiddenCall } from "./calls.js";
import type { Reading } from "./reading.js";
import type { Rounds } from "./rounds.js";
import { addChanges, asksFor, changesOf } from "./text-edits.js";
import { addressOf, markdownOf, wholeText } from "./values.js";

/** An agent that worked within an answer. */
export interface Agent {
  /** The call that started it. */
  toolCallId?: string;
  name?: string;
  model?: string;
  prompt?: string;
  result?: string;
  parts: Part[];
}

/** An answer while its items are read. */
interface Answer {
  parts: Part[];
  agents: Map<string, Agent>;
  rounds: Rounds;
  reading: Reading;
  /** The last round with a call, and those of its calls that change files. */
  round?: number | undefined;
  editing: EditCall[];
  /** The line that opens a fence with the name of a file in it, until something says whether code follows. */
  fence?: string | undefined;
}

/** The parts of an answer, in the order in which the editor shows them. */
export function partsOf(
  items: readonly Json[],
  rounds: Rounds,
  agents: Map<string, Agent>,
  reading: Reading,
): Part[] {
  const answer: Answer = { parts: [], agents, rounds, reading, editing: [] };
  // Without items, what the model said is the answer.
  for (const { text } of items.length === 0 ? rounds.words : []) readText({ value: text }, answer);
  for (const value of items) {
    const item = objectOf(value) ?? { value };
    const kind = item.kind ? wordOf(item.kind) : undefined;
    const read = kind === undefined ? readText : readers.get(kind);
    if (read) read(item, answer);
    else {
      reading.tally.unknownField("response-kind", kind ?? "none");
      answer.parts.push({ type: "unknown", recordType: `item/${kind}`, native: item });
    }
  }
  addHidden(answer);
  return answer.parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
}

type Reader = (item: JsonObject, answer: Answer) => void;

const skip: Reader = () => {};

const readers = byName<Reader>([
  [readText, "markdownContent markdownVuln"],
  [readReference, "inlineReference"],
  [readThinking, "thinking"],
  [readCall, "toolInvocationSerialized toolInvocation"],
  [readFence, "codeblockUri"],
  [readEdits, "textEditGroup notebookEditGroup textEdit notebookEdit"],
  [readFileEdits, "workspaceEdit externalEdit"],
  [readQuestion, "confirmation elicitationSerialized elicitation questionCarousel planReview"],
  [
    noticeReader("info"),
    "info progressMessage progressTaskSerialized progressTask systemNotification",
  ],
  [noticeReader("warning"), "warning hook"],
  [nativeReader("treeData"), "treeData"],
  [nativeReader("multiDiffData"), "multiDiffData"],
  [nativeReader("extensions"), "extensions"],
  [nativeReader("pullRequest"), "pullRequest"],
  [nativeReader("command"), "command"],
  [nativeReader("autoModeResolution"), "autoModeResolution"],
  // What the editor needs to draw an answer, and what it has elsewhere.
  [
    skip,
    "undoStop prepareToolInvocation mcpServersStarting mcpServersStartingSlow mcpAuthenticationRequired",
    "clearToPreviousToolInvocation disabledClaudeHooks usage reference usedContext codeCitation move",
    "progressTaskResult",
  ],
]);

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

function readText(item: JsonObject, answer: Answer): void {
  // A tree of files has no kind in older versions.
  if (item.value === undefined && item.content === undefined) {
    nativeReader("treeData")({ treeData: item }, answer);
    return;
  }
  const { rounds } = answer;
  const text = withFence(markdownOf(item.content ?? item.value) ?? "", answer);
  if (text === "") return;
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
  const native = unreadFields({ vulnerabilities: item.vulnerabilities ?? null }, new Set(), {});
  if (native) part.native = { ...part.native, ...native };
}

/** A name in a sentence that leads to a file or a symbol. */
function readReference(item: JsonObject, answer: Answer): void {
  const target = objectOf(item.inlineReference) ?? {};
  const address = addressOf(target) ?? addressOf(item.inlineReference);
  const name =
    textOf(item.name) ??
    textOf(target.name) ??
    address?.split(/[\\/]/).findLast((each) => each !== "");
  if (name === undefined) return;
  const part = textIn(answer);
  part.text += `\`${name}\``;
  noteReference(part, address);
}

/** Notes where a text leads to, once. */
function noteReference(part: TextPart, address: string | undefined): void {
  const known = listOf(part.native?.references) ?? [];
  if (address === undefined || known.includes(address)) return;
  part.native = { ...part.native, references: [...known, address] };
}

function readThinking(item: JsonObject, answer: Answer): void {
  const text = wholeText(item.value);
  const id = textOf(item.id);
  addHidden(answer, answer.rounds.thought(text, id) ?? 0);
  const last = answer.parts.at(-1);
  if (last?.type === "reasoning" && id !== undefined && last.native?.id === id) {
    last.text = (last.text ?? "") + text;
    return;
  }
  const metadata = objectOf(item.metadata);
  const encrypted = textOf(metadata?.encrypted) ?? answer.rounds.encrypted(id);
  // An empty one only says that the reasoning is over.
  if (text === "" && encrypted === undefined) return;
  answer.parts.push(
    present({
      type: "reasoning",
      text: text === "" ? undefined : text,
      redacted: text === "" ? true : undefined,
      encrypted,
      native: unreadFields(item, nameSet("kind value metadata"), {}),
    }),
  );
}

function readCall(item: JsonObject, answer: Answer): void {
  const { agents, reading } = answer;
  const agentId = textOf(item.subAgentInvocationId);
  const made = answer.rounds.call(item);
  addHidden(answer, made?.round ?? 0);
  const call = callOf(item, made, reading.callIds);
  if (agentId === undefined) noteEditing(call, made?.round, answer);
  const data = objectOf(item.toolSpecificData);
  const ownId = textOf(item.toolCallId) ?? call.id;
  if (call.kind === "task") {
    const agent = agents.get(ownId) ?? { parts: [] };
    Object.assign(
      agent,
      present<Partial<Agent>>({
        toolCallId: call.id,
        name: textOf(data?.agentName) ?? textOf(data?.description) ?? call.title,
        model: textOf(data?.modelName),
        prompt: call.task,
        result: textOf(data?.result),
      }),
    );
    // An agent that only its call tells of has no session of its own.
    if (data?.kind === "subagent" || agents.has(ownId)) {
      agents.set(ownId, agent);
      call.subagent = ownId;
    }
  }
  if (agentId === undefined || agentId === ownId) {
    answer.parts.push(call);
    return;
  }
  const agent = agents.get(agentId) ?? { parts: [] };
  agents.set(agentId, agent);
  agent.parts.push(call);
}

/** Calls that were made at once come all before what they changed. */
function noteEditing(call: ToolCall, round: number | undefined, answer: Answer): void {
  if (round === undefined || round !== answer.round) answer.editing = [];
  answer.round = round;
  if (call.kind === "edit") answer.editing.push(call);
}

const openFence = /^```+[^\S\n]{0,20}[\w+#.-]{0,40}[^\S\n]{0,20}\n?$/;

/** The editor puts the name of a file into the fence of what it changes, or of code that only belongs there. */
function readFence({ uri }: JsonObject, answer: Answer): void {
  const last = answer.parts.at(-1);
  if (last?.type !== "text") return;
  noteReference(last, addressOf(uri));
  const start = last.text.trimEnd().lastIndexOf("\n") + 1;
  if (!openFence.test(last.text.slice(start))) return;
  const end = Math.max(start - 1, 0);
  answer.fence = last.text.slice(end);
  last.text = last.text.slice(0, end);
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

/** Changes of a file; those that a call asked for belong to it. */
function readEdits(item: JsonObject, answer: Answer): void {
  const path = addressOf(item.uri);
  if (path === undefined) return;
  const steps = listOf(item.edits) ?? [];
  const edits = changesOf(path, steps);
  const status = answer.reading.editStates.get(path);
  // Cells of a notebook are more than their texts.
  const cells = textOf(item.kind)?.startsWith("notebook") ? steps : undefined;
  const call = answer.editing.findLast((each) => asksFor(each, path));
  if (call) {
    addChanges(call, path, edits);
    if (cells)
      call.native = { ...call.native, cells: [...(listOf(call.native?.cells) ?? []), ...cells] };
    const decisions = objectOf(call.native?.decisions);
    if (status !== undefined)
      call.native = { ...call.native, decisions: { ...decisions, [path]: status } };
    return;
  }
  const native = cells && { cells };
  if (edits.length > 0) answer.parts.push(present({ type: "edit", edits, status, native }));
}

function readFileEdits(item: JsonObject, answer: Answer): void {
  const { reading } = answer;
  const changed = item.kind === "externalEdit" ? [item] : objectsOf(item.edits);
  const edits = changed.flatMap((edit): FileEdit[] => {
    const [before, after] = [
      edit.oldResource ?? edit.originalUri,
      edit.newResource ?? edit.uri,
    ].map(addressOf);
    if (before !== undefined && after !== undefined && before !== after)
      return [{ path: before, kind: "move", newPath: after }];
    const path = after ?? before;
    if (path === undefined) return [];
    const isDeleted = after === undefined || edit.editKind === "delete";
    const isNew = edit.editKind === "create" || (item.kind === "workspaceEdit" && !before);
    return [{ path, kind: isDeleted ? "delete" : isNew ? "create" : "update" }];
  });
  const status = reading.editStates.get(edits[0]?.path ?? "");
  if (edits.length > 0) answer.parts.push(present({ type: "edit", edits, status }));
}

type Choice = NonNullable<Question["options"]>[number];

/** Something that the editor asked its user. */
function readQuestion(item: JsonObject, answer: Answer): void {
  const { reading } = answer;
  const kind = textOf(item.kind) ?? "question";
  const answers = objectOf(item.data) ?? {};
  const asked = objectsOf(item.questions);
  const questions = (asked.length > 0 ? asked : [item]).flatMap((each): Question[] => {
    const title = markdownOf(each.title);
    const text = markdownOf(each.message) ?? markdownOf(each.content) ?? title;
    const choices = (listOf(each.options ?? each.buttons ?? each.actions) ?? []).flatMap(
      (option): Choice[] => {
        const label = textOf(option) ?? textOf(objectOf(option)?.label);
        return label ? [{ label }] : [];
      },
    );
    if (text === undefined) return [];
    return [
      present<Question>({
        text,
        header: title === text ? undefined : title,
        options: choices.length > 0 ? choices : undefined,
        multiple: each.type === "multiSelect" ? true : undefined,
        answers: answersOf(answers[textOf(each.id) ?? ""] ?? answers.action),
      }),
    ];
  });
  const isAnswered = item.isUsed === true || item.state === "accepted";
  const id = uniqueId(`${kind}-${reading.callIds.size}`, reading.callIds.size, reading.callIds);
  answer.parts.push(
    present<ToolCall>({
      type: "tool-call",
      kind: "question",
      id,
      name: kind,
      status: item.state === "rejected" ? "rejected" : isAnswered ? "completed" : "unknown",
      questions: questions.length > 0 ? questions : undefined,
      native: unreadFields(item, questionFields, {}),
    }),
  );
}

const questionFields = nameSet(
  "kind title message content questions buttons actions options isUsed state",
);

function answersOf(value: Json | undefined): string[] | undefined {
  const object = objectOf(value);
  const given = object
    ? [object.selectedValue, ...(listOf(object.selectedValues) ?? []), object.freeformValue]
    : [value];
  const texts = given.flatMap((each) => textOf(each) ?? []);
  return texts.length > 0 ? texts : undefined;
}

function noticeReader(level: NoticePart["level"]): Reader {
  return (item, { parts }) => {
    const text =
      markdownOf(item.content) ?? markdownOf(item.systemMessage) ?? markdownOf(item.stopReason);
    const native = unreadFields(item, noticeFields, {});
    if (text) parts.push(present({ type: "notice", level, text, code: textOf(item.kind), native }));
  };
}

const noticeFields = nameSet("kind content systemMessage shimmer subAgentInvocationId");

/** Something that the editor draws, kept with a line that says so. */
function nativeReader(name: string): Reader {
  return (item, { parts }) => {
    const text = shownNames[name] ?? name;
    const title = textOf(objectOf(item[name])?.title) ?? textOf(item.title);
    parts.push(
      present({
        type: "notice",
        level: "info",
        text: title === undefined ? text : `${text}: ${title}`,
        code: name,
        native: unreadFields(item, nameSet("kind"), {}),
      }),
    );
  };
}

const shownNames: Readonly<Record<string, string>> = {
  treeData: "A tree of files",
  multiDiffData: "Changed files",
  extensions: "Extensions",
  pullRequest: "Pull request",
  command: "A button",
  autoModeResolution: "A model was chosen",
};
