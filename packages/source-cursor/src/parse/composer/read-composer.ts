import {
  defined,
  type FilePart,
  type JsonObject,
  type Message,
  nonEmpty,
  type Origin,
  present,
  type Session,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, TallyCounter, textOf } from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import { missingMessages, reorderedMessages } from "../../diagnostics.js";
import type { ReadContext } from "../../locate/contexts.js";
import { countUnusedRows } from "../../rows/keys.js";
import { says } from "../../says.js";
import { filled, without } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { fieldsOf, innerOf, toldOf } from "../fields.js";
import { answeredLast, sessionOf } from "../session.js";
import { isTodoList } from "../tools/tool-kinds.js";
import { attachedParts } from "./attached-context.js";
import { orderBubbles } from "./bubble-order.js";
import { BubbleReader } from "./bubble-reader.js";
import { attachDiffs } from "./code-edits.js";
import {
  type ComposerSource,
  composerHead,
  idOfTab,
  tabHead,
  takeTab,
  tallyOf,
} from "./composer-data.js";
import { showContext, withFacts } from "./context-parts.js";
import {
  compacted,
  completeLine,
  summaryOf,
  withoutRunningTotals,
  withStoppedCalls,
} from "./message-line.js";
import { composerNative } from "./native-facts.js";
import { draftOf } from "./prompt-text.js";

/**
 * The conversation of a composer of any version (0.40 on). It counts the composer's own row, all rows
 * that carry its id, and the bubbles inside it; without `rows` only the last.
 */
export function readComposer(source: ComposerSource, context: ReadContext): Session {
  const { id, data, format, origin, rows } = source;
  const head = composerHead(data);
  const tally = tallyOf(source);
  const fields = fieldsOf(data);
  const reader = new BubbleReader(source, tally, context);
  const headers = headersOf(data, reader);
  const order = orderBubbles(headers, reader.stored, (bubble, header) =>
    reader.read(bubble, header),
  );
  reportOrder(source, order, context);

  const line = order.line.flatMap(({ messages }) => messages);
  const rest = order.rest.flatMap(({ messages }) => messages);
  const { messages: slotted, orphans } = withStoppedCalls(line, rest);
  completeLine(slotted, reader.askedModels);
  completeLine(orphans, reader.askedModels);
  withoutRunningTotals(slotted);

  const all = [...slotted, ...orphans];
  const requestContexts = reader.shared.requestContexts.attachRest(all);
  const diffs = rows ? attachDiffs(rows, id, all, reader.shared.proposals, tally, context) : [];
  if (rows) countUnusedRows(rows, id, tally, true);
  const firstPrompt = slotted.find(({ role, synthetic }) => role === "user" && !synthetic);
  for (const message of all) showContext(message);
  // The composer's own context is that of its input box, unless bubbles have none.
  if (!reader.hasContexts) firstPrompt?.parts.push(...attachedParts(innerOf(fields, "context")));
  const summary = fields.made(summaryOf, "latestConversationSummary");
  const messages = summary ? compacted(slotted, headers, summary) : slotted;
  const draft = all.length === 0 ? draftFiles(data) : [];
  const todos = listOf(fields.fitting("todos", isTodoList));
  const native = composerNative(fields, data, tally, draft.length > 0);
  const showsTodos = all.some(({ parts }) =>
    parts.some((part) => part.type === "tool-call" && part.kind === "plan" && part.todos),
  );
  if (!showsTodos && todos?.length) native.todos = todos;
  if (requestContexts.length > 0) native.requestContexts = requestContexts;
  if (diffs.length > 0) native.codeBlockDiffs = diffs;
  if (reader.fates.size > 0)
    native.codeBlockPartialInlineDiffFates = fieldsOf(Object.fromEntries(reader.fates)).all();
  const tools = reader.shared.tools.rest();
  // It stands under its own name where it has another form.
  if (tools) native.bubbleDataMap = tools.bubbleDataMap ?? tools;
  const codeBlockData = reader.shared.proposals.rest();
  if (codeBlockData) native.codeBlockData = codeBlockData;
  if (summary && messages === slotted)
    native.latestConversationSummary = summary.native ?? summary.text;
  const subagents = reader.embedded.map(({ child, toolCallId }): Session => {
    const parent = { sessionId: id, relation: "subagent", toolCallId } as const;
    return { ...readComposer(child, context), parent };
  });
  const [firstOrphan] = orphans;
  const { worktreePath, commitHash } = objectOf(data.gitWorktree) ?? {};
  const workspace = objectOf(data.workspaceIdentifier);
  const cwd = pathOf(worktreePath) ?? pathOf(workspace?.uri) ?? reader.workspacePath;
  return sessionOf({
    id,
    format,
    head,
    messages: withFacts(messages, showsTodos ? without(native, "todos") : native),
    tally,
    origin,
    cwd,
    git: filled(defined({ branch: head.branch, commit: textOf(commitHash) })),
    model: modelOfSession(messages, data),
    branches: firstOrphan && [
      { id: `orphans-${firstOrphan.id}`, reason: "orphan", messages: orphans },
    ],
    subagents: nonEmpty(subagents),
    attachments: nonEmpty(draft),
    native: filled(native),
  });
}

