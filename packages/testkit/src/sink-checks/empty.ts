import { ok } from "node:assert/strict";
import { sessionOf } from "../samples/builders.js";
import type { SinkSubject } from "../sink-checks.js";
import { rendered } from "./host.js";

/** A session of which nothing is left but its name has a document, or a report says why not. */
export async function rendersEmptySessions(subject: SinkSubject): Promise<void> {
  const { text, reported } = await rendered(subject, subject.create(), sessionOf([]));
  ok(
    text !== "" || reported.length > 0,
    "a session without messages becomes nothing, and no report says so",
  );
  if (text !== "") subject.outline(text);
}
