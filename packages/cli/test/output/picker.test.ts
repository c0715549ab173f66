import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shellLine } from "../../src/terminal/shell-words.js";
import {
  documentsIn,
  emptyFolder,
  exampleHome,
  filesIn,
  homeWith,
  writeTranscript,
} from "../binary.js";
import { chatexport, terminal } from "../in-process.js";
import { sinkModule, sourceModule, writeFiles } from "../invented-plugins.js";
import { terminal as startedTerminal, type Terminal } from "../terminal.js";

const keys = {
  enter: "\r",
  down: "\u001b[B",
  tab: "\t",
  escape: "\u001b",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
};

const lamp = {
  id: "11111111-aaaa-4000-8000-000000000001",
  title: "Mend the lamp",
  cwd: "/home/mira/shop",
};
const till = {
  id: "22222222-aaaa-4000-8000-000000000002",
  title: "Count the till",
  cwd: "/home/mira/shop",
};
const tide = {
  id: "33333333-aaaa-4000-8000-000000000003",
  title: "Times of the tide",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};

/** Answers each question, once it is asked, with the keys beside it. */
async function answer(
  { see, type }: Terminal,
  ...answers: [question: RegExp, ...keys: string[]][]
) {
  for (const [question, ...pressed] of answers) {
    await see(question);
    for (const key of pressed) type(key);
  }
}

const open = (question: string) => new RegExp(`^◆ {2}${question}(?: {2}.*)?$`, "m");

/** The command line that the picker says at its end. */
function saidCommand({ lines }: Terminal): string {
  const [, command = ""] = /Next time: (chatexport .*)$/.exec(lines().join("")) ?? [];
  return command;
}

