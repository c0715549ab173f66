import { plainName } from "./plain-name.js";

/*
 * The families of keys in `cursorDiskKV`. Those about one conversation are counted by its session;
 * the others belong to nobody or to several.
 */

/** Families whose keys are the prefix, the id of a composer, ":" and something about a part of it. */
const ownedParts = [
  "bubbleId:",
  "messageRequestContext:",
  "codeBlockDiff:",
  "codeBlockPartialInlineDiffFates:",
  "checkpointId:",
  "agentKv:bubbleCheckpoint:",
] as const;

/** Families whose keys are the prefix and the id of a composer; some have a few words behind. */
const ownedWholes = [
  "composerData:",
  "agentKv:checkpoint:",
  "composerVirtualRowHeights:",
  "cloudAgentDraft:",
] as const;

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
  cloudAgent: "cloud-agent",
};

/** A key's family, and the composer that it is about or the reason why it is about none. */
export interface KeyFamily {
  family: string;
  owners?: readonly string[];
  reason?: string;
}

/** The family of a key; neither owners nor a reason means that the family is not known. */
export function familyOf(key: string): KeyFamily {
  for (const prefix of ownedParts)
    if (key.startsWith(prefix)) {
      // Ids of calls, which some composers are named after, may hold a colon; ids of bubbles do not.
      const owner = key.slice(prefix.length, Math.max(key.lastIndexOf(":"), prefix.length));
      return { family: prefix.slice(0, -1), owners: [owner] };
    }
  for (const prefix of ownedWholes)
    if (key.startsWith(prefix)) {
      const owner = key.slice(prefix.length);
      const shorter = owner.slice(0, Math.max(owner.lastIndexOf(":"), 0));
      return { family: prefix.slice(0, -1), owners: [owner, shorter] };
    }
  const family = sharedFamily(key);
  const reason = Object.hasOwn(shared, family) ? shared[family] : undefined;
  return reason === undefined ? { family: plainName(family) } : { family, reason };
}

function sharedFamily(key: string): string {
  const [first = "", second = ""] = key.split(":", 2);
  if (first === "agentKv") return `${first}:${second}`;
  if (second === "cloudAgent") return second;
  // "composer.content.<hash>", "inlineDiffs-<hash of the workspace>"
  return first.replace(/^(composer\.content|inlineDiffs)[.-].*$/s, "$1");
}
