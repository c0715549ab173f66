import type { Session } from "@chatexport/core";
import type { Block, Words } from "./block.js";
import { branchBlocks } from "./branches.js";
import { section } from "./builders.js";
import { conversation } from "./conversation.js";
import { file } from "./handle/file.js";
import { messageAnchors } from "./links.js";
import type { DocumentOptions } from "./options.js";
import { type Scope, scopeOf } from "./scope.js";
import { parentOf, titleOf } from "./session-facts.js";
import { hiddenSubagents, otherSubagents } from "./subagents.js";

/** A session as people read it. */
export interface Document {
  /** In one line; never empty. */
  title: string;
  /** Which session this one came out of, if it came out of one. */
  parent?: Words;
  /** All that stands below the title, to be taken in order and once. */
  blocks: Iterable<Block>;
}

/** Arranges a session for a reader. Nothing is done before the blocks are taken. */
export function documentOf(session: Session, settings: Required<DocumentOptions>): Document {
  const scope = scopeOf(session, { ...settings, anchors: messageAnchors(session), sessionBlocks });
  return {
    title: titleOf(session),
    ...(session.parent && { parent: parentOf(session.parent) }),
    blocks: sessionBlocks(scope),
  };
}

/** All of a session below its title. */
function* sessionBlocks(scope: Scope): Generator<Block> {
  const { isNested } = scope;
  yield* conversation(scope.session.messages, scope);
  yield* branchBlocks(scope);
  if (scope.detail !== "conversation") {
    const blocks = otherSubagents(scope);
    yield* section({ what: "subagents", title: "Sub-agents", blocks, isNested });
    yield* hiddenSubagents(scope);
  }
  const blocks = attachments(scope);
  yield* section({ what: "attachments", title: "Attachments", blocks, isNested });
}

function* attachments(scope: Scope): Generator<Block> {
  for (const part of scope.session.attachments ?? []) yield* file(part, scope);
}
