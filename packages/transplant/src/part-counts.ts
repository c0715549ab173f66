import {
  type ChangeCounts,
  type Message,
  type Part,
  resultParts,
  type Session,
  type Synthetic,
} from "@chatexport/core";

/** The kinds of things in a session; a call counts with its result, what the tool told people not at all. */
export const partKinds = [
  "prompts",
  "answers",
  "reasoning",
  "calls",
  "lonelyResults",
  "files",
  "edits",
  "toolTexts",
  "compactions",
  "branches",
  "unknown",
] as const;

/** Such a kind. */
export type PartKind = (typeof partKinds)[number];

/** The number of things of each kind. */
export type PartCounts = Record<PartKind, number>;

/** The things of one kind that stay what they are, become text, and are left out. */
export interface Fates {
  stays: number;
  text: number;
  leftOut: number;
}

/** Counts what is in a session; what is in branches only where they are asked for. */
export function countParts(session: Session, withBranches = false): PartCounts {
  const counts = Object.fromEntries(partKinds.map((kind) => [kind, 0])) as PartCounts;
  const { messages, branches = [], attachments = [] } = session;
  const others = withBranches ? branches.flatMap((branch) => branch.messages) : [];
  for (const message of [...messages, ...others])
    for (const part of message.parts) for (const kind of kindsOf(part, message)) counts[kind]++;
  counts.files += attachments.length;
  counts.branches = branches.length;
  return counts;
}

/** The fates of all that was counted in a session, by what the sink tells; without kinds of which there is nothing. */
export function fatesOf(
  counts: PartCounts,
  changes: ChangeCounts = {},
): Partial<Record<PartKind, Fates>> {
  const fates = partKinds.flatMap((kind) => {
    const { text, leftOut } = changes[kind] ?? { text: 0, leftOut: 0 };
    const stays = counts[kind] - text - leftOut;
    return counts[kind] === 0 ? [] : [[kind, { stays, text, leftOut }] as const];
  });
  return Object.fromEntries(fates);
}

function kindsOf(part: Part, message: Message): PartKind[] {
  switch (part.type) {
    case "text":
      return textKinds(part.text, part.synthetic ?? message.synthetic, message);
    case "reasoning":
      return part.text ? ["reasoning"] : [];
    case "tool-call":
      return ["calls", ...(part.result ? insideOf(resultParts(part.result)) : [])];
    case "tool-result":
      return ["lonelyResults", ...insideOf(resultParts(part.result))];
    case "file":
      return ["files"];
    case "edit":
      return ["edits"];
    case "notice":
      return [];
    case "compaction":
      return ["compactions"];
    case "unknown":
      return ["unknown"];
    default:
      return part satisfies never;
  }
}

function textKinds(text: string, writtenAs: Synthetic | undefined, { role }: Message): PartKind[] {
  const isTyped = role === "user" && (writtenAs === undefined || writtenAs === "command");
  const isSaid = role === "assistant" && writtenAs === undefined;
  if (!isTyped && !isSaid) return ["toolTexts"];
  if (text.trim() === "") return [];
  return [isTyped ? "prompts" : "answers"];
}

/** The things in results besides texts. */
function insideOf(parts: readonly Part[]): PartKind[] {
  return parts.flatMap((part): PartKind[] => {
    if (part.type === "file") return ["files"];
    if (part.type === "unknown") return ["unknown"];
    const inner =
      part.type === "tool-result" || part.type === "tool-call" ? part.result : undefined;
    return inner ? insideOf(resultParts(inner)) : [];
  });
}
