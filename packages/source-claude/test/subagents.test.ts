import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, type Session, sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

const place = "projects/-home-mira-shop";
const first = "11111111-1111-4111-8111-111111111111";
const second = "22222222-2222-4222-8222-222222222222";

test("a file of a workflow that a link leads elsewhere, or that is too large, is not read", async () => {
  const own = `${place}/${first}`;
  const home = folderWith({
    [`${own}.jsonl`]: prompt("Review", { sessionId: first }),
    [`${own}/workflows/wf_large.json`]: `{"runId":"${"x".repeat(1024 * 1024)}"}`,
    [`${own}/workflows/scripts/own.js`]: "return 1",
    [`${own}/subagents/keep`]: "",
    "secret.js": "secret",
  });
  symlinkSync(join(home, "secret.js"), join(home, own, "workflows/scripts/link.js"));
  const { read } = await readAll(home);
  expect(read[0]?.attachments?.map(({ name, text, missing }) => [name, text ?? missing])).toEqual([
    ["wf_large.json", "larger than 1 MiB"],
    ["link.js", "outside of its folder"],
    ["own.js", "return 1"],
  ]);
});

test("the output of a call that a resumed session copied lies in the folder of the first one", async () => {
  const call = [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "cat log" } }];
  const output =
    "<persisted-output>\nFull output saved to: /old/tool-results/t1.txt\n</persisted-output>";
  const result = [{ type: "tool_result", tool_use_id: "t1", content: output }];
  const shared = [
    prompt("Look"),
    prompt("", { type: "assistant", uuid: "a1", message: { id: "m1", content: call } }),
    prompt("", { uuid: "r1", message: { role: "user", content: result } }),
  ]
    .join("")
    .replaceAll('"s"', `"${first}"`);
  const home = folderWith({
    [`${place}/${first}.jsonl`]: shared + prompt("one more", { sessionId: first }),
    [`${place}/${first}/tool-results/t1.txt`]: "all of it",
    [`${place}/${second}.jsonl`]: shared + prompt("go on", { sessionId: second }),
  });
  const { read, diagnostics } = await readAll(home);
  expect(diagnostics).toEqual([]);
  for (const session of read) expect(JSON.stringify(session)).toContain("all of it");
  expect(read).toHaveLength(2);
});

test("an agent with an empty transcript is made from the progress of its call", async () => {
  const progress = (text: string) =>
    prompt("", {
      type: "progress",
      uuid: `p-${text}`,
      parentToolUseID: "t1",
      data: { type: "agent_progress", agentId: "aaaa1111", message: JSON.parse(prompt(text)) },
    });
  const home = folderWith({
    [`${place}/${first}.jsonl`]: prompt("Look") + progress("Look left") + progress("Look right"),
    [`${place}/${first}/subagents/agent-aaaa1111.jsonl`]: "",
  });
  const { read } = await readAll(home);
  const [agent, ...others] = read[0]?.subagents ?? [];
  expect(others).toEqual([]);
  expect(agent?.messages.map(({ parts }) => parts[0])).toEqual([
    { type: "text", text: "Look left" },
    { type: "text", text: "Look right" },
  ]);
});

test("without uuids a message is no copy of the one in the same line of the session", async () => {
  const line = (text: string) => prompt(text, { uuid: undefined, parentUuid: undefined });
  const home = folderWith({
    [`${place}/${first}.jsonl`]: line("Look"),
    [`${place}/${first}/subagents/agent-aaaa1111.jsonl`]: line("Look left"),
  });
  const { read } = await readAll(home);
  expect(read[0]?.subagents?.[0]?.messages[0]?.copiedFrom).toBeUndefined();
});

async function readAll(home: string): Promise<{ read: Session[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const read: Session[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const source = claude({ roots: [join(home, "projects")] });
  for await (const { session } of sessions([source], { report })) read.push(session);
  return { read, diagnostics };
}
