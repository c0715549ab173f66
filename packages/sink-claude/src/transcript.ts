import {
  type CompactionPart,
  defined,
  type Message,
  type ReasoningPart,
  type Session,
} from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import {
  type Block,
  contentOf,
  fileBlocks,
  type Scope,
  type Turn,
  textBlocks,
  turnsOf,
} from "@chatexport/core/turns";
import { type AgentOf, RecordChain } from "./record-chain.js";

/** Reasoning that Anthropic has signed, or encrypted. */
export function ownReasoning(
  { text, signature, encrypted }: ReasoningPart,
  { source }: Session,
): Block[] | undefined {
  if (source !== "claude") return undefined;
  if (text && signature && !masked.test(text))
    return [{ type: "thinking", thinking: text, signature }];
  return !text && encrypted ? [{ type: "redacted_thinking", data: encrypted }] : undefined;
}

/** A text in which a secret was masked is another one than was signed. */
const masked = /\[redacted: /;

/** The records of a transcript, made one after the other; of that of a sub-agent, when it is one. */
export function* transcriptRecords(
  session: Session,
  scope: Scope,
  agent?: AgentOf,
): Generator<object> {
  const chain = new RecordChain(session, agent);
  let isFirst = true;
  let lastPrompt: string | undefined;
  for (const message of session.messages)
    for (const turn of turnsOf(message, scope)) {
      // The API takes only conversations that begin with the user.
      if (turn.type === "answer" && isFirst) {
        const start = { ...message, id: `before ${message.id}` };
        yield* turnRecords(unknownStart, start, chain, session);
      }
      if (turn.type !== "notice") isFirst = false;
      if (turn.type === "prompt") lastPrompt = textIn(turn.blocks) ?? lastPrompt;
      yield* turnRecords(turn, message, chain, session);
    }
  // Last, so that no compaction hides them.
  for (const [index, file] of (session.attachments ?? []).entries()) {
    const turn: Turn = { type: "meta", blocks: fileBlocks(file, scope.changes) };
    yield* turnRecords(turn, { id: `attachment ${index}` }, chain, session);
  }
  // By these, the client lists sessions.
  if (agent) return;
  yield* titleRecords(session, chain);
  if (lastPrompt !== undefined) yield lastPromptRecord(lastPrompt, chain);
}

const unknownStart: Turn = {
  type: "meta",
  blocks: textBlocks("What was asked before was not recorded."),
};

function* turnRecords(
  turn: Turn,
  { id, createdAt, model, native }: Pick<Message, "id" | "createdAt" | "model" | "native">,
  chain: RecordChain,
  session: Session,
): Generator<object> {
  switch (turn.type) {
    case "prompt":
    case "meta": {
      const mark = turn.type === "meta" ? { isMeta: true } : { origin: { kind: "human" } };
      const message = { role: "user", content: contentOf(turn.blocks) };
      yield chain.next(id, createdAt, { type: "user", message, ...mark });
      break;
    }
    case "answer": {
      const { blocks, results, completedAt } = turn;
      const message = {
        id: chain.answerId(),
        type: "message",
        role: "assistant",
        ...defined({ model: model ?? session.model }),
      };
      const stop_reason = results.length > 0 ? "tool_use" : "end_turn";
      // One block in each record, as the client writes them.
      for (const block of blocks) {
        const whole = { ...message, content: [block], stop_reason, stop_sequence: null };
        yield chain.next(id, createdAt, { type: "assistant", message: whole });
      }
      if (results.length > 0) {
        const message = { role: "user", content: results };
        yield chain.next(id, completedAt ?? createdAt, { type: "user", message });
      }
      break;
    }
    case "notice": {
      const { text, level } = turn.notice;
      const known = level === "info" ? "info" : "warning";
      const fields = { subtype: "informational", content: text, level: known, isMeta: false };
      // So that no call is taken for the start of that sub-agent (2.1.330).
      const launchedAgentId = session.source === "claude" ? native?.launchedAgentId : undefined;
      yield chain.next(id, createdAt, { type: "system", ...fields, launchedAgentId });
      break;
    }
    case "compaction":
      yield* compactionRecords(turn.compaction, id, createdAt, chain);
      break;
    default:
      turn satisfies never;
  }
}

/** Only what follows a boundary is sent, so there is none without a summary. */
function* compactionRecords(
  { summary, trigger, tokensBefore, tokensAfter }: CompactionPart,
  id: string,
  createdAt: string | undefined,
  chain: RecordChain,
): Generator<object> {
  if (!summary?.trim()) {
    const content = "Older messages were replaced by a summary that was not recorded.";
    const fields = { subtype: "informational", content, level: "info", isMeta: false };
    yield chain.next(id, createdAt, { type: "system", ...fields });
    return;
  }
  yield chain.restart(id, createdAt, {
    type: "system",
    subtype: "compact_boundary",
    content: "Conversation compacted",
    isMeta: false,
    level: "info",
    compactMetadata: defined({ trigger, preTokens: tokensBefore, postTokens: tokensAfter }),
  });
  yield chain.next(id, createdAt, {
    type: "user",
    message: { role: "user", content: summary },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
  });
}

/** A title of a person or a tool; the first prompt, the client takes by itself. */
function* titleRecords(
  { title, titleFrom }: Session,
  { sessionId }: RecordChain,
): Generator<object> {
  if (!title || titleFrom === "first-message") return;
  if (titleFrom === "generated") yield { type: "ai-title", aiTitle: title, sessionId };
  else yield { type: "custom-title", customTitle: title, sessionId };
}

/** So many characters of it are enough for a line. */
const shownLength = 200;

/**
 * The record by which the client lists a session without a title; it looks at both ends of a large
 * file only.
 */
function lastPromptRecord(text: string, { last, sessionId }: RecordChain): object {
  const lastPrompt = text.slice(0, shownLength).toWellFormed();
  return { type: "last-prompt", lastPrompt, leafUuid: last, sessionId };
}

function textIn(blocks: readonly Block[]): string | undefined {
  return textOf(blocks.find(({ type }) => type === "text")?.text);
}
