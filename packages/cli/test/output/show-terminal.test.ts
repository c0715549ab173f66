import width from "fast-string-width";
import { describe, expect, it } from "vitest";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport, terminal } from "../in-process.js";
import { needProgram } from "../needed-program.js";
import { terminal as startedTerminal } from "../terminal.js";
import { called, spoken } from "./spoken.js";

const id = "session-a";
const control = "\u001b";
const noPager = { PAGER: "cat" };

/** A home folder with a session that says this between its first prompt and its last answer. */
function homeWhere(markdown: string, title = "Prices"): string {
  const answer = spoken(id, { uuid: "a0", after: "u1", role: "assistant", content: markdown });
  return homeWith({ id, title, lines: [answer], answers: "a0" });
}

/** A session far longer than a screen. */
const long = Array.from({ length: 3000 }, (_, index) => `- item ${index + 1}`).join("\n");

describe("show on a terminal", () => {
  it("colours words, unless nobody wants it", async () => {
    const home = homeWhere("Some **bold** words");
    const coloured = terminal(home, ["show", id], { env: noPager });
    expect(await coloured.ended).toBe(0);
    expect(coloured.written()).toContain(`Some ${control}[1mbold${control}[22m words`);
    expect(coloured.lines()).toContain("Some bold words");
    for (const plain of [
      terminal(home, ["show", id, "--no-color"], { env: noPager }),
      terminal(home, ["show", id], { env: { ...noPager, NO_COLOR: "1" } }),
    ]) {
      await plain.ended;
      expect(plain.lines()).toContain("Some bold words");
      expect(plain.written()).not.toContain(control);
    }
  });

  it("starts no pager on a terminal that cannot go back", async () => {
    const env = { PAGER: "echo paged", TERM: "dumb" };
    const { ended, lines } = terminal(homeWhere("Some words"), ["show", id], { env });
    expect(await ended).toBe(0);
    expect(lines()).toContain("Some words");
    expect(lines()).not.toContain("paged");
  });

  it("is no wider than the terminal, also with wide characters", async () => {
    const words = "ゴミ収集カレンダーを作ります。".repeat(4);
    const markdown = [
      `${words} **${words}** and \`${"code".repeat(20)}\``,
      `1. ${words}\n   - ${"⚠️".repeat(40)}`,
      `> ${"long words ".repeat(10)}`,
      `\`\`\`\n${words}\n\tconst price = ${"1 + ".repeat(20)}1;\n\`\`\``,
      `| 名前 | ${words} |\n| --- | --- |\n| お茶 | ${words} |`,
    ].join("\n\n");
    const call = { name: "Bash", input: { command: "echo ".repeat(30) }, output: words.repeat(3) };
    const home = homeWith({
      id,
      title: words,
      lines: [
        spoken(id, { uuid: "a0", after: "u1", role: "assistant", content: markdown }),
        ...called(id, { uuid: "c1", after: "a0" }, call),
      ],
      answers: "c1",
    });
    for (const detail of ["standard", "full"]) {
      const { ended, written } = terminal(home, ["show", id, "--detail", detail, "--no-color"], {
        columns: 40,
        env: noPager,
      });
      expect(await ended).toBe(0);
      const lines = written().split("\r\n");
      expect(lines.filter((line) => width(line) > 40)).toEqual([]);
      expect(lines.join("").replace(/[\s↪]/g, "")).toContain(`constprice=${"1+".repeat(20)}1;`);
    }
  });

  it("gives the terminal no character that it would obey", async () => {
    const obeyed = `${control}[45m${control}]0;owned\u0007\u009b5m\u0008\rgone\u202e\u2066dne\u200b`;
    const spelt = "&#27;[45m&#x9b;5m&#x202e;&#13;&#8;";
    const hostile = `${obeyed}${spelt}`;
    const markdown = [
      `# ${hostile}\n\n**${hostile}** \`${obeyed}\` [${hostile}](https://example.com/${spelt})`,
      `\`\`\`${hostile}\n${hostile}\n\`\`\`\n\n| ${hostile} |\n| --- |\n| ${hostile} |`,
      `- [ ] ${hostile}\n\n![${hostile}](data:text/html,${hostile})`,
    ].join("\n\n");
    const call = {
      name: `Tool${obeyed}`,
      input: { question: obeyed, [obeyed]: obeyed },
      output: obeyed,
      isError: true,
    };
    const home = homeWith({
      id,
      title: `Prices ${obeyed}`,
      cwd: `/home/mira/sh${obeyed}op`,
      lines: [
        spoken(id, { uuid: "a0", after: "u1", role: "assistant", content: markdown }),
        ...called(id, { uuid: "c1", after: "a0" }, call),
      ],
      answers: "c1",
    });
    for (const words of [["--detail", "full"], [], ["--to", "markdown"], ["--to", "jsonl"]]) {
      const shown = terminal(home, ["show", id, ...words], { env: noPager });
      expect(await shown.ended).toBe(0);
      const ours = new RegExp(`${control}\\[(?:[1-3]|9|2[2-9]|3[1-36]|39)m`, "g");
      const others = shown.written().replace(ours, "").replaceAll("\r\n", "");
      expect(others.match(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu)).toBeNull();
      expect(others).toContain("gone");
    }
  });
});