describe("the picker", () => {
  it("exports what is picked, and says the command line that does the same", async () => {
    const home = homeWith(lamp, till, tide);
    const picker = startedTerminal(home, []);
    await answer(
      picker,
      [open("Projects"), keys.down, keys.down, keys.enter],
      [open("Sessions"), keys.enter],
      [open("Format"), keys.down, keys.down, keys.enter],
      [open("Folder"), "out", keys.enter],
    );
    expect(await picker.ended).toBe(0);
    const text = picker.lines().join("\n");
    expect(text).toMatch(/^◇ {2}Projects\n│ {2}shop$/m);
    expect(text).toMatch(/^◇ {2}Sessions\n│ {2}2 sessions$/m);
    expect(text).toMatch(/^Exported 2 sessions to out[;.]/m);
    expect(saidCommand(picker)).toBe("chatexport --project shop --to jsonl --out out");
    expect(documentsIn(join(home, "out"))).toHaveLength(2);
    const again = await chatexport(home, "--project", "shop", "--to", "jsonl", "--out", "out");
    expect(again.stderr).toContain("Up to date: 2 sessions in out.");
  });

  it("exports everything when all questions are answered with Enter", async () => {
    const home = homeWith(lamp, till, tide);
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), keys.enter],
      [open("Sessions"), keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport export");
    expect(documentsIn(join(home, "chat-export"))).toHaveLength(3);
  });

  it("finds projects and sessions by words of their names, titles and ids", async () => {
    const home = homeWith(lamp, till, tide);
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), "MIRA sho", keys.enter],
      [open("Sessions"), "000002", keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --session 22222222");
    expect(documentsIn(join(home, "chat-export")).join()).toContain("count-the-till");
  });

  it("takes several of each, and all of several projects", async () => {
    const home = homeWith(lamp, till, tide, { ...tide, id: "other", cwd: "/home/mira/garden" });
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), keys.down, keys.tab, keys.down, keys.tab, keys.enter],
      [open("Sessions"), keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --project '{blog,garden}'");
    expect(documentsIn(join(home, "chat-export"))).toHaveLength(2);
  });

  it("asks again when nothing was found, and then takes what is right", async () => {
    const home = homeWith(lamp, tide);
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), "nowhere", keys.enter],
      [/^◇ {2}Projects[^◆]*^◆ {2}Projects {2}.*$/m, "blog", keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --project blog");
  });

  it("names two projects of one name by their paths", async () => {
    const home = homeWith(lamp, { ...tide, cwd: "/home/mira/old/shop" });
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), "old/", keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --project /home/mira/old/shop");
    expect(documentsIn(join(home, "chat-export"))).toHaveLength(1);
  });

  it("names the sessions where the project's name is a secret", async () => {
    const secret = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const home = homeWith(lamp, { ...tide, title: `Use ${secret}`, cwd: `/home/mira/${secret}` });
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Projects"), keys.down, keys.enter],
      [open("Format"), keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --session 33333333");
    expect(picker.written()).not.toContain(secret);
  });

  it("asks for sources only where several have sessions", async () => {
    const home = emptyFolder();
    writeFileSync(
      join(home, "chatexport.config.json"),
      JSON.stringify({ home: exampleHome, to: "html" }),
    );
    const picker = terminal(home, []);
    // Tools have the names that people know.
    await picker.see(/◻ Claude Code +8 sessions/);
    await answer(
      picker,
      [open("Sources"), "claude code", keys.enter],
      [open("Projects"), keys.enter],
      [open("Sessions"), keys.down, keys.enter],
      [/● html/, keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toMatch(/^chatexport --from claude --session \w{8}$/);
    expect(documentsIn(join(home, "chat-export"))).toEqual([expect.stringMatching(/\.html$/)]);
  });

  it("calls a plugin of other people as the file of options does", async () => {
    const home = emptyFolder();
    writeFiles(home, {
      "notes.mjs": sourceModule("notes"),
      "plain.mjs": sinkModule("plain"),
      "chatexport.config.json": JSON.stringify({
        home: exampleHome,
        from: ["cursor", "./notes.mjs"],
        to: "./plain.mjs",
      }),
    });
    const picker = terminal(home, []);
    await answer(
      picker,
      [open("Sources"), "notes", keys.enter],
      [open("Sessions"), keys.enter],
      [/● \.\/plain\.mjs/, keys.enter],
      [open("Folder"), keys.enter],
    );
    expect(await picker.ended).toBe(0);
    expect(saidCommand(picker)).toBe("chatexport --from ./notes.mjs");
    const documents = documentsIn(join(home, "chat-export")).filter((path) => /\.txt$/.test(path));
    expect(documents).toHaveLength(2);
  });

  it.each([
    ["Escape", keys.escape],
    ["Ctrl-C", keys.ctrlC],
    ["Ctrl-D", keys.ctrlD],
  ])("writes nothing after %s, and gives the terminal back", async (_, key) => {
    const home = homeWith(lamp, tide);
    const command = "$CHATEXPORT; echo code $?; stty -a | grep -o ' icanon'";
    const picker = startedTerminal(home, [], { command });
    await answer(picker, [open("Projects"), keys.enter], [open("Sessions"), key]);
    await picker.ended;
    const text = picker.lines().join("\n");
    expect(text).toMatch(
      /^└ {2}Cancelled: nothing was written\.\n\nchatexport --help shows all commands and options\.\ncode 130\n icanon$/m,
    );
    expect(picker.written().lastIndexOf("\u001b[?25h")).toBeGreaterThan(
      picker.written().lastIndexOf("\u001b[?25l"),
    );
    expect(filesIn(home).filter((path) => !path.startsWith(".claude"))).toEqual([]);
  });

  it("explains that there are no sessions, as the list does", async () => {
    const home = emptyFolder();
    const { ended, lines } = terminal(home, []);
    expect(await ended).toBe(0);
    const { stderr } = await chatexport(home, "list");
    expect(lines().join(" ")).toContain(stderr.trim());
  });

  it("keeps control characters of titles away from the terminal", async () => {
    const title = "\u001b[31mred\u001b]0;x\u0007 \u202ereversed\u009b\nend";
    const picker = terminal(homeWith(lamp, { ...till, title }), []);
    await answer(picker, [/red reversed end$/m, keys.escape]);
    expect(await picker.ended).toBe(130);
    expect(picker.written()).not.toMatch(/\u202e|\u009b|\]0;/);
  });

  it.each([[80], [40]])("fits a screen of 24 × %i with many more sessions", async (columns) => {
    const home = homeWith();
    for (let index = 0; index < 100; index++)
      writeTranscript(home, {
        id: `session-${1000 + index}`,
        title: `ゴミ収集カレンダー ${index} ${"and more ".repeat(10)}`,
        cwd: `/home/mira/project-with-a-long-name-${index % 30}`,
      });
    const picker = terminal(home, [], { columns });
    const top = () => picker.lines()[0];
    await answer(picker, [open("Projects")]);
    expect(picker.lines().length).toBeLessThanOrEqual(24);
    await answer(picker, [open("Projects"), keys.enter], [open("Sessions"), "1077"]);
    await picker.see(/\(1 match\)/);
    expect(picker.lines().length).toBeLessThanOrEqual(24);
    expect(picker.lines().filter((line) => line.includes("ゴミ収集"))).toHaveLength(1);
    expect(top()).toBe("┌  What do you want to export?");
    picker.type(keys.escape);
    expect(await picker.ended).toBe(130);
  });
});