/**
 * A tab of the old chat pane (until about 0.44), an item of `tabs[]` in the one row of a workspace. Its
 * bubbles, each a record, have `type` "user" or "ai", context beside their text, and mostly no times. `sent` is
 * what was sent with answers, by the id of the bubble.
 */
export function readTab(
  tab: JsonObject,
  origin: Origin,
  context: ReadContext,
  sent: ReadonlyMap<string, JsonObject> = new Map(),
): Session {
  const tally = new TallyCounter();
  const id = idOfTab(tab) ?? "";
  const reader = new BubbleReader(
    { id, data: { conversation: tab.bubbles ?? null }, format: "cursor/inline", origin },
    tally,
    context,
  );
  const messages: Message[] = reader.stored.flatMap(
    (bubble) => reader.read(bubble)?.messages ?? [],
  );
  completeLine(messages, reader.askedModels);
  for (const message of messages) {
    const persistentChatMetadata = sent.get(message.id);
    if (persistentChatMetadata) addNative(message, fieldsOf({ persistentChatMetadata }).all());
    showContext(message);
  }
  const fields = fieldsOf(tab);
  takeTab(fields);
  const native = toldOf(fields, "tab", tally);
  const head = tabHead(tab);
  return sessionOf({ id, format: "cursor/tabs", head, messages, tally, origin, native });
}

/** The list of bubbles; where they lie in the composer in their order, that order is the list. */
function headersOf(data: JsonObject, reader: BubbleReader): JsonObject[] {
  const headers = listOf(data.fullConversationHeadersOnly) ?? [];
  if (headers.length > 0) return objectsOf(headers);
  return (listOf(data.conversation)?.length ?? 0) > 0 ? reader.inlineHeaders : [];
}

function reportOrder(
  { id, rows, origin }: ComposerSource,
  { missing, reordered }: { missing: string[]; reordered: boolean },
  { report }: ReadContext,
): void {
  const place = present({ path: rows?.path ?? origin.path, at: origin.at });
  if (reordered) report(reorderedMessages(place));
  const [first] = missing;
  // Without rows the bubbles may lie anywhere.
  if (first === undefined || !rows) return;
  report(missingMessages({ ...place, at: `bubbleId:${id}:${first}` }, missing.length));
}

/** The model that answered last, or where no bubble names one that of the composer, chosen last. */
function modelOfSession(messages: readonly Message[], data: JsonObject): string | undefined {
  const answered = answeredLast(messages);
  if (answered !== undefined || !messages.some(({ role }) => role === "assistant")) return answered;
  return textOf(objectOf(data.modelConfig)?.modelName);
}

/** The text in the input box of a composer, which was never sent, with the files beside it. */
function draftFiles(composer: JsonObject): FilePart[] {
  const text = draftOf(composer);
  if (text === "") return [];
  return [
    { type: "file", mediaType: "text/markdown", name: says.draft, text, from: "tool" },
    ...attachedParts(innerOf(fieldsOf(composer), "context")),
  ];
}
