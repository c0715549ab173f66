import {
  type JsonObject,
  type Message,
  type Origin,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import type { ReadContext } from "../../locate/contexts.js";
import { earliestOf, latestOf } from "../../values/times.js";
import { titleOf } from "../agent/message-facts.js";
import { BubbleReader } from "./bubble-reader.js";
import { idOfTab, tabHead } from "./composer-data.js";
import { completeLine } from "./message-line.js";
import { pickedFrom } from "./native-facts.js";
import { readComposer } from "./read-composer.js";

/**
 * A tab of the old chat pane (until about 0.44), an item of `tabs[]` in the one row of a workspace. Its
 * bubbles have `type` "user" or "ai", their context beside their text, and as a rule no times. Each
 * bubble is a record.
 */
export function readTab(tab: JsonObject, origin: Origin, context: ReadContext): Session {
  const tally = new TallyCounter();
  const id = idOfTab(tab) ?? "";
  const head = tabHead(tab);
  const reader = new BubbleReader(
    { id, data: { conversation: tab.bubbles ?? null }, format: "cursor/inline", origin },
    tally,
    context,
    readComposer,
  );
  const messages: Message[] = reader.stored.flatMap(
    (bubble) => reader.read(bubble)?.messages ?? [],
  );
  completeLine(messages, reader.askedModels);
  const times = messages.map(({ createdAt }) => createdAt);
  return present({
    schemaVersion,
    id,
    source: "cursor",
    format: "cursor/tabs",
    ...titleOf(head.title, messages),
    startedAt: earliestOf(times),
    updatedAt: latestOf([head.updatedAt, ...times]),
    model: messages.findLast(({ model }) => model !== undefined)?.model,
    messages,
    records: tally.result(),
    origin,
    native: pickedFrom(tab, ["tabState", "longContextModeEnabled"]),
  });
}
