import { describe, expect, it } from "vitest";
import { documentsIn, emptyFolder } from "../binary.js";
import { chatexport } from "../in-process.js";
import { conversation, defaultId } from "./conversation.js";

const later = "bbbbbbbb-0000-4000-8000-0000000000b2";

/** A home with two sessions that say much the same, a month apart. */
function twoSessions(): string {
  const home = conversation((it) =>
    it
      .user("a kiln, please")
      .assistant("The kiln is there.")
      .call("Bash", { command: "heat kiln" }, "kiln hot")
      .call("Read", { file_path: "/kiln.txt" }, "nothing"),
  );
  return conversation((it) => it.user("another kiln").assistant("Also: Oven."), {
    home,
    id: later,
    startedAt: "2026-02-28T23:00:00.000Z",
    model: "gpt-5-mini",
  });
}

async function lines(home: string, ...words: string[]): Promise<string[]> {
  const { stdout, exitCode } = await chatexport(home, "search", ...words);
  expect(exitCode).toBe(0);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" ").slice(2).join(" "));
}

describe("chatexport search", () => {
  it("chooses by role", async () => {
    const home = twoSessions();
    expect(await lines(home, "kiln", "--role", "user")).toEqual([
      "bbbbbbbb user shop another kiln",
      "aaaaaaaa user shop a kiln, please",
    ]);
    expect(await lines(home, "kiln", "--role", "tool", "--role", "assistant")).toHaveLength(4);
    expect(await lines(home, "kiln", "--role", "tool,assistant")).toHaveLength(4);
    const wrong = await chatexport(home, "search", "kiln", "--role", "asistant");
    expect(wrong.stderr).toContain("did you mean 'assistant'?");
    expect(wrong.exitCode).toBe(2);
  });

  it("chooses by the kind of tool, or by its name", async () => {
    const home = twoSessions();
    const executed = ["aaaaaaaa tool:Bash shop heat kiln", "aaaaaaaa tool:Bash shop kiln hot"];
    expect(await lines(home, "kiln", "--tool", "execute")).toEqual(executed);
    expect(await lines(home, "kiln", "--tool", "Bash", "--role", "tool")).toEqual(executed);
    expect(await lines(home, "kiln", "--tool", "read", "--tool", "execute")).toHaveLength(3);
    expect(await lines(home, "kiln", "--tool", "read,execute")).toHaveLength(3);
    expect(await lines(home, "kiln", "--tool", "bash")).toEqual(executed);
    const wrong = await chatexport(home, "search", "kiln", "--tool", "reed");
    expect(wrong.stderr).toContain("did you mean 'read'?");
    expect(wrong.exitCode).toBe(2);
    const contradiction = await chatexport(
      home,
      ...["search", "kiln", "--tool", "read", "--role", "user"],
    );
    expect(contradiction.stderr).toContain("add --role tool");
    expect(contradiction.exitCode).toBe(2);
  });

  it("chooses by the file that was read or changed", async () => {
    const home = conversation((it) =>
      it
        .user("a kiln in src/kiln.ts")
        .call("Read", { file_path: "/home/mira/shop/src/kiln.ts" }, "a kiln")
        .call("Read", { file_path: "/home/mira/shop/src/a-kiln.ts" }, "no kiln")
        .call(
          "Edit",
          { file_path: "/home/mira/shop/src/kiln.ts", old_string: "kiln", new_string: "" },
          "done",
        ),
    );
    const found = async (...words: string[]) => {
      const all = await lines(home, "kiln", ...words);
      expect(await lines(home, "kiln", ...words, "--no-index")).toEqual(all);
      return all.map((line) => line.split(" ").slice(3).join(" "));
    };
    const [path, other] = ["/home/mira/shop/src/kiln.ts", "/home/mira/shop/src/a-kiln.ts"];
    expect(await found("--file", "src/kiln.ts")).toEqual([path, "a kiln", path, "kiln"]);
    expect(await found("--file", "./src/a-kiln.ts")).toEqual([other, "no kiln"]);
    expect(await found("--file", path, "--tool", "edit")).toEqual([path, "kiln"]);
    expect(await found("--file", "n.ts")).toEqual([]);
  });

  it("chooses by the time of each message", async () => {
    const home = conversation((it) => {
      for (let minute = 0; minute < 4; minute++) it.user(`kiln ${minute}`);
    });
    const times = ["--since", "2026-01-31T10:01:00Z", "--until", "2026-01-31T10:02:00Z"];
    expect(await lines(home, "kiln", ...times)).toEqual([
      "aaaaaaaa user shop kiln 1",
      "aaaaaaaa user shop kiln 2",
    ]);
  });

  it("chooses sessions as other commands do", async () => {
    const home = twoSessions();
    expect(await lines(home, "kiln", "--session", later.slice(0, 8))).toHaveLength(1);
    expect(await lines(home, "kiln", "--model", "GPT")).toHaveLength(1);
    expect(await lines(home, "kiln", "--grep", "Oven")).toHaveLength(1);
    const { stderr } = await chatexport(home, "search", "kiln", "--project", "other");
    expect(stderr).toBe(
      "error: None of 2 sessions matches --project. chatexport list shows all projects.\n",
    );
  });

  it("stops after so many hits", async () => {
    const home = twoSessions();
    const limited = await chatexport(home, "search", "kiln", "--limit", "1");
    expect(limited.stdout).toBe("2026-02-28 23:00 bbbbbbbb user shop another kiln\n");
    expect(limited.stderr).toBe(
      "1 hit in 1 of 2 sessions (times in UTC); --limit left out others\n",
    );
    expect(await lines(home, "kiln", "--limit", "2")).toEqual([
      "bbbbbbbb user shop another kiln",
      "aaaaaaaa user shop a kiln, please",
    ]);
  });
});

