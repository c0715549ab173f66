import type { Branch, Session } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import { omission, remark, section, text } from "./builders.js";
import { conversation } from "./conversation.js";
import type { DocumentNode } from "./nodes.js";
import type { Branches } from "./options.js";
import type { Scope } from "./scope.js";
import { count } from "./text.js";

/** The reason why a line was left: as the model says, or because nobody answered its prompts. */
type Reason = Branch["reason"] | "taken-back";

const reasons: Readonly<Record<Reason, string>> = {
  edit: "the prompt was edited",
  rewind: "the conversation was rewound",
  retry: "the answer was retried",
  orphan: "it is cut off from the rest",
  parallel: "the conversation went on in two places at once",
  "taken-back": "the prompt was taken back before an answer came",
};

/** The reason for leaving a branch, in words: what was left, and how. */
const left: Readonly<Record<Reason, readonly [what: string, how: string]>> = {
  edit: ["prompt", "edited"],
  rewind: ["branch", "rewound"],
  retry: ["answer", "retried"],
  orphan: ["branch", "cut off"],
  parallel: ["branch", "in parallel"],
  "taken-back": ["prompt", "taken back"],
};

function reasonOf({ reason, messages }: Branch): Reason {
  const isAnswered = messages.some(({ role }) => role === "assistant");
  return reason === "rewind" && !isAnswered ? "taken-back" : reason;
}

/** The branches that are shown: what was said in parallel belongs to every reading of a conversation. */
export function shownBranches({ branches = [] }: Session, which: Branches): Branch[] {
  return which === "all" ? branches : branches.filter(({ reason }) => reason === "parallel");
}

/** The branches, each in a section of its own, and a note about those that are not shown. */
export function* branchBlocks(scope: Scope): Generator<DocumentNode> {
  const shown = shownBranches(scope.session, scope.branches);
  const hidden = (scope.session.branches ?? []).filter((branch) => !shown.includes(branch));
  if (hidden.length > 0) yield hiddenNote(hidden);
  const positions = positionsOf(shown, scope);
  for (const [index, branch] of shown.entries()) {
    const title = `Branch ${index + 1}`;
    const { isNested } = scope;
    yield* section({ what: "branch", title, branch, isNested }, linesOf(branch, positions, scope));
  }
}

function* linesOf(
  branch: Branch,
  positions: ReadonlyMap<string, string>,
  scope: Scope,
): Generator<DocumentNode> {
  yield remark(text(whyLeft(branch, positions)));
  yield* conversation(branch.messages, { ...scope, isNested: true });
}

function whyLeft(branch: Branch, positions: ReadonlyMap<string, string>): string {
  const { reason, forkedFrom } = branch;
  // No message leads to such a branch, so it was not left anywhere.
  if (reason === "orphan" && forkedFrom === undefined)
    return "No line of the conversation leads to these messages";
  const position = forkedFrom === undefined ? "at the start" : positions.get(forkedFrom);
  const began = reason === "parallel" ? "Began" : "Left";
  return `${began} ${position ?? "at a place that is not known"}: ${reasons[reasonOf(branch)]}`;
}

function hiddenNote(branches: readonly Branch[]): DocumentNode {
  const messages = branches.reduce((sum, branch) => sum + branch.messages.length, 0);
  const lines = [...groupBy(branches, reasonOf)].map(([reason, { length }]) => {
    const [what, how] = left[reason];
    return `${count(length, what)} ${how}`;
  });
  return omission(
    `Not shown: ${lines.join(", ")} (${count(messages, "message")})`,
    "--branches all",
  );
}

/** The position of each message in words, by its id. */
function positionsOf(shown: readonly Branch[], { session, prompts }: Scope): Map<string, string> {
  const positions = new Map<string, string>();
  let position = "before the first prompt";
  for (const { id } of session.messages) {
    const prompt = prompts.get(id);
    if (prompt !== undefined) position = `after prompt ${prompt}`;
    positions.set(id, position);
  }
  for (const [index, branch] of shown.entries())
    for (const { id } of branch.messages) positions.set(id, `in branch ${index + 1}`);
  return positions;
}
