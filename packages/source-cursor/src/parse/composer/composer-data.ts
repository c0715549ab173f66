import { createHash } from "node:crypto";
import { type Json, type JsonObject, type Origin, type Parent, present } from "@chatexport/core";
import {
  beginsPrompt,
  listOf,
  objectOf,
  objectsOf,
  promptTitle,
  stringOf,
  TallyCounter,
  textOf,
} from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import type { Head } from "../../conversation/head.js";
import { rowidOf } from "../../rows/read-rows.js";
import { firstText, isFilled, jsonObjectOf } from "../../values/json-text.js";
import { timeOf } from "../../values/times.js";
import { typedIn, uniqueIds } from "../agent/message-facts.js";
import { userText } from "../agent/user-text.js";
import { inlineBubbles } from "../inline-bubbles.js";
import { promptOf } from "./prompt-text.js";

/** The facts in a composer's own JSON about the conversation, without its bubbles. */
export interface ComposerHead extends Head {
  /** Set on Cursor's own title (`name`); otherwise the title was made from a prompt or the subtitle. */
  titleFrom?: "generated";
  archived: boolean;
  /** It was never sent, or is an empty input box. */
  draft: boolean;
  subtitle?: string;
  /** Ids of its sub-agents, then of its parallel attempts ("best of N"). */
  children: string[];
  /** Bubbles inside this JSON (until about 0.49). */
  inlineCount: number;
  /** It lists bubbles, which lie in rows of their own (1.0 on). */
  listsBubbles: boolean;
}

/** The head of a composer, from `composerData:ID` or what an index of any version says of it. */
export function composerHead(data: JsonObject): ComposerHead {
  const [given, subtitle] = [trimmed(data.name), trimmed(data.subtitle)];
  const headers = listOf(data.fullConversationHeadersOnly) ?? [];
  const inline = inlineBubbles(data);
  const prompts = promptsIn(inline, headers);
  const name = given !== undefined && isPlaceholder(given, prompts) ? undefined : given;
  const children = [data.subagentComposerIds, data.subComposerIds].flatMap(
    (ids) => listOf(ids) ?? [],
  );
  return present({
    title: name ?? promptTitle(prompts) ?? subtitle,
    titleFrom: name === undefined ? undefined : "generated",
    startedAt: timeOf(data.createdAt),
    updatedAt: timeOf(data.lastUpdatedAt),
    archived: data.isArchived === true,
    draft: data.isDraft === true,
    subtitle,
    branch: branchOf(data),
    parent: parentOf(data),
    children: [...new Set(children.flatMap((id) => textOf(id) ?? []))],
    inlineCount: inline.length,
    listsBubbles: headers.length > 0 || hasOtherList(data),
  });
}

/** True when a name is the first ten words of the first prompt, which Cursor shows until there is a title. */
export function isPlaceholder(name: string, prompts: Iterable<string>): boolean {
  if (name.split(/\s+/).length !== 10) return false;
  for (const prompt of prompts) return beginsPrompt(name, prompt);
  return false;
}

/** True when what should list the bubbles is something else. */
function hasOtherList(data: JsonObject): boolean {
  const { fullConversationHeadersOnly, conversation, conversationMap } = data;
  const isOther = (value: Json | undefined) => isFilled(value) && !listOf(value);
  const isOtherMap = isFilled(conversationMap) && !objectOf(conversationMap);
  return isOther(fullConversationHeadersOnly) || isOther(conversation) || isOtherMap;
}

/** The facts in a tab of the old chat pane about the conversation, without its bubbles. */
export function tabHead(tab: JsonObject): Head {
  const title = trimmed(tab.chatTitle) ?? trimmed(tab.title);
  const titleFrom = title === undefined ? undefined : "generated";
  const updatedAt = timeOf(tab.lastSendTime) ?? timeOf(tab.timestamp);
  return present({ title, titleFrom, updatedAt });
}

/** Takes the fields of a tab that its session has. */
export function takeTab(fields: Fields): void {
  fields.text("tabId", "id");
  for (const name of ["chatTitle", "title"]) fields.string(name);
  for (const name of ["lastSendTime", "timestamp"]) fields.made(timeOf, name);
  fields.fitting("bubbles", (value) => listOf(value) !== undefined);
}

/** The id of a tab: `tabId`; some exports of other tools write `id`. */
export function idOfTab(tab: JsonObject): string | undefined {
  return firstText(tab, "tabId", "id");
}

