import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { listsOfKnownFields } from "../../../tests/fixtures/lists-of-known-fields.js";
import claudeAi from "../src/index.js";
import { dropped } from "../src/known-fields.js";
import { conversation, message } from "./export.js";

const bread = [
  message(1, "human", "How much flour do I need for two loaves?"),
  message(2, "assistant", "About a kilogram.", {
    content: [
      {
        type: "text",
        text: "About a kilogram.",
        citations: [{ url: "https://bread.example/two-loaves" }],
        start_timestamp: "2026-03-02T09:00:21.000000Z",
      },
      { type: "thinking", thinking: "Of wheat, I suppose.", signature: "c2lnbmVkIGJ5IGhhbmQ=" },
    ],
    attachments: [{ id: "attachment-17-of-bread", file_name: "bread.txt", file_size: 20_480 }],
    futureField: "what a later export says",
  }),
  message(3, "human", "And how much salt?"),
];

const conversations = [
  conversation("c1", bread),
  conversation("c2", [message(1, "human", "Name three birds."), message(2, "assistant", "Wren.")]),
  conversation("c3", [message(1, "human", "Thank you")], { name: "Thanks" }),
];

const checks = sourceChecks({
  create: claudeAi,
  async makeHome(home) {
    const folder = join(home, "data-2026-03-02");
    mkdirSync(folder);
    writeFileSync(join(folder, "conversations.json"), JSON.stringify(conversations));
    return folder;
  },
  // Conversations and their messages.
  records: 9,
  recordsIn: () => conversations as JsonObject[],
  dropped,
  async enlarge(store, bytes) {
    change(store, (text) => text.replace("About a", `About ${"word ".repeat(bytes / 4)}`));
  },
  async damage(store) {
    change(store, (text) =>
      text
        .replace(
          '{"uuid":"m2","text":"","content":[{"type":"text","text":"Wren."}]',
          '7,{"other":1',
        )
        .replace(/\}\]$/, ""),
    );
    return ["c1"];
  },
  skip: {
    ...listsOfKnownFields,
    "the home folder and the store as a root give the same sessions":
      "An export lies wherever it was put, not in a home folder.",
    "listing parses no bodies":
      "An export is one list without an index: what tells about a conversation is in it.",
    "listing reads no bodies":
      "An export is one list without an index: where a conversation begins shows when it is read.",
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));

function change(store: string, edit: (text: string) => string): void {
  const path = join(store, "conversations.json");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}
