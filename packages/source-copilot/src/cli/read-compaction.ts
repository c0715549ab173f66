import { type JsonObject, present } from "@chatexport/core";
import type { Fate } from "@chatexport/core/source";
import { says } from "../says.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";

/** A compaction, or why there was none. */
export function readCompaction(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  conversation.settleReasoning();
  if (data.flag("success") === false) {
    const error = data.text("error") ?? data.object("error")?.text("message");
    const text = error ?? says.uncompacted;
    return conversation.add(event, { type: "notice", level: "error", text, code: event.type });
  }
  return conversation.add(
    event,
    present({
      type: "compaction",
      summary: summaryOf(data.text("summaryContent")),
      trigger: data.word(["manual", "auto"], "trigger"),
      tokensBefore: data.number("preCompactionTokens"),
      tokensAfter: data.number("postCompactionTokens"),
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

/** The notice of the parts that the tool left out of the model's view, without a summary. */
export function readTruncation(event: CliEvent, conversation: Conversation): Fate {
  const { fields: data } = event;
  // In 2025 the tool looked before each of its requests, and mostly left out nothing.
  const messages = data.number("messagesRemovedDuringTruncation");
  const tokens = data.number("tokensRemovedDuringTruncation");
  const [tokensBefore, tokensAfter] = ["pre", "post"].map((when) =>
    data.number(`${when}TruncationTokensInMessages`),
  );
  if (messages === 0 && tokens === 0) {
    for (const name of ["tokenLimit", "performedBy"]) data.json(name);
    for (const when of ["pre", "post"]) data.number(`${when}TruncationMessagesLength`);
    return { skipped: "bookkeeping" };
  }
  return conversation.add(
    event,
    present({
      type: "compaction",
      trigger: "auto",
      tokensBefore,
      tokensAfter,
      native: present<JsonObject>({
        messagesRemovedDuringTruncation: messages,
        tokensRemovedDuringTruncation: tokens,
      }),
    }),
  );
}