/** A conversation out of the list in a row that holds all those of a workspace. */
export interface ListedConversation {
  id: string;
  data: JsonObject;
  /** It lacks an id, and has this one from its first message and the time when it was created. */
  isHashed: boolean;
}

/** The conversations in such a list, of composers or of tabs; undefined for an entry that is none. */
export function conversationsIn(
  list: Json | undefined,
  kind: "allComposers" | "tabs",
): (ListedConversation | undefined)[] {
  const uniqueId = uniqueIds();
  return (listOf(list) ?? []).map((entry) => {
    const data = objectOf(entry);
    const id = data && (kind === "tabs" ? idOfTab(data) : textOf(data.composerId));
    if (data && id !== undefined) return { id, data, isHashed: false };
    const [first] = (data && (listOf(data.bubbles) ?? inlineBubbles(data))) ?? [];
    if (!data || first === undefined) return undefined;
    const begun = JSON.stringify([data.createdAt ?? null, first]);
    const hash = createHash("sha256").update(begun).digest("hex").slice(0, 32);
    return { id: uniqueId(`nameless-${hash}`), data, isHashed: true };
  });
}

function trimmed(value: Json | undefined): string | undefined {
  return textOf(stringOf(value)?.trim());
}

/** The branch on which a composer was created, or that its worktree has. */
function branchOf(data: JsonObject): string | undefined {
  return (
    textOf(data.createdOnBranch) ??
    textOf(objectOf(data.gitWorktree)?.branchName) ??
    textOf(data.activeBranch) ??
    textOf(objectOf(data.activeBranch)?.branchName)
  );
}

/** The composer that this one came out of, and the call that started it. */
function parentOf(data: JsonObject): Parent | undefined {
  const info = objectOf(data.subagentInfo);
  const sessionId = textOf(info?.parentComposerId) ?? textOf(data.parentComposerId);
  if (sessionId === undefined) return undefined;
  return present({ sessionId, relation: "subagent", toolCallId: textOf(info?.toolCallId) });
}

/** The prompts in bubbles of the document, or else as its headers show them. */
function promptsIn(inline: unknown[], headers: unknown[]): string[] {
  const bubbles = objectsOf(inline).filter(({ type }) => type === 1);
  const first = objectsOf(headers).find(({ type }) => type === 1);
  const preview = { text: objectOf(first?.grouping)?.textPreview ?? null };
  return [...bubbles, preview].flatMap(typedInBubble);
}

/**
 * The text that a person wrote in a bubble, without the elements that Cursor puts around a prompt.
 */
export function typedInBubble(bubble: JsonObject): string[] {
  return typedIn(userText(promptOf(bubble)).parts);
}

/** A composer whose JSON was read. */
export interface ComposerSource {
  /** As its key spells it. */
  id: string;
  data: JsonObject;
  format: "cursor/bubbles" | "cursor/inline";
  origin: Origin;
  /** `cursorDiskKV` of its database; absent for a composer inside a row of a workspace. */
  rows?: KeyValues;
  /** Goes on counting where the caller, who read the composer's own row, began. */
  tally?: TallyCounter;
}

/** The counter of a composer's records, which has counted its own row. */
export function tallyOf({ rows, tally }: ComposerSource): TallyCounter {
  if (tally) return tally;
  const counter = new TallyCounter();
  if (rows) {
    counter.read();
    counter.keep();
  }
  return counter;
}

/** The composer of a sub-agent in `additionalData` of its call (1.x and 2.x), unless it has rows of its own. */
export function embeddedComposer(
  toolData: JsonObject,
  toolCallId: string,
  key: string | undefined,
  { rows, origin }: ComposerSource,
): ComposerSource | undefined {
  const data = jsonObjectOf(jsonObjectOf(toolData.additionalData)?.composerData);
  if (!data || inlineBubbles(data).length === 0) return undefined;
  const id = textOf(data.composerId) ?? `task-${toolCallId}`;
  const hasRows = (all: KeyValues) =>
    all.extent(`bubbleId:${id}:`).count > 0 || rowidOf(all, `composerData:${id}`) > 0;
  if (rows && hasRows(rows)) return undefined;
  const place = present({ path: origin.path, at: key ?? origin.at });
  return { id, data, format: "cursor/inline", origin: place };
}
