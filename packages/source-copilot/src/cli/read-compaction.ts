import { present } from "@chatexport/core";
import { nameSet, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { unread } from "../fields.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent, Fate } from "./event.js";

/** A compaction, or why there was none. */
export function readCompaction(event: CliEvent, conversation: Conversation): Fate {
  const { data } = event;
  conversation.settleReasoning();
  const error = textOf(data.error) ?? textOf(objectOf(data.error)?.message);
  if (data.success === false)
    return conversation.add(
      event,
      present({
        type: "notice",
        level: "error",
        text: error ?? "The compaction failed.",
        code: event.type,
        native: unread(data, nameSet("error success")),
      }),
    );
  return conversation.add(
    event,
    present({
      type: "compaction",
      summary: summaryOf(textOf(data.summaryContent)),
      trigger: data.trigger === "manual" || data.trigger === "auto" ? data.trigger : undefined,
      tokensBefore: numberOf(data.preCompactionTokens),
      tokensAfter: numberOf(data.postCompactionTokens),
      native: unread(data, compactionFields),
    }),
  );
}

/** A summary whose sections are elements, "<work_done>…</work_done>", with a heading for each. */
function summaryOf(text: string | undefined): string | undefined {
  return text
    ?.replace(
      /<(overview|history|work_done|technical_details|important_files|next_steps|checkpoint_title)>/g,
      (_, tag: string) => `### ${tag[0]?.toUpperCase()}${tag.slice(1).replace("_", " ")}\n\n`,
    )
    .replace(
      /<\/(?:overview|history|work_done|technical_details|important_files|next_steps|checkpoint_title)>/g,
      "\n\n",
    )
    .trim();
}

const compactionFields = nameSet(
  "summaryContent success outcome preCompactionTokens postCompactionTokens",
);

/** What the tool left out of what the model sees, without a summary. */
export function readTruncation(event: CliEvent, conversation: Conversation): Fate {
  const { data } = event;
  // In 2025 the tool looked before each of its requests, and mostly left out nothing.
  if (data.messagesRemovedDuringTruncation === 0 && data.tokensRemovedDuringTruncation === 0)
    return { skipped: "bookkeeping" };
  return conversation.add(
    event,
    present({
      type: "compaction",
      trigger: "auto",
      tokensBefore: numberOf(data.preTruncationTokensInMessages),
      tokensAfter: numberOf(data.postTruncationTokensInMessages),
      native: unread(data, nameSet("preTruncationTokensInMessages postTruncationTokensInMessages")),
    }),
  );
}
