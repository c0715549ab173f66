import { plainName, type TallyCounter } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";

/*
 * `ItemTable` holds tokens and passwords, too. Nothing is read from it but the keys of this file.
 */

/** The keys that say something about conversations. */
export const itemKeys = {
  /** The tabs of the old chat pane, of a workspace (until about 0.44). */
  tabs: "workbench.panel.aichat.view.aichat.chatdata",
  /** The context sent with the answers in these tabs, of a workspace (2024); among settings. */
  paneContexts:
    "src.vs.platform.reactivestorage.browser.reactiveStorageServiceImpl.persistentStorage.workspaceUser",
  /** The composers of a workspace: whole (0.40), their heads (0.45 on), which are open (3.0 on). */
  composers: "composer.composerData",
  /** The heads of the composers of all workspaces (3.0 to about 3.8). */
  heads: "composer.composerHeaders",
  /** The projects of the agents' window, and the conversations in them (3.9 on). */
  projects: "glass.localAgentProjects.v1",
  projectMembers: "glass.localAgentProjectMembership.v1",
} as const;

/** The keys of the panes of a workspace: with the prefix alone, or with the pane's id behind it. */
export const panePrefix = "workbench.panel.composerChatViewPane";

/** The folders that the editor opened lately; see list/list-stores.ts. */
export const recentlyOpened = "history.recentlyOpenedPathsList";
/** The registry of plans; see sidecars/plans.ts. */
export const planRegistry = "composer.planRegistry";
/** The prefix of statistics by day; see sidecars/ai-code-tracking.ts. */
export const dailyStats = "aiCodeTracking.dailyStats.";

/** True when a key says something about conversations. */
export function isConversationItem(key: string): boolean {
  return (
    conversationItems.has(key) ||
    key.startsWith(dailyStats) ||
    (key.startsWith(panePrefix) && !key.endsWith(".hidden"))
  );
}

const conversationItems: ReadonlySet<string> = new Set([...Object.values(itemKeys), planRegistry]);

/** True when a key holds a list of what was typed, without the conversations. */
export function isPromptItem(key: string): boolean {
  return key === "aiService.prompts" || key === "aiService.generations";
}

/*
 * The families of keys in `cursorDiskKV`. Those about one conversation are counted by its session;
 * the others belong to no conversation or to several.
 */

/** A family of rows about a composer, whose id follows the prefix of the keys. */
interface OwnedFamily {
  prefix: string;
  /** A colon and something about a part follow the id; else mostly nothing. */
  parts?: true;
  /** The reason why the rows are left out, which hold nothing of the conversation. */
  unused?: string;
  /** Belongs to bubbles, and is unused where a composer has none. */
  ofBubbles?: true;
}

const owned: readonly OwnedFamily[] = [
  { prefix: "bubbleId:", parts: true },
  { prefix: "codeBlockDiff:", parts: true, ofBubbles: true },
  { prefix: "codeBlockPartialInlineDiffFates:", parts: true, ofBubbles: true },
  { prefix: "messageRequestContext:", parts: true, ofBubbles: true },
  { prefix: "checkpointId:", parts: true, unused: "checkpoint" },
  { prefix: "agentKv:bubbleCheckpoint:", parts: true, unused: "agent-state" },
  { prefix: "composerData:" },
  { prefix: "agentKv:checkpoint:", unused: "agent-state" },
  { prefix: "composerVirtualRowHeights:", unused: "interface" },
  { prefix: "cloudAgentDraft:", unused: "draft" },
];

/** Counts, by their keys, the rows of a composer that hold nothing of the conversation. */
export function countUnusedRows(
  rows: KeyValues,
  id: string,
  tally: TallyCounter,
  hasBubbles: boolean,
): void {
  for (const { prefix, parts, unused, ofBubbles } of owned) {
    const reason = ofBubbles && !hasBubbles ? "no-bubble" : unused;
    if (reason === undefined) continue;
    const key = prefix + id;
    let { count } = rows.extent(`${key}:`);
    if (!parts) for (const stored of rows.keys(key)) if (stored.key === key) count++;
    tally.read(count);
    for (let index = 0; index < count; index++) tally.skip(reason);
  }
}

/** The prefixes of the rows with the parts of a conversation; that of its bubbles is the first. */
export function partPrefixes(id: string): string[] {
  const families = owned.filter(({ parts, unused }) => parts && unused === undefined);
  return families.map(({ prefix }) => `${prefix}${id}:`);
}

/** Families without an owner, and why their rows are no part of one session. */
const shared: Readonly<Record<string, string>> = {
  /** Messages and states of the agent by their hash; read where a conversation refers to them. */
  "agentKv:blob": "by-reference",
  /** Whole files by their hash, before and after edits; read where an edit refers to them. */
  "composer.content": "by-reference",
  "agentKv:artifact": "agent-state",
  ofsContent: "file-snapshot",
  inlineDiff: "inline-edit",
  inlineDiffs: "inline-edit",
  inlineDiffsData: "inline-edit",
  inlineDiffUndoRedo: "inline-edit",
  cloudAgent: "cloud-agent",
};

/**
 * A key's family, and the composer that it is about or the reason why it is about none; with neither the
 * family is not known.
 */
export function familyOf(key: string): { family: string; owners?: string[]; reason?: string } {
  const own = owned.find(({ prefix }) => key.startsWith(prefix));
  if (own) {
    const { length } = own.prefix;
    // Ids of calls, which some composers are named after, may hold a colon; ids of bubbles do not.
    const owner = key.slice(length, Math.max(key.lastIndexOf(":"), length));
    const owners = own.parts ? [owner] : [key.slice(length), owner];
    return { family: own.prefix.slice(0, -1), owners };
  }
  const family = sharedFamily(key);
  const reason = Object.hasOwn(shared, family) ? shared[family] : undefined;
  return reason === undefined ? { family: plainName(family) } : { family, reason };
}

function sharedFamily(key: string): string {
  const [first = "", second = ""] = key.split(":", 2);
  if (first === "agentKv") return `${first}:${second}`;
  if (second === "cloudAgent") return second;
  // "composer.content.<hash>", "inlineDiffs-<hash of the workspace>", "inlineDiffUndoRedo-<id>-<id>"
  return first.replace(/^([a-z.]+)[.-][\da-f]{8,64}(?:-.*)?$/is, "$1");
}