describe("the pager of show, where there is no other than less", () => {
  needProgram("less");

  it("is less, and it may be left early", async () => {
    const { see, type, ended, lines } = startedTerminal(homeWhere(long), ["show", id]);
    await see(/┃ Please help[\s\S]*• item \d+\n:$/);
    type("q");
    expect(await ended).toBe(0);
    expect(lines().join("\n")).not.toContain("EPIPE");
  });

  it("keeps the terminal when Ctrl-C is pressed in it", async () => {
    const { see, type, ended } = startedTerminal(homeWhere(long), ["show", id]);
    await see(/item \d+\n:$/);
    // Each is answered, so that they are two.
    for (const item of ["1000", "2999"]) {
      type("\u0003");
      type(`/item ${item}\r`);
      await see(new RegExp(`item ${Number(item) + 1}`));
    }
    type("q");
    expect(await ended).toBe(0);
  });
});

describe("the pager of show", () => {
  it("gets the environment that git gives to it, and what the user wants of it", async () => {
    const home = homeWhere("Hello");
    const pager = 'echo "less=$LESS charset=$LESSCHARSET"; cat';
    const { ended, lines } = startedTerminal(home, ["show", id], { env: { PAGER: pager } });
    expect(await ended).toBe(0);
    expect(lines()[0]).toBe("less=FRX charset=utf-8");
    expect(lines()).toContain("Hello");
    const own = startedTerminal(home, ["show", id], { env: { PAGER: pager, LESS: "-S" } });
    expect(await own.ended).toBe(0);
    expect(own.lines()[0]).toBe("less=-S charset=utf-8");
  });

  it("shows documents of sinks, too, but no JSON", async () => {
    const pager = "sed s/^/paged:/";
    const home = homeWhere("Hello");
    const html = startedTerminal(home, ["show", id, "--to", "html"], { env: { PAGER: pager } });
    expect(await html.ended).toBe(0);
    expect(html.lines()[0]).toMatch(/^paged:<!doctype html>/i);
    const json = startedTerminal(home, ["show", id, "--json"], { env: { PAGER: pager } });
    expect(await json.ended).toBe(0);
    expect(json.lines()[0]).toMatch(/^\{"schemaVersion"/);
  });

  it("is not needed", async () => {
    const home = homeWhere("Hello");
    const environments = [{ PAGER: "" }, { PAGER: "no-such-pager" }, { PATH: emptyFolder() }];
    for (const env of environments) {
      const { ended, lines } = startedTerminal(home, ["show", id], { env });
      expect(await ended).toBe(0);
      expect(lines()).toContain("Hello");
    }
  });

  it("is not used when nobody sees it", async () => {
    const { stdout, exitCode } = await chatexport(homeWhere(long), "show", id);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("• item 3000\n");
  });
});
