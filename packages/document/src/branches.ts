import type { Branch } from "@chatexport/core";
import type { Block } from "./block.js";
import { inlineCode, remark, section, text } from "./builders.js";
import { conversation } from "./conversation.js";
import type { Scope } from "./scope.js";
import { count } from "./text.js";

const reasons: Readonly<Record<Branch["reason"], string>> = {
  edit: "the prompt was edited",
  rewind: "the conversation was rewound",
  retry: "the answer was retried",
  orphan: "it is cut off from the rest",
};

/** The lines that were left: each in a section of its own, or a note that they are not shown. */
export function* branchBlocks(scope: Scope): Generator<Block> {
  const { branches = [] } = scope.session;
  if (branches.length === 0) return;
  if (scope.branches === "active") {
    yield hiddenNote(branches);
    return;
  }
  const places = placesOf(scope);
  for (const [index, branch] of branches.entries()) {
    const title = `Branch ${index + 1}`;
    const blocks = linesOf(branch, places, scope);
    yield* section({ what: "branch", title, branch, blocks, isNested: scope.isNested });
  }
}

function* linesOf(
  branch: Branch,
  places: ReadonlyMap<string, string>,
  scope: Scope,
): Generator<Block> {
  yield remark(text(whyLeft(branch, places)));
  yield* conversation(branch.messages, { ...scope, isNested: true });
}

function whyLeft({ reason, forkedFrom }: Branch, places: ReadonlyMap<string, string>): string {
  // What nothing leads to was not left anywhere.
  if (reason === "orphan" && forkedFrom === undefined)
    return "No line of the conversation leads to these messages";
  const place = forkedFrom === undefined ? "at the start" : places.get(forkedFrom);
  return `Left ${place ?? "at a place that is not known"}: ${reasons[reason]}`;
}

function hiddenNote(branches: readonly Branch[]): Block {
  const messages = branches.reduce((sum, branch) => sum + branch.messages.length, 0);
  const lines = count(branches.length, "other line");
  return remark(
    text(`${lines} of this conversation (${count(messages, "message")}) not shown, `),
    inlineCode("--branches all"),
    text(" shows all"),
  );
}

/** Where each message stands, in words. */
function placesOf({ session, prompts }: Scope): Map<string, string> {
  const places = new Map<string, string>();
  let place = "before the first prompt";
  for (const { id } of session.messages) {
    const prompt = prompts.get(id);
    if (prompt !== undefined) place = `after prompt ${prompt}`;
    places.set(id, place);
  }
  for (const [index, branch] of (session.branches ?? []).entries())
    for (const { id } of branch.messages) places.set(id, `in branch ${index + 1}`);
  return places;
}
