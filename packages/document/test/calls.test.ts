import type { Json, Question, Session, Todo, ToolCall, ToolKind } from "@chatexport/core";
import { answer, prompt, ran, resultOf, said, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import type { Detail } from "../src/index.js";
import { outline } from "./outline.js";

/** The document of these calls. */
function shown(detail: Detail, ...calls: ToolCall[]): string {
  return shownIn({}, detail, ...calls);
}

function shownIn(rest: Partial<Session>, detail: Detail, ...calls: ToolCall[]): string {
  const session = sessionOf([answer("a", ...calls)], { cwd: "/home/mira/shop", ...rest });
  return outline(session, { detail }).replace(/^answer: Assistant\nmessage #m-a\n/, "");
}

const done = { type: "tool-call", id: "call", status: "completed" } as const;

/** A call of a kind with what this kind has. */
function call<K extends ToolKind>(
  kind: K,
  name: string,
  rest: Partial<ToolCall & { kind: K }> = {},
): ToolCall {
  return { ...done, kind, name, ...rest } as ToolCall;
}

describe("how a call ended", () => {
  test("is said in its line unless it went well", () => {
    const ends: Partial<ToolCall>[] = [
      { status: "completed" },
      { status: "unknown" },
      { status: "completed", result: { ...resultOf(), exitCode: 2 } },
      { status: "completed", result: { ...resultOf(), exitCode: 0 } },
      { status: "failed" },
      { status: "failed", result: { ...resultOf(), exitCode: 1 } },
      { status: "cancelled" },
      { status: "rejected" },
      { status: "pending" },
      { status: "pending", result: resultOf("Ended before a result was kept.") },
    ];
    const calls = ends.map((end) =>
      call("other", "Do", end as Partial<ToolCall & { kind: "other" }>),
    );
    expect(shown("conversation", ...calls)).toMatchInlineSnapshot(`
      "call: Do
      call: Do
      call: Do — exit 2
      call: Do
      call: Do — failed
      call: Do — failed, exit 1
      call: Do — cancelled
      call: Do — rejected
      call: Do — no result
      call: Do — interrupted"
    `);
  });

  test("goes with what the person said to it, at every level", () => {
    const long = "Not so.\nSee `a.ts`:\n  x = 1;\n  y = 2;";
    const rejected = (said: string) =>
      call("execute", "Bash", { command: "ls", status: "rejected", result: resultOf(said) });
    for (const detail of ["conversation", "standard"] as const)
      expect(shown(detail, rejected("Not now.")).replace("fold tool-", "")).toBe(
        "call: Run `ls` — rejected\nparagraph **Rejected:** Not now.",
      );
    // Tools say that it was so, and some also why.
    const line = "call: Run `ls` — rejected";
    for (const said of [
      "The user denied this.",
      "Permission denied by user",
      "Tool call rejected:",
    ])
      expect(shown("conversation", rejected(said))).toBe(line);
    for (const said of ["Tool call rejected: Not now.", "The user declined to run it:\nNot now."])
      expect(shown("conversation", rejected(said))).toBe(
        `${line}\nparagraph **Rejected:** Not now.`,
      );
    expect(shown("full", rejected("The user denied this."))).toContain("The user denied this.");
    expect(shown("standard", rejected(long))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\` — rejected
      label Rejected
      body Not so.\\
      See \`a.ts\`:
      \`\`\`
        x = 1;
        y = 2;
      \`\`\`"
    `);
  });
});

describe("a command", () => {
  const long = `npm run ${"build ".repeat(20)}`;

  test("is its line, with all of it and its output behind", () => {
    expect(shown("standard", ran("ls\npwd", "a\nb"))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls…\`
        code (sh) ls
        pwd
        code a
        b"
    `);
    expect(shown("conversation", ran("ls", "a"))).toMatchInlineSnapshot(`"call: Run \`ls\`"`);
  });

  test("that is long is said by its title", () => {
    expect(shown("conversation", ran(long, "", { title: "Build it" }))).toMatchInlineSnapshot(
      `"call: Run Build it"`,
    );
    expect(shown("conversation", ran("ls", "", { title: "Look" }))).toMatchInlineSnapshot(
      `"call: Run \`ls\`"`,
    );
  });

  test("that is not known is shown by the arguments of the call", () => {
    const unknown = call("execute", "Run", { input: { script: "x" }, result: resultOf("ok") });
    expect(shown("standard", unknown)).toMatchInlineSnapshot(`
      "fold tool-call: Run \`x\`
        label Output
        code ok"
    `);
  });
});

describe("what was read", () => {
  const at = (...paths: string[]) => paths.map((path) => ({ path }));

  test("is said with the number of its lines", () => {
    const result = resultOf("one\ntwo\n");
    expect(
      shown(
        "standard",
        call("read", "Read", { locations: at("/home/mira/shop/a.ts"), result }),
        call("read", "Read", { locations: [{ path: "/etc/hosts", line: 7 }] }),
        call("read", "Read", { locations: at("a", "b", "c") }),
        call("read", "Read", { locations: at("a", "b", "c", "d") }),
        call("read", "Read", { locations: at("a"), result: { ...result, isError: true } }),
        call("read", "Fetch page", { title: "The manual" }),
      ),
    ).toMatchInlineSnapshot(`
      "fold calls: Read × 6 a.ts, hosts, a, b, c and 2 more
        fold tool-call: Read \`a.ts\` — 2 lines
          code one
          two
        fold tool-call: Read \`/etc/hosts:7\`
        fold tool-call: Read \`a, b, c\`
        fold tool-call: Read \`a and 3 more\`
        fold tool-call: Read \`a\`
          code one
          two
        fold tool-call: Read The manual"
    `);
  });

  test("is shown without the numbers that a tool has put before its lines", () => {
    const numbered = "    9→if (a) {\n   10→\n   11→}\n\n";
    const read = (text: string) =>
      call("read", "Read", { locations: at("a.ts"), result: resultOf(text) });
    expect(shown("standard", read(numbered))).toMatchInlineSnapshot(`
      "fold tool-call: Read \`a.ts\` — 3 lines
        code if (a) {
        
        }"
    `);
    expect(shown("full", read(numbered))).toContain("    9→if (a) {");
    for (const text of [
      "9 | if (a) {\n10 | \n11 | }",
      " 9|if (a) {\n10|\n11|}",
      "  9\tif (a) {\n 10\t\n 11\t}",
    ])
      expect(shown("standard", read(text))).toBe(shown("standard", read(numbered)));
    // Numbers that do not follow each other, or not on all lines, are the file's own.
    for (const text of ["1→a\n3→b", "1→a\nb", "1|a\n2 b", "1\ta\n2\tb"])
      expect(shown("standard", read(text))).toContain(`code ${text.replace("\n", "\n  ")}`);
  });
});

describe("what was searched for", () => {
  test("is said with where and how much was found", () => {
    const result = resultOf("a.ts:1: kiln");
    const locations = [{ path: "/home/mira/shop/src" }];
    expect(
      shown(
        "conversation",
        call("search", "Grep", { query: "kiln", locations, result }),
        call("search", "Grep", { query: "kiln", locations: [{ path: "/home/mira/shop" }] }),
        call("search", "Grep", { query: "kiln\noven" }),
        call("search", "List", { locations, result }),
        call("search", "List", { locations, result: resultOf("No files found\n") }),
        call("search", "Grep"),
      ),
    ).toMatchInlineSnapshot(`
      "call: Search \`kiln\` — in src, 1 line
      call: Search \`kiln\`
      call: Search \`kiln…\`
      call: Search \`src\` — 1 line
      call: Search \`src\` — nothing found
      call: Grep"
    `);
  });
});

describe("what was fetched", () => {
  const url = "https://a.example/page";

  test("is said by its address or its question, with the answer as prose", () => {
    const result = resultOf("# Kilns");
    expect(
      shown(
        "standard",
        call("fetch", "Fetch", { url, result }),
        call("fetch", "Fetch", { url, query: "How hot?" }),
        call("fetch", "Search", { query: "kilns" }),
        call("fetch", "Search", { query: "kilns\nand ovens" }),
        call("fetch", "Search"),
      ),
    ).toMatchInlineSnapshot(`
      "fold calls: 5 calls: 2 Fetch, 2 Search the web, 1 Search
        fold tool-call: Fetch \`https://a.example/page\`
          body # Kilns
        fold tool-call: Fetch \`https://a.example/page\`
          code How hot?
        fold tool-call: Search the web kilns
        fold tool-call: Search the web kilns…
          code kilns
          and ovens
        fold tool-call: Search"
    `);
  });

  test("has pages that are listed in JSON as links, unless all is to be shown", () => {
    const pages = [
      { title: "Kilns [2]", url: "https://a.example/kilns" },
      { title: "Ovens", url: "https://a.example/ovens" },
    ];
    const found = (list: Json) =>
      call("fetch", "Search", {
        query: "kilns",
        result: resultOf(`Links: ${JSON.stringify(list)}\n\nBoth are hot.`),
      });
    expect(shown("standard", found(pages))).toMatchInlineSnapshot(`
      "fold tool-call: Search the web kilns
        body Links:
        
        - [Kilns \\[2\\]](<https://a.example/kilns>)
        - [Ovens](<https://a.example/ovens>)
        
        Both are hot."
    `);
    for (const other of [
      [{ ...pages[0], age: 3 }],
      [pages[0], "kilns"],
      [{ url: "a b", title: "A" }],
    ])
      expect(shown("standard", found(other as Json))).toContain(
        `Links: ${JSON.stringify(other)}\n`,
      );
    expect(shown("full", found(pages))).toContain(`Links: ${JSON.stringify(pages)}\n`);
  });
});

describe("changes of files", () => {
  const edits = [
    { path: "/home/mira/shop/a.ts", kind: "update", before: "one\n", after: "two\n" } as const,
  ];

  test("are a diff, of which the result says nothing new", () => {
    const result = resultOf("The file was changed.");
    const edit = call("edit", "Edit", { edits, result });
    expect(shown("standard", edit)).toMatchInlineSnapshot(`
      "fold tool-call: Edit \`a.ts\` — +1 −1
        code (diff) -one
        +two"
    `);
    expect(shown("full", edit)).toMatchInlineSnapshot(`
      "fold tool-call: Edit \`a.ts\` — +1 −1
        code (diff) --- a.ts
        +++ a.ts
        -one
        +two
        code The file was changed."
    `);
  });

  test("that were not made are not counted, and their result says why", () => {
    const result = { ...resultOf("No such file."), isError: true };
    const failed = call("edit", "Edit", { edits, status: "failed", result });
    expect(shown("standard", failed)).toMatchInlineSnapshot(`
      "fold tool-call: Edit \`a.ts\` — failed
        code (diff) -one
        +two
        code No such file."
    `);
    expect(shown("standard", call("delete", "Delete"))).toMatchInlineSnapshot(
      `"fold tool-call: Delete"`,
    );
  });
});

describe("a plan", () => {
  const todo = (text: string, status: Todo["status"] = "pending"): Todo => ({ text, status });
  const listOf = (...todos: Todo[]) => call("plan", "Todos", { todos, result: resultOf("Saved.") });

  test("is a line that says how far it is, and opens to a box for each todo", () => {
    const all = listOf(
      todo("a", "completed"),
      todo("b", "in-progress"),
      todo("c", "cancelled"),
      todo("d"),
    );
    expect(shown("standard", all)).toMatchInlineSnapshot(`
      "fold tool-call: Todos — 1 of 4 · now: b
        [x] a
        [ ] **b** (in progress)
        [ ] c (cancelled)
        [ ] d"
    `);
    expect(
      shown("conversation", call("plan", "Plan", { text: "First *this*." })),
    ).toMatchInlineSnapshot(`
      "card Plan
        body First *this*."
    `);
  });

  test("that changes again at once is shown once", () => {
    const before = listOf(todo("a"));
    const lists = [
      listOf(todo("a"), todo("b")),
      listOf(todo("a"), todo("b"), todo("c")),
      listOf(todo("a", "in-progress"), todo("b"), todo("c")),
    ];
    expect(shown("standard", before, ran("ls", "a"), ...lists)).toMatchInlineSnapshot(`
      "fold tool-call: Todos — 0 of 1
        [ ] a
      fold tool-call: Run \`ls\`
        code a
      fold tool-call: Todos — 0 of 3 · now: a
        [ ] **a** (in progress)
        [ ] b
        [ ] c"
    `);
    const messages = lists.flatMap((list, index) => [
      answer(`a${index}`, list),
      { ...prompt(`r${index}`, "Go on."), synthetic: "reminder" } as const,
    ]);
    expect(outline(sessionOf([prompt("p", "Plan it."), ...messages]))).toMatchInlineSnapshot(`
      "prompt: 1 You
      message #m-p
      body Plan it.
      answer: Assistant
      message #m-a2
      fold tool-call: Todos — 0 of 3 · now: a
        [ ] **a** (in progress)
        [ ] b
        [ ] c"
    `);
  });

  test("that was not saved says so in its line", () => {
    const failed = { ...listOf(todo("a")), status: "failed" } as ToolCall;
    expect(shown("standard", failed)).toMatchInlineSnapshot(`
      "fold tool-call: Todos — failed, 0 of 1
        [ ] a
        code Saved."
    `);
  });
});

describe("a question", () => {
  const options = [{ label: "Red", description: "as bricks" }, { label: "Blue" }];
  const asked = (rest: Partial<Question> = {}) =>
    call("question", "Ask", {
      questions: [{ header: "Colour", text: "Which one?", options, ...rest }],
      result: resultOf("The user chose."),
    });

  test("is open, with what was chosen and what was written", () => {
    expect(shown("conversation", asked({ answers: ["Blue", "or green"] }))).toMatchInlineSnapshot(`
      "label Question Colour
      paragraph Which one?
      [ ] **Red** — as bricks
      [x] **Blue**
      paragraph **Answer:** or green"
    `);
  });

  test("without an answer has its result behind it in full detail", () => {
    expect(shown("full", asked())).toMatchInlineSnapshot(`
      "label Question Colour
      paragraph Which one?
      [ ] **Red** — as bricks
      [ ] **Blue**
      fold tool-call: Ask
        body The user chose."
    `);
    expect(shown("full", asked({ answers: ["Red"] }))).toMatchInlineSnapshot(`
      "label Question Colour
      paragraph Which one?
      [x] **Red** — as bricks
      [ ] **Blue**
      fold tool-call: Ask
        code The user chose."
    `);
    expect(
      shown("standard", call("question", "Ask", { questions: [{ text: "Go?" }] })),
    ).toMatchInlineSnapshot(`
      "label Question
      paragraph Go?"
    `);
  });
});

describe("a task", () => {
  const helper = sessionOf([prompt("h1", "Map it, all of it."), answer("h2", "It has 3 parts.")], {
    id: "helper",
    title: "Mapper",
    parent: { sessionId: "5f0c7d1e", relation: "subagent" },
  });
  const told = (rest: object) => taskFor("helper", { task: "Map it", ...rest });

  test("shows its sub-agent, without what this was told and what it said last", () => {
    const result = resultOf("Report: It has 3 parts.");
    expect(shownIn({ subagents: [helper] }, "standard", told({ result }))).toMatchInlineSnapshot(`
      "fold tool-call: Task Map it
        prompt: 1 Task
        message #m-h1
        body Map it, all of it.
        answer: Sub-agent
        message #m-h2
        body It has 3 parts."
    `);
  });

  test("stands once, also where the tool told the sub-agent something before", () => {
    const rules = {
      ...prompt("h0", "Be kind."),
      role: "system",
      synthetic: "instructions",
    } as const;
    const session = { ...helper, messages: [rules, ...helper.messages] };
    expect(shownIn({ subagents: [session] }, "standard", told({}))).not.toContain("label Task");
  });

  test("has what it was told and its report where the sub-agent says neither", () => {
    const result = resultOf("Nothing to map.");
    const other = told({ task: "Draw it", title: "Draw", result });
    expect(shownIn({ subagents: [helper] }, "standard", other)).toMatchInlineSnapshot(`
      "fold tool-call: Task Draw
        label Task
        body Draw it
        prompt: 1 Task
        message #m-h1
        body Map it, all of it.
        answer: Sub-agent
        message #m-h2
        body It has 3 parts.
        label Output
        body Nothing to map."
    `);
    expect(shown("standard", told({ result, title: "Map" }))).toMatchInlineSnapshot(`
      "fold tool-call: Task Map
        label Task
        body Map it
        label Output
        body Nothing to map."
    `);
    expect(shown("conversation", taskFor("helper"))).toMatchInlineSnapshot(`"call: Task"`);
  });
});

describe("any other call", () => {
  test("is said by its title, with arguments and output", () => {
    const input = { short: 1, text: "a\nb" };
    const other = call("other", "tides", {
      title: "Look up\nthe tides",
      input,
      result: resultOf("High."),
    });
    expect(shown("standard", other)).toMatchInlineSnapshot(`
      "fold tool-call: tides Look up…
        label Input
        code (json) {"short":1}
        label text
        code a
        b
        label Output
        code High."
    `);
    expect(shown("standard", call("think", "Think", { input: "Hm." }))).toMatchInlineSnapshot(
      `"fold tool-call: Think \`Hm.\`"`,
    );
    expect(
      shown("standard", call("other", "tides", { rawInput: "{broken" })),
    ).toMatchInlineSnapshot(`"fold tool-call: tides \`{broken\`"`);
    const long = { place: "x".repeat(50), time: "y".repeat(50), moon: "z".repeat(50) };
    expect(shown("standard", call("other", "tides", { input: long }))).toMatchInlineSnapshot(`
      "fold tool-call: tides \`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\`
        label Input
        code (json) {
          "time": "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
          "moon": "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
        }"
    `);
  });

  test("without a title is said by its first text, if possible a short one", () => {
    const said = (input: Json) => shown("conversation", call("other", "tell", { input }));
    expect(said({ count: 2, to: "mira", summary: "tides" })).toBe("call: tell `mira`");
    expect(said({ script: "one\ntwo", name: "tides" })).toBe("call: tell `tides`");
    expect(said({ script: "one\ntwo" })).toBe("call: tell `one…`");
    expect(said({ to: " ", places: ["pier"] })).toBe("call: tell");
    const input = { to: "mira", copy: "mira" };
    expect(shown("standard", call("other", "tell", { input }))).toMatchInlineSnapshot(`
      "fold tool-call: tell \`mira\`
        label Input
        code (json) {"copy":"mira"}"
    `);
    expect(shown("full", call("other", "tell", { input }))).toMatchInlineSnapshot(`
      "fold tool-call: tell \`mira\`
        label Input
        code (json) {"to":"mira","copy":"mira"}"
    `);
  });

  test("has texts of several lines on their own, named by their place", () => {
    const letters = [{ to: "Mira", body: "Dear Mira,\nhello." }, { body: "Dear Ben,\nhello." }, {}];
    const input = { letters, lines: ["one\ntwo"], sign: "The\ncrew", kind: [] };
    expect(shown("standard", call("other", "write", { input }))).toMatchInlineSnapshot(`
      "fold tool-call: write \`The…\`
        label Input
        code (json) {"letters":[{"to":"Mira"}]}
        label letters[0].body
        code Dear Mira,
        hello.
        label letters[1].body
        code Dear Ben,
        hello.
        label lines[0]
        code one
        two
        label sign
        code The
        crew"
    `);
  });

  test("has its server in its name once", () => {
    const of = (name: string) => call("other", name, { server: "sea" });
    expect(
      shown("conversation", of("tides"), of("mcp__sea__tides"), of("sea")),
    ).toMatchInlineSnapshot(`
      "call: sea: tides
      call: sea: tides
      call: sea"
    `);
  });

  test("without a name says so", () => {
    expect(shown("conversation", call("other", ""))).toBe("call: A tool without a name");
  });

  test("that has a title says nothing twice but in full detail", () => {
    const skill = call("other", "Skill", { title: "tides", input: { skill: "tides" } });
    expect(shown("standard", skill)).toMatchInlineSnapshot(`"fold tool-call: Skill tides"`);
    expect(shown("full", skill)).toMatchInlineSnapshot(`
      "fold tool-call: Skill tides
        label Input
        code (json) {"skill":"tides"}"
    `);
  });

  test("that gave back data alone shows the data", () => {
    const result = { ...resultOf(), output: { high: 3 } };
    expect(shown("standard", call("other", "tides", { result }))).toMatchInlineSnapshot(`
      "fold tool-call: tides
        label Output
        code (json) {
          "high": 3
        }"
    `);
    const both = { ...resultOf("High."), output: { high: 3 } };
    expect(shown("standard", call("other", "tides", { result: both }))).toMatchInlineSnapshot(`
      "fold tool-call: tides
        label Output
        code High."
    `);
  });
});

describe("arguments in full detail", () => {
  test("leave out what is shown already, and keep the rest", () => {
    const input = { command: "ls -l", timeout: 5, where: ["ls", "/etc"], deep: { note: "-l" } };
    expect(shown("full", ran("ls -l", "a", { input }))).toMatchInlineSnapshot(`
      "fold tool-call: Run (Shell) \`ls -l\`
        code (sh) ls -l
        label Input
        code (json) {"timeout":5,"where":["/etc"]}
        label Output
        code a"
    `);
    expect(
      shown("full", ran("ls -l", "a", { input: { command: "ls -l" } })),
    ).toMatchInlineSnapshot(`
      "fold tool-call: Run (Shell) \`ls -l\`
        code (sh) ls -l
        code a"
    `);
    expect(shown("full", ran("ls\npwd", "a", { input: "ls \n pwd" }))).toMatchInlineSnapshot(`
      "fold tool-call: Run (Shell) \`ls…\`
        code (sh) ls
        pwd
        code a"
    `);
  });
});

describe("a result", () => {
  test("says what the tool cut and where the rest was", () => {
    const cut = { ...resultOf("a"), truncated: true };
    expect(shown("standard", ran("ls", "", { result: cut }))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\`
        code a
        remark The tool cut this output"
    `);
    const kept = { ...cut, fullOutputPath: "/tmp/all.txt" };
    expect(shown("standard", ran("ls", "", { result: kept }))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\`
        code a
        remark The tool cut this output; all of it was in \`/tmp/all.txt\`"
    `);
  });

  test("that the tool put into a file is the file, without what the model saw of it", () => {
    const file = { type: "file" as const, from: "tool" as const, path: "/tmp/all.txt" };
    const whole = resultOf("Output too large. Preview: a", { ...file, text: "a\nb" });
    const result = { ...whole, truncated: true, fullOutputPath: file.path };
    expect(shown("standard", ran("ls", "", { result }))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\`
        code a
        b"
    `);
    expect(shown("full", ran("ls", "", { result }))).toContain("Preview: a");
    const { path: _, ...nameless } = file;
    const other = { ...resultOf("Beginning", { ...nameless, text: "a" }), truncated: true };
    expect(shown("standard", ran("ls", "", { result: other }))).toContain("code Beginning");
    const missing = { ...whole, content: [whole.content[0] ?? said("")] };
    expect(shown("standard", ran("ls", "", { result: { ...result, ...missing } }))).toContain(
      "Preview: a",
    );
  });

  test("shows what the tool added in full detail only", () => {
    const added = { ...said("Be kind."), synthetic: "reminder" as const };
    const result = resultOf("a", added);
    expect(shown("standard", ran("ls", "", { result }))).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\`
        code a"
    `);
    expect(shown("full", ran("ls", "", { result }))).toMatchInlineSnapshot(`
      "fold tool-call: Run (Shell) \`ls\`
        code (sh) ls
        code a
        fold addition: Reminder — Be kind.
          code Be kind."
    `);
  });

  test("holds files, and no blank text", () => {
    const image = {
      type: "file",
      from: "tool",
      name: "a.png",
      mediaType: "image/png",
      data: "iVBO",
    } as const;
    expect(
      shown("standard", ran("ls", "", { result: resultOf(" \n ", image) })),
    ).toMatchInlineSnapshot(`
      "fold tool-call: Run \`ls\`
        asset"
    `);
  });

  test("that is long is cut in the middle, and whole in full detail", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
    const standard = shown("standard", ran("ls", lines));
    expect(standard).toContain(
      "line 12\n  omission 40 lines left out (--detail full)\n  code line 53",
    );
    expect(shown("full", ran("ls", lines))).not.toContain("left out");
    const wide = `${"x".repeat(5000)}`;
    expect(shown("standard", ran("ls", wide))).toContain("omission 3,000 characters left out");
    const short = lines.split("\n").slice(0, 23).join("\n");
    expect(shown("standard", ran("ls", short))).not.toContain("left out");
  });
});
