import type { Session } from "@chatexport/core";
import { branchBlocks } from "./branches.js";
import { section } from "./builders.js";
import { conversation } from "./conversation.js";
import { file } from "./handle/file.js";
import { type Limits, shortLimits } from "./limits.js";
import { messageAnchors } from "./links.js";
import type { DocumentNode } from "./nodes.js";
import type { DocumentOptions } from "./options.js";
import { type Scope, scopeOf } from "./scope.js";
import { hiddenSubagents, otherSubagents } from "./subagents.js";

/**
 * A session as people read it, below its title: the turns of the conversation and the sections beside
 * it, each of which is complete when it is taken and not kept here.
 */
export function* documentTree(
  session: Session,
  settings: Required<DocumentOptions>,
  limits: Limits = shortLimits,
): Generator<DocumentNode> {
  const anchors = messageAnchors(session);
  yield* sessionNodes(scopeOf(session, { ...settings, limits, anchors, sessionNodes }));
}

/** All of a session below its title. */
function* sessionNodes(scope: Scope): Generator<DocumentNode> {
  const { isNested } = scope;
  yield* conversation(scope.session.messages, scope);
  yield* branchBlocks(scope);
  if (scope.detail !== "conversation") {
    const title = "Sub-agents";
    yield* section({ what: "subagents", title, isNested }, otherSubagents(scope));
    yield* hiddenSubagents(scope);
  }
  const title = "Attachments";
  yield* section({ what: "attachments", title, isNested }, attachments(scope));
}

function* attachments(scope: Scope): Generator<DocumentNode> {
  for (const part of scope.session.attachments ?? []) yield* file(part, scope);
}
