import { type Block, sectionTitle } from "./block.js";
import { branchBlocks } from "./branches.js";
import { conversation } from "./conversation.js";
import { file } from "./handle/file.js";
import type { Scope } from "./scope.js";
import { hiddenSubagents, otherSubagents } from "./subagents.js";

/** All of a session below its title. */
export function* sessionBlocks(scope: Scope): Generator<Block> {
  yield* conversation(scope.session.messages, scope);
  yield* branchBlocks(scope);
  if (scope.detail !== "conversation") {
    yield* section("Sub-agents", otherSubagents(scope), scope);
    yield* hiddenSubagents(scope);
  }
  yield* section("Attachments", attachments(scope), scope);
}

function* section(title: string, blocks: Iterable<Block>, scope: Scope): Generator<Block> {
  let isFirst = true;
  for (const block of blocks) {
    if (isFirst) yield sectionTitle(title, scope.folded);
    isFirst = false;
    yield block;
  }
}

function* attachments(scope: Scope): Generator<Block> {
  for (const part of scope.session.attachments ?? []) yield* file(part, scope);
}