describe("--grep", () => {
  it("chooses the sessions that contain a text, for list and export", async () => {
    const home = twoSessions();
    const list = async (...words: string[]) =>
      (await chatexport(home, "list", ...words)).stdout.match(/(?:aaaa|bbbb){2}/g);
    expect(await list("--grep", "heat kiln")).toEqual(["aaaaaaaa"]);
    expect(await list("--grep", "/(an)?other kiln/")).toEqual(["bbbbbbbb"]);
    expect(await list("--grep", "kiln")).toEqual(["bbbbbbbb", "aaaaaaaa"]);
    expect(await list("--grep", "kiln", "--limit", "1")).toEqual(["bbbbbbbb"]);
    expect(await list("--grep", "please", "--limit", "1")).toEqual(["aaaaaaaa"]);
    const out = emptyFolder();
    await chatexport(home, "--grep", "heat kiln", "--out", out);
    expect(documentsIn(out)).toEqual([expect.stringContaining("aaaaaaaa.md")]);
  });

  it("says that none matches", async () => {
    const { exitCode, stderr } = await chatexport(twoSessions(), "list", "--grep", "quark");
    expect(stderr).toBe("None of 2 sessions matches --grep.\n");
    expect(exitCode).toBe(0);
  });

  it("refuses what is not a regular expression before it looks for sessions", async () => {
    const { exitCode, stderr } = await chatexport(twoSessions(), "list", "--grep", "/[/");
    expect(stderr).toBe(
      "error: --grep: /[/ is not a regular expression: Unterminated character class.\n",
    );
    expect(exitCode).toBe(2);
  });

  it("tells once what is wrong in a session that it looks into", async () => {
    const home = conversation((it) => it.user("kiln"));
    const transcript = conversation((it) => it.user("kiln").record({ type: "mystery" }), {
      home,
      id: later,
    });
    const { stderr } = await chatexport(transcript, "--grep", "kiln", "--out", "-", "--verbose");
    expect(stderr.match(/unknown-record/g)).toHaveLength(1);
  });
});

describe("--model", () => {
  it("chooses by a part of the name, or by a glob", async () => {
    const home = twoSessions();
    const list = async (model: string) =>
      (await chatexport(home, "list", "--model", model)).stdout.match(/(?:aaaa|bbbb){2}/g);
    expect(await list("claude")).toEqual(["aaaaaaaa"]);
    expect(await list("GPT-5")).toEqual(["bbbbbbbb"]);
    expect(await list("gpt-5*")).toEqual(["bbbbbbbb"]);
    expect(await list("gpt-?-mini")).toEqual(["bbbbbbbb"]);
    expect(await list("{gpt,claude}-*")).toEqual(["bbbbbbbb", "aaaaaaaa"]);
    expect(await list("gpt-?")).toBe(null);
  });

  it("counts the models of sub-agents", async () => {
    const home = conversation((it) => it.user("go").call("Task", { prompt: "Look" }, "ok"));
    conversation((it) => it.user("Look").assistant("Yes."), {
      home,
      agent: { id: "a1b2c3", callId: "call-1" },
      model: "claude-small",
    });
    const { stdout } = await chatexport(home, "list", "--model", "small", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ id: defaultId }]);
  });
});
