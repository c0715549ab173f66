import { join } from "node:path";
import { allMessages, type PlanCall, sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

test("lists of very many tasks do not grow without end", async () => {
  const created = Array.from({ length: 500 }, (_, index) => {
    const id = `t${index + 1}`;
    const input = { subject: `Pack order ${index + 1}`, description: "" };
    const call = { type: "tool_use", id, name: "TaskCreate", input };
    const text = `Task #${index + 1} created successfully: ${input.subject}`;
    const result = { type: "tool_result", tool_use_id: id, content: text };
    return (
      prompt(`call ${index}`, {
        type: "assistant",
        message: { id: `m${index}`, role: "assistant", content: [call] },
      }) + prompt(`result ${index}`, { message: { role: "user", content: [result] } })
    );
  });
  const root = folderWith({ "s.jsonl": created.join("") });
  const calls: PlanCall[] = [];
  for await (const { session } of sessions([claude({ roots: [join(root, "s.jsonl")] })]))
    for (const { parts } of allMessages(session))
      for (const part of parts)
        if (part.type === "tool-call" && part.kind === "plan") calls.push(part);
  expect(calls).toHaveLength(500);
  expect(calls[399]?.todos).toHaveLength(400);
  expect(calls[499]?.todos).toBeUndefined();
});