describe("a bare call", () => {
  it.each([
    ["in CI", (home: string) => terminal(home, [], { env: { CI: "true" } })],
    [
      "on a terminal that cannot go back",
      (home: string) => terminal(home, [], { env: { TERM: "dumb" } }),
    ],
    [
      "with its input from elsewhere",
      (home: string) => startedTerminal(home, [], { command: "$CHATEXPORT </dev/null" }),
    ],
  ])("ends with 2 and says what to name %s", async (_, start) => {
    const { ended, written } = start(homeWith(lamp, tide));
    expect(await ended).toBe(2);
    expect(written()).toMatch(/error:.* Without a terminal for questions, name a command/);
  });

  it.each(["2>/dev/null", ">/dev/null"])(
    "ends with 2 where it cannot ask: %s",
    async (elsewhere) => {
      const options = { command: `$CHATEXPORT ${elsewhere}` };
      expect(await startedTerminal(homeWith(lamp, tide), [], options).ended).toBe(2);
    },
  );

  it("draws without colour when none is wanted", async () => {
    const picker = terminal(homeWith(lamp, tide), [], { env: { NO_COLOR: "1" } });
    await answer(picker, [open("Projects"), keys.escape]);
    await picker.ended;
    expect(picker.written()).not.toContain("\u001b[3");
  });
});

describe("a command line", () => {
  it("is quoted for a shell", () => {
    expect(shellLine(["--project", "müllkalender", "--out", "./a b"])).toBe(
      "--project müllkalender --out './a b'",
    );
    expect(shellLine(["it's", "", "$HOME", "~", "*", "a\\b"])).toBe(
      "'it'\\''s' '' '$HOME' '~' '*' 'a\\b'",
    );
    expect(shellLine(["=ls", "a=b", "C:\\x"])).toBe("'=ls' a=b 'C:\\x'");
  });

  it("is none where a shell would not take it for what it is", () => {
    expect(shellLine(["a\u001b[31m"])).toBeUndefined();
    expect(shellLine(["a\nb"])).toBeUndefined();
    expect(shellLine(["--project", "C:\\my shop", "a&b,c"], "win32")).toBe(
      '--project "C:\\my shop" "a&b,c"',
    );
    for (const word of [
      "$(calc)",
      "`calc",
      "%PATH%",
      '"; calc; "',
      "\u201d; calc; \u201c",
      "a b\\",
    ])
      expect(shellLine([word], "win32")).toBeUndefined();
  });
});
