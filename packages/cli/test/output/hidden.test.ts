import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { makeOld, manifestIn, writtenIn } from "../small-archive.js";

const id = "11111111-aaaa-4000-8000-000000000001";
const thought = "A thought that nobody else shall read";
const inner = "Said by the sub-agent alone";
const secret = `ghp_${"b7Qd2xWz9Kf4".repeat(3)}`;
const words = ["--to", "markdown", "--to", "jsonl", "--detail", "full", "--out", "out"];

/** A home with a session in which the model thinks, a message of thoughts alone, and a sub-agent. */
function homeWithThoughts(): string {
  const folder = ".claude/projects/-home-mira-shop";
  const envelope = { sessionId: id, cwd: "/home/mira/shop", version: "2.1.0", isSidechain: false };
  const message = (uuid: string, parentUuid: string | null, content: object[]) => ({
    ...envelope,
    type: "assistant",
    uuid,
    parentUuid,
    timestamp: "2026-01-31T10:00:30.000Z",
    message: { id: `msg_${uuid}`, type: "message", role: "assistant", model: "m", content },
  });
  const thinking = { type: "thinking", thinking: `${thought} ${secret}`, signature: "x" };
  const task = {
    type: "tool_use",
    id: "toolu_1",
    name: "Agent",
    input: { description: "Look", prompt: "Look around", subagent_type: "Explore" },
  };
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "Nothing was found." };
  const records = [
    message("t1", "u1", [thinking]),
    message("t2", "t1", [thinking, { type: "text", text: `The key is ${secret}` }, task]),
    {
      ...envelope,
      type: "user",
      uuid: "r1",
      parentUuid: "t2",
      timestamp: "2026-01-31T10:00:40.000Z",
      message: { role: "user", content: [result] },
      toolUseResult: { agentId: "a1b2c3d", status: "completed" },
    },
  ];
  const lines = records.map((record) => JSON.stringify(record));
  const home = homeWith({ id, title: "Thoughts", lines, answers: "r1" });
  const agent = { ...envelope, isSidechain: true, agentId: "a1b2c3d" };
  const said = [
    { ...message("s1", null, []), ...agent, type: "user" },
    { ...message("s2", "s1", [thinking, { type: "text", text: inner }]), ...agent },
  ];
  Object.assign(said[0] ?? {}, { message: { role: "user", content: "Look around" } });
  const path = join(home, folder, id, "subagents/agent-a1b2c3d.jsonl");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, said.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return home;
}

function textOf(home: string): string {
  const out = join(home, "out");
  return documentsIn(out)
    .map((path) => readFileSync(join(out, path), "utf8"))
    .join("\n");
}

describe("what an option hides", () => {
  it("is in no document, and all else is", async () => {
    const home = homeWithThoughts();
    await chatexport(home, ...words);
    expect(textOf(home)).toContain(thought);
    expect(textOf(home)).toContain(inner);

    const unthinking = await chatexport(home, ...words, "--no-reasoning");
    expect(unthinking.stderr).toContain(
      "Exported 1 session and 1 sub-agent to out; none left out.\n",
    );
    expect(textOf(home)).not.toContain(thought);
    expect(textOf(home)).not.toContain('"reasoning"');
    expect(textOf(home)).toContain(inner);

    const { stderr } = await chatexport(home, ...words, "--no-subagents");
    expect(textOf(home)).toContain(thought);
    expect(textOf(home)).not.toContain(inner);
    expect(textOf(home)).toContain("Nothing was found.");
    expect(stderr).toContain("Exported 1 session to out.\n");

    const read = await chatexport(
      home,
      ...["--from", "jsonl", "--root", "out", "--to", "jsonl", "--out", "-", "--verbose"],
    );
    expect(read.stderr).not.toMatch(/warning|note:/);
    expect(read.stdout).toBe(
      documentsIn(join(home, "out"))
        .filter((path) => path.endsWith(".jsonl"))
        .map((path) => readFileSync(join(home, "out", path), "utf8"))
        .join(""),
    );
  });

  it("makes documents anew when it changes, and is not what the store has lost", async () => {
    const home = homeWithThoughts();
    const hidden = ["--no-reasoning", "--no-subagents"];
    for (const more of [[], hidden, []]) {
      const { stderr } = await chatexport(home, ...words, ...more);
      expect(stderr).not.toContain("lost");
      expect(stderr).not.toContain("Up to date");
      makeOld(join(home, "out"));
      expect((await chatexport(home, ...words, ...more)).stderr).toContain("Up to date: ");
      expect(writtenIn(join(home, "out"))).toEqual([]);
      expect(manifestIn(join(home, "out"))[0]).not.toHaveProperty("state");
    }
  });

  it("is counted as read, and not complained about", async () => {
    const home = homeWithThoughts();
    const totals = async (...more: string[]) => {
      const { stderr } = await chatexport(home, ...words, "--report", "report.json", ...more);
      expect(stderr).not.toMatch(/Not in markdown: .*(?:reasoning|sub-agents)/);
      return JSON.parse(readFileSync(join(home, "report.json"), "utf8")).totals;
    };
    const whole = await totals();
    expect(whole.subagents).toBe(1);
    expect(await totals("--no-reasoning", "--no-subagents", "--strict")).toEqual(whole);
    expect(await totals("--no-reasoning", "--no-subagents")).toEqual(whole);
  });

  it("leaves no secret that was found in it where it is shown", async () => {
    const home = homeWithThoughts();
    await chatexport(home, ...words, "--no-reasoning");
    expect(textOf(home)).toContain("The key is [redacted: github-token]");
    expect(textOf(home)).not.toContain(secret);
  });
});
