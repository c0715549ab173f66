import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { objectsOf } from "@chatexport/core/read";
import { changeDocument, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import claudeAi from "../src/index.js";
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
  }),
  message(3, "human", "And how much salt?"),
];

const search = [
  message(1, "human", "Where is the mill?"),
  message(2, "assistant", [
    {
      type: "tool_use",
      id: "toolu_mill",
      name: "web_search",
      input: { query: "mill nearby" },
      message: "Searching for a mill",
      integration_name: "Search of Mills",
      mcp_server_url: "https://mills.example/mcp",
      start_timestamp: "2026-03-02T09:00:22.000000Z",
    },
  ]),
  message(3, "assistant", [
    {
      type: "tool_result",
      tool_use_id: "toolu_mill",
      name: "web_search",
      content: [
        {
          type: "knowledge",
          title: "The mill",
          url: "https://mills.example/1",
          text: "By the river.",
        },
      ],
      is_error: false,
      integration_name: "Search of Mills",
      stop_timestamp: "2026-03-02T09:00:23.000000Z",
    },
  ]),
  message(4, "assistant", [{ type: "thinking", thinking: "It is far away.", signature: "c2ln" }]),
  message(5, "assistant", [{ type: "token_budget", remaining: 180_000 }], {
    text: "It is by the river.",
    files: [{ file_name: "map-of-mills.png", file_uuid: "file-of-mills-17" }],
    stop_reason: "end_turn",
    futureField: "what a later export says",
  }),
];

const conversations = [
  conversation("c1", bread),
  conversation("c2", [message(1, "human", "Name three birds."), message(2, "assistant", "Wren.")]),
  conversation("c3", [message(1, "human", "Thank you")], { name: "Thanks" }),
  conversation("c4", search),
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
  records: 15,
  recordsIn: () => conversations as JsonObject[],
  changeRecords(store, change) {
    changeDocument(join(store, "conversations.json"), ({ chat_messages, ...conversation }) => {
      const messages = objectsOf(chat_messages).flatMap((message) => change(message) ?? []);
      const changed = change(conversation);
      return changed && { chat_messages: messages, ...changed };
    });
  },
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
