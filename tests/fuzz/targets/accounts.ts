import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chatGpt from "@chatexport/source-chatgpt";
import claudeAi from "@chatexport/source-claude-ai";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."uuid name summary created_at updated_at account chat_messages parent_message_uuid text".split(
    " ",
  ),
  ..."content sender human assistant type attachments files file_name extracted_content".split(" "),
  ..."tool_use tool_result id input tool_use_id is_error thinking citations artifacts command".split(
    " ",
  ),
  ..."mapping current_node parent message author role user recipient python parts content_type".split(
    " ",
  ),
  ..."multimodal_text thoughts execution_output metadata asset_pointer image_asset_pointer".split(
    " ",
  ),
  ..."create update old_str new_str title language start_timestamp display_content m0 m1 m2".split(
    " ",
  ),
  "2026-03-02T09:00:00.000000Z",
];

const types = "text multimodal_text thoughts code tether_quote system_error".split(" ");

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Exports of an account made of values that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const values = Array.from({ length: Math.ceil(bytes.length / 40) }, (_, at) =>
    valueFrom(bytes.subarray(at * 40, at * 40 + 40), words),
  );
  const messages = values.map((value, at) => ({
    uuid: `m${at}`,
    parent_message_uuid: at % 3 === 2 ? value : `m${at - 1}`,
    sender: ["human", "assistant"][at % 2],
    content: at % 4 === 3 ? value : [{ type: "text", text: "x" }, value],
    attachments: [value],
    files: [value],
  }));
  const conversations = [
    { uuid: "c1", name: "Fuzz", created_at: "2026-03-02T09:00:00Z", chat_messages: messages },
    { uuid: "c2", name: values[0], chat_messages: values },
    ...values,
  ];
  writeFileSync(join(folder, "conversations.json"), JSON.stringify(conversations));
  await readAll(claudeAi({ roots: [folder], empty: true }));
  const nodes = values.map((value, at) => [
    `m${at}`,
    at % 5 === 4
      ? value
      : { id: `m${at}`, parent: at % 3 === 2 ? value : `m${at - 1}`, message: value },
  ]);
  const said = values.map((content, at) => [
    `s${at}`,
    {
      parent: `s${(at * 7) % values.length}`,
      message: {
        author: { role: ["user", "assistant", "tool", "system"][at % 4], name: content },
        content:
          at % 2 === 0 ? content : { content_type: types[at % types.length], parts: [content] },
        recipient: at % 3 === 0 ? "python" : content,
        metadata: content,
      },
    },
  ]);
  const mapping = Object.fromEntries([...nodes, ...said]);
  const trees = [{ conversation_id: "c1", current_node: values[0], mapping }, ...values];
  writeFileSync(join(folder, "conversations-000.json"), JSON.stringify(trees));
  await readAll(chatGpt({ roots: [folder], empty: true }));
}
