import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Session, sessions } from "@chatexport/core";
import { lostValues } from "@chatexport/testkit";
import { expect, onTestFinished, test } from "vitest";
import cursor from "../src/index.js";
import { buildStore } from "./support/build-store.js";
import { bubbleRows, readRows } from "./support/composer.js";
import { dropped, keptValues } from "./support/kept-values.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The values that are in no session as they are, by fixture. */
const said: Readonly<Record<string, readonly string[]>> = {
  // A draft of no conversation.
  empty: ['composerId ("empty-state-draft")', 'text ("Of no conversation")'],
  omitted: ['composerId ("empty-state-draft")'],
  // Of an empty bubble.
  orphans: ['createdAt ("2026-03-04T09:00:31.000Z")'],
  // In the model's words.
  "plans-and-todos": ['toolFormerData.result.finalTodos.status ("TODO_STATUS_COMPLETED")'],
  times: ['createdAt ("1772615520000")'],
};

for (const name of readdirSync(fixtures))
  test(`finds each value of the fixture ${name} in a session`, async () => {
    const store = buildStore(join(fixtures, name, "store"));
    onTestFinished(store.remove);
    const found: Session[] = [];
    const source = cursor({ roots: [store.path], empty: true });
    for await (const { session } of sessions([source], { report: () => {} })) found.push(session);
    const lost = [...lostValues(found, keptValues(store.path), dropped)];
    expect(lost).toEqual(said[name] ?? []);
  });

test("counts fields that are not known, keeps them, and keeps secrets out", () => {
  const { session } = readRows(
    {
      futureOfComposer: "kept 1",
      fullConversationHeadersOnly: [
        { bubbleId: "a", type: 2, futureOfHeader: "kept 4", grouping: { futureOfGroup: "kept 5" } },
      ],
    },
    bubbleRows({
      a: {
        type: 2,
        text: "Done.",
        futureOfBubble: { text: "kept 2", apiKey: "quiet" },
        toolFormerData: {
          name: "read_file",
          result: "{}",
          futureOfCall: "kept 3",
          additionalData: { futureOfWindow: "kept 6" },
        },
      },
    }),
  );
  expect(session.records.unknownFields).toEqual({
    "additional-key.futureOfWindow": 1,
    "bubble-key.futureOfBubble": 1,
    "call-key.futureOfCall": 1,
    "composer-key.futureOfComposer": 1,
    "grouping-key.futureOfGroup": 1,
    "header-key.futureOfHeader": 1,
  });
  const text = JSON.stringify(session);
  for (const kept of [1, 2, 3, 4, 5, 6]) expect(text).toContain(`"kept ${kept}"`);
  expect(text).not.toContain("quiet");
});
