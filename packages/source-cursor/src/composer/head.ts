import { type JsonObject, type Parent, type Part, present } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { userText } from "../agent/wrappers.js";
import { timeOf } from "./times.js";
import { promptOf } from "./user-text.js";

/** What a composer's own JSON says about the conversation, without its bubbles. */
export interface ComposerHead {
  title?: string;
  /** Set on Cursor's own title (`name`); otherwise the title was made from the first message. */
  titleFrom?: "generated";
  startedAt?: string;
  updatedAt?: string;
  archived: boolean;
  /** It was never sent, or is an empty input box. */
  draft: boolean;
  /** Branch of the repository when it was created. */
  branch?: string;
  parent?: Parent;
  /** Ids of its sub-agents, then of its parallel attempts ("best of N"). */
  children: string[];
  /** Bubbles inside this JSON (until about 0.49). */
  inlineCount: number;
  /** It lists bubbles, which lie in rows of their own (1.0 on). */
  listsBubbles: boolean;
}

/**
 * The head of a composer of any version: of `composerData:ID`, of an entry of `allComposers` in a
 * workspace or in `composer.composerHeaders`, or of `value` in the table `composerHeaders`.
 */
export function headOf(data: JsonObject): ComposerHead {
  const name = textOf(stringOf(data.name)?.trim());
  const headers = listOf(data.fullConversationHeadersOnly) ?? [];
  const inline = inlineBubbles(data);
  return present({
    title: name ?? firstLine(inline, headers) ?? textOf(data.subtitle),
    titleFrom: name === undefined ? undefined : ("generated" as const),
    startedAt: timeOf(data.createdAt),
    updatedAt: timeOf(data.lastUpdatedAt),
    archived: data.isArchived === true,
    draft: data.isDraft === true,
    branch: branchOf(data),
    parent: parentOf(data),
    children: childrenOf(data),
    inlineCount: inline.length,
    listsBubbles: headers.length > 0,
  });
}

/**
 * The bubbles that lie inside a composer's JSON: `conversation` (0.40 to about 0.49), or
 * `conversationMap`, which is mostly empty and otherwise holds them by id; some readers saw lists in it.
 */
export function inlineBubbles(data: JsonObject): unknown[] {
  const conversation = listOf(data.conversation);
  if (conversation && conversation.length > 0) return conversation;
  const map = objectOf(data.conversationMap);
  if (!map) return [];
  const bubbles: unknown[] = [];
  for (const [bubbleId, value] of Object.entries(map)) {
    const bubble = objectOf(value);
    const list = listOf(bubble?.bubbles);
    if (list) bubbles.push(...list);
    else if (bubble) bubbles.push(textOf(bubble.bubbleId) ? bubble : { ...bubble, bubbleId });
  }
  return bubbles;
}

/** The branch on which a composer was created, or that its worktree has. */
export function branchOf(data: JsonObject): string | undefined {
  return (
    textOf(data.createdOnBranch) ??
    textOf(objectOf(data.gitWorktree)?.branchName) ??
    textOf(data.activeBranch) ??
    textOf(objectOf(data.activeBranch)?.branchName)
  );
}

/** The composer that this one came out of, and the call that started it. */
export function parentOf(data: JsonObject): Parent | undefined {
  const info = objectOf(data.subagentInfo);
  const sessionId = textOf(info?.parentComposerId) ?? textOf(data.parentComposerId);
  if (sessionId === undefined) return undefined;
  return present({
    sessionId,
    relation: "subagent",
    toolCallId: textOf(info?.toolCallId),
  });
}

function childrenOf(data: JsonObject): string[] {
  const children = new Set<string>();
  for (const list of [data.subagentComposerIds, data.subComposerIds])
    for (const item of listOf(list) ?? []) {
      const id = textOf(item);
      if (id !== undefined) children.add(id);
    }
  return [...children];
}

function firstLine(inline: unknown[], headers: unknown[]): string | undefined {
  for (const value of inline) {
    const bubble = objectOf(value);
    if (bubble?.type !== 1) continue;
    const title = titleFromPrompt(promptOf(bubble));
    if (title !== undefined) return title;
  }
  for (const value of headers) {
    const header = objectOf(value);
    if (header?.type !== 1) continue;
    const preview = textOf(objectOf(header.grouping)?.textPreview);
    return preview === undefined ? undefined : titleFromPrompt(preview);
  }
  return undefined;
}

const longestTitle = 100;

/** A title from what a person wrote, with or without the elements that Cursor puts around it. */
function titleFromPrompt(prompt: string): string | undefined {
  return firstLineOf(userText(prompt).parts);
}

/** A title: the first line of what a person wrote, at most 100 characters, cut at a word. */
export function firstLineOf(parts: readonly Part[]): string | undefined {
  for (const part of parts) {
    if (part.type !== "text" || part.synthetic !== undefined) continue;
    const start = part.text.trimStart().slice(0, 10 * longestTitle);
    const line = start.split("\n", 1)[0]?.replace(/\s+/g, " ").trim();
    if (line) return shortened(line);
  }
  return undefined;
}

function shortened(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= longestTitle) return line;
  const cut = characters.slice(0, longestTitle).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > longestTitle / 2 ? cut.slice(0, space) : cut}…`;
}
