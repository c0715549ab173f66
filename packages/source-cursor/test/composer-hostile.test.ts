import { type JsonObject, type Session, tallyAddsUp } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { composerHead } from "../src/parse/composer/composer-data.js";
import { readTab } from "../src/parse/composer/read-composer.js";
import { bubbleRows, contextWith, readInline, readRows } from "./support/composer.js";

/** Values of any shape, and those shapes that readers look for, wrongly filled. */
const anything = fc.oneof(
  // What JSON itself does not give back, such as -0, no store can hold.
  fc
    .json({ maxDepth: 3 })
    .map((text): JsonObject[string] => JSON.parse(JSON.stringify(JSON.parse(text)))),
  fc.constantFrom<JsonObject[string]>(
    null,
    "",
    "{}",
    "[]",
    '{"root":null}',
    [null],
    [{}],
    [[]],
    { uri: null },
    [{ uri: { fsPath: 7 }, range: {} }],
    [{ uri: "file:///%zz" }],
    [{ content: "" }, { code: "" }],
    { text: null, summary: {} },
    { a: "{" },
  ),
);

const bubbleFields = [
  "type",
  "bubbleId",
  "text",
  "richText",
  "context",
  "images",
  "codeBlocks",
  "toolFormerData",
  "toolResults",
  "thinking",
  "allThinkingBlocks",
  "errorDetails",
  "conversationSummary",
  "suggestedCodeBlocks",
  "assistantSuggestedDiffs",
  "attachedCodeChunks",
  "attachedFileCodeChunksUris",
  "cursorRules",
  "selections",
  "fileSelections",
  "mentions",
  "unifiedMode",
  "modelInfo",
  "tokenCount",
  "timingInfo",
  "createdAt",
  "startedAtMs",
  "workspaceUris",
  "workspaceProjectDir",
];

const composerFields = [
  "name",
  "richText",
  "createdAt",
  "lastUpdatedAt",
  "context",
  "capabilities",
  "codeBlockData",
  "originalFileStates",
  "latestConversationSummary",
  "subagentInfo",
  "modelConfig",
  "newlyCreatedFiles",
  "todos",
  "gitWorktree",
  "activeBranch",
  "workspaceIdentifier",
  "conversationMap",
  "conversationState",
  "subComposerIds",
];

const objectWith = (fields: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 12 }) as fc.Arbitrary<JsonObject>;
const bubble = objectWith(bubbleFields);
const composer = objectWith(composerFields);

function expectSound(session: Session): void {
  expect(tallyAddsUp(session.records)).toBe(true);
  expect(JSON.parse(JSON.stringify(session))).toEqual(session);
}

test("whatever the fields hold, a conversation comes out and each record is counted", () => {
  fc.assert(
    fc.property(
      composer,
      fc.array(bubble, { maxLength: 4 }),
      anything,
      (data, bubbles, headers) => {
        const rows = Object.fromEntries(bubbles.map((bubble, index) => [`b${index}`, bubble]));
        const listed = { ...data, fullConversationHeadersOnly: headers };
        composerHead(listed);
        const { session } = readRows(listed, {
          ...bubbleRows(rows),
          "codeBlockDiff:c1:a": { newModelDiffWrtV0: headers },
          "messageRequestContext:c1:b0": { projectLayouts: headers, todos: headers },
        });
        expectSound(session);
        expectSound(readInline({ ...data, conversation: bubbles }));
      },
    ),
    { numRuns: 300 },
  );
});

test("whatever a tab holds, a conversation comes out", () => {
  fc.assert(
    fc.property(fc.array(bubble, { maxLength: 4 }), anything, (bubbles, title) => {
      const tab = { tabId: "t", chatTitle: title, lastSendTime: title, bubbles };
      expectSound(readTab(tab, { path: "/home/mira/ws/state.vscdb" }, contextWith()));
    }),
    { examples: [[[{ type: { toString: [] } }], null]] },
  );
});
