import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import claudeAi from "@chatexport/source-claude-ai";
import type { FaultStore } from "./store.js";

/** Two exports of an account: what the earlier one holds, the later one holds in a later state. */
export const accountStore: FaultStore = {
  name: "claude-ai/exports",
  async make(folder) {
    for (const [name, count] of [
      ["data-2026-03-01", 2] as const,
      ["data-2026-04-01", 4] as const,
    ]) {
      mkdirSync(join(folder, name));
      const path = join(folder, name, "conversations.json");
      writeFileSync(path, JSON.stringify(["a", "b", "c"].map((id) => conversation(id, count))));
    }
  },
  open: (folder) => claudeAi({ roots: [folder] }),
  words: (folder) => ["--from", "claude-ai", "--root", folder],
  isMixed: true,
};

function conversation(id: string, count: number): object {
  const uuid = `${id.repeat(8)}-0000-4000-8000-000000000000`;
  return {
    uuid,
    name: `Bread ${id}`,
    created_at: "2026-03-02T09:00:00.000000Z",
    updated_at: `2026-03-02T09:0${count}:00.000000+00:00`,
    account: { uuid: "99999999-9999-4999-8999-999999999999" },
    chat_messages: Array.from({ length: count }, (_, index) => message(id, index)),
  };
}

function message(id: string, index: number): object {
  const time = `2026-03-02T09:00:${index}0.123456Z`;
  const text = `Message ${index} about the bread of ${id}`;
  const call = { type: "tool_use", id: `t${index}`, name: "web_search", input: { query: "rye" } };
  const result = {
    type: "tool_result",
    tool_use_id: `t${index}`,
    content: [{ type: "text", text }],
  };
  return {
    uuid: `${id}${index}`,
    parent_message_uuid: index === 0 ? "00000000-0000-4000-8000-000000000000" : `${id}${index - 1}`,
    text: "",
    content: [{ type: "text", text }, ...(index % 2 ? [call, result] : [])],
    sender: index % 2 ? "assistant" : "human",
    created_at: time,
    updated_at: time,
    attachments: [{ file_name: "a.txt", file_type: "text/plain", extracted_content: `Rye ${id}` }],
    files: [],
  };
}
