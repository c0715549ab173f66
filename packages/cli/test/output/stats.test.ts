import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { afterOverview, answer, busyHome, copied, ids, prompt, writeRecords } from "./busy-home.js";
import { statsOf } from "./stats-of.js";

const none = { subagents: 0, toolCalls: 0, failedToolCalls: 0, sessionsWithTokens: 0 };

describe("chatexport stats --json", () => {
  it("counts branches and sub-agents, and what a fork copied once", async () => {
    const { total, undated, copied, firstAt, lastAt, tools, dailyCounts } = await statsOf(
      busyHome(),
    );
    expect(total).toEqual({
      sessions: 3,
      subagents: 1,
      prompts: 5,
      answers: 10,
      toolCalls: 3,
      failedToolCalls: 1,
      sessionsWithTokens: 2,
      tokens: { input: 330, output: 39, cacheRead: 90 },
    });
    expect({ undated, copied }).toEqual({ undated: 1, copied: 2 });
    expect([firstAt, lastAt]).toEqual(["2026-02-01T23:59:59.999Z", "2026-02-10T08:02:00.000Z"]);
    expect(tools).toEqual([
      { kind: "execute", calls: 1, failed: 1 },
      { kind: "read", calls: 1, failed: 0 },
      { kind: "task", calls: 1, failed: 0 },
    ]);
    expect(dailyCounts).toBeUndefined();
  });

  it("gives each message to its day in UTC", async () => {
    const { days } = await statsOf(busyHome());
    expect(days).toEqual([
      { day: "2026-02-10", ...none, sessions: 1, prompts: 1, answers: 1 },
      expect.objectContaining({ day: "2026-02-03", prompts: 1, tokens: { input: 50, output: 9 } }),
      expect.objectContaining({ day: "2026-02-02", sessions: 1, subagents: 1, answers: 7 }),
      { day: "2026-02-01", ...none, sessions: 1, prompts: 1, answers: 0 },
    ]);
  });

  it("gives each answer to its model, and says nothing of unknown tokens", async () => {
    const { models } = await statsOf(busyHome());
    const { subagents: _, ...zero } = none;
    expect(models).toEqual([
      expect.objectContaining({ model: "claude-opus-4-6", sessions: 2, answers: 6, toolCalls: 2 }),
      {
        ...zero,
        model: "claude-haiku-4-5",
        sessions: 1,
        answers: 2,
        toolCalls: 1,
        sessionsWithTokens: 1,
        tokens: { input: 100, output: 1 },
      },
      expect.objectContaining({ model: "claude-sonnet-4-6", answers: 1 }),
      { ...zero, sessions: 1, answers: 1 },
    ]);
  });

  it("counts the same for a project alone as among others", async () => {
    const home = busyHome();
    const { projects } = await statsOf(home);
    expect(projects.map(({ project }: { project: string }) => project)).toEqual(["shop", "blog"]);
    for (const own of projects) {
      const alone = await statsOf(home, "--project", own.project);
      expect({ project: own.project, ...alone.total }).toEqual(own);
    }
  });

  it("counts a copy once where its original is gone", async () => {
    const home = emptyFolder();
    const gone = "dddddddd-0000-4000-8000-00000000000d";
    const time = "2026-02-02T00:00:00.000Z";
    const usage = { input_tokens: 10, output_tokens: 5 };
    for (const id of [ids.original, ids.fork])
      writeRecords(home, { id, cwd: "/home/mira/shop" }, [
        copied(prompt(`u-${id}`, null, time), gone, "u1"),
        copied(answer(`a-${id}`, `u-${id}`, time, { usage }), gone, "a1"),
        prompt(`n-${id}`, `a-${id}`, "2026-02-03T00:00:00.000Z"),
      ]);
    const { total, copied: left } = await statsOf(home);
    expect(total).toMatchObject({ sessions: 2, prompts: 3, answers: 1 });
    expect(total.tokens).toEqual({ input: 10, output: 5 });
    expect(left).toBe(2);
  });

  it("counts what was written since, not all of the sessions that went on", async () => {
    const home = busyHome();
    const since = await statsOf(home, "--since", "2026-02-02", "--until", "2026-02-02");
    expect(since).toMatchObject({
      since: "2026-02-02T00:00:00.000Z",
      until: "2026-02-02T23:59:59.999Z",
      total: { sessions: 1, prompts: 2, answers: 7 },
      undated: 0,
    });
    expect(since.days).toHaveLength(1);
    const all = await statsOf(home);
    expect(since.days[0]).toEqual(all.days[2]);
  });

  it("counts a session that an archive has as well only once", async () => {
    const home = homeWith({ id: ids.original });
    await chatexport(home, "--to", "jsonl", "--out", "out", "--no-redact");
    const words = ["--from", "claude", "--from", "jsonl", "--quiet"];
    const archive = ["--root", ".claude", "--root", "out"];
    const { total, sources } = await statsOf(home, ...words, ...archive);
    expect(total).toMatchObject({ sessions: 1, prompts: 1, answers: 1 });
    expect(sources).toHaveLength(1);
  });

  it("counts a total that a store reports where the messages say nothing", async () => {
    const home = homeWith({ id: ids.original });
    const { stdout } = await chatexport(home, "--to", "jsonl", "--out", "-");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const { message } of lines) delete message?.usage;
    lines[0].session.usage = { outputTokens: 1000, cost: { amount: 0.1, currency: "USD" } };
    writeFileSync(join(home, "total.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const { total, days, models } = await statsOf(home, "--from", "jsonl", "--root", "total.jsonl");
    const known = {
      tokens: { output: 1000 },
      cost: [{ amount: 0.1, currency: "USD", sessions: 1 }],
    };
    expect(total).toMatchObject({ sessionsWithTokens: 1, ...known });
    expect(models).toEqual([expect.objectContaining({ model: "claude-test", ...known })]);
    expect(days[0].tokens).toBeUndefined();
  });
});

describe("chatexport stats", () => {
  it("prints plain numbers where there is no terminal, and nothing else", async () => {
    const { exitCode, stdout, stderr } = await chatexport(busyHome(), "stats");
    expect(afterOverview(stdout)).toMatchInlineSnapshot(`
      "Days                prompts  messages  tokens
      2026-02-10                1         2
      2026-02-03                1         2      59
      2026-02-02                2         9     310
      2026-02-01                1         1

      Projects           sessions  messages  tokens
      shop                      2        13     310
      blog                      1         2      59

      Models             sessions   answers  tokens
      claude-opus-4-6           2         6     209
      claude-haiku-4-5          1         2     101
      claude-sonnet-4-6         1         1      59
      (not recorded)            1         1

      Calls                           calls  failed
      Run                                 1       1
      Read                                1       0
      Task                                1       0

      Tools              sessions  messages  tokens
      Claude Code               3        15     369
      "
    `);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
  });

  it("prints no names with secrets, and none that a terminal would obey", async () => {
    const key = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
    const home = homeWith({ id: ids.original, cwd: `/home/mira/${key}` });
    writeRecords(home, { id: ids.fork, cwd: "/home/mira/\u001b[31mred\u202e" }, [
      prompt("u1", null, "2026-02-01T00:00:00.000Z"),
      answer("a1", "u1", "2026-02-01T00:00:00.000Z", { model: `${key} \u001b]0;x\u0007m` }),
    ]);
    for (const words of [[], ["--json"]]) {
      const { stdout } = await chatexport(home, "stats", ...words);
      expect(stdout).not.toContain(key);
      expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    }
    const { stdout } = await chatexport(home, "stats", "--no-redact");
    expect(stdout).toContain(key);
  });

  it("says one sentence when nothing is chosen", async () => {
    const { exitCode, stdout, stderr } = await chatexport(busyHome(), "stats", "--project", "sho");
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "error: None of 3 sessions matches --project. Did you mean --project 'shop'?\n",
    });
    const { total, days } = await JSON.parse(
      (await chatexport(busyHome(), "stats", "--project", "sho", "--json")).stdout,
    );
    expect(total).toEqual({ ...none, sessions: 0, prompts: 0, answers: 0 });
    expect(days).toEqual([]);
  });

  it("says when nothing was written in a span in which a session went on", async () => {
    const words = ["--since", "2026-02-10T08:00:30Z", "--until", "2026-02-10T08:01:00Z"];
    const home = homeWith({ id: ids.original, startedAt: "2026-02-10T08:00:15.000Z" });
    const { exitCode, stdout, stderr } = await chatexport(home, "stats", ...words);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "There is nothing to count.\n",
    });
  });
});

describe("chatexport stats --prices", () => {
  const models = {
    "claude-test": { input: 1_000_000, output: 10_000_000, cacheRead: 100_000 },
  };

  it("estimates what the tokens cost, and names models without a price", async () => {
    const home = homeWith({ id: "5f0e4d57-0000-4000-8000-000000000003" });
    const file = join(home, "prices.json");
    writeFileSync(file, JSON.stringify({ currency: "CHF", models }));
    const { priced } = await statsOf(home, "--prices", file);
    // Five tokens in, seven out.
    expect(priced).toEqual({ amount: 75, currency: "CHF" });
    const { stdout } = await chatexport(home, "stats", "--prices", file);
    expect(stdout).toMatch(/^Estimated cost +75\.00 CHF$/m);

    const busy = busyHome();
    writeFileSync(join(busy, "p.json"), JSON.stringify({ currency: "CHF", models: {} }));
    const other = await statsOf(busy, "--prices", join(busy, "p.json"));
    expect(other.priced.amount).toBe(0);
    expect(other.priced.unpriced.length).toBeGreaterThan(0);
  });

  it("estimates with list prices of a day when nobody names others", async () => {
    const model = "claude-opus-4-8";
    const home = homeWith({ id: "5f0e4d57-0000-4000-8000-000000000003", model });
    const { priced } = await statsOf(home);
    expect(priced).toEqual({ amount: 0.0002, currency: "USD", date: expect.any(String) });
    const { stdout } = await chatexport(home, "stats");
    expect(stdout).toMatch(/^Estimated cost +< 0\.01 USD {2}prices of 20\d\d-\d\d-\d\d$/m);
    // Without a price for any model there is no estimate.
    expect(
      await statsOf(homeWith({ id: "5f0e4d57-0000-4000-8000-000000000004" })),
    ).not.toHaveProperty("priced");
  });

  it("knows a model behind the name of a vendor", async () => {
    const model = "anthropic/claude-opus-4-8";
    const home = homeWith({ id: "5f0e4d57-0000-4000-8000-000000000003", model });
    expect((await statsOf(home)).priced).toMatchObject({ amount: 0.0002 });
  });

  it("counts what was read from the cache by its own price", async () => {
    const home = busyHome();
    const price = { input: 1_000_000, output: 0, cacheRead: 0 };
    writeFileSync(join(home, "p.json"), JSON.stringify({ currency: "X", models: { "*": price } }));
    const { priced, models: counted } = await statsOf(home, "--prices", join(home, "p.json"));
    const sum = (name: string) =>
      counted.reduce((all: number, each: { tokens?: Record<string, number> }) => {
        return all + (each.tokens?.[name] ?? 0);
      }, 0);
    expect(priced.amount).toBe(sum("input") - sum("cacheRead"));
  });

  it.each([
    ["{", "--prices p.json: "],
    ["{}", "it has no currency, or no models"],
    ['{"currency": "USD", "models": {"a": {"input": 1}}}', "a needs numbers"],
    ['{"currency": "USD", "models": {"a": {"input": 1, "output": -1}}}', "a needs numbers"],
  ])("refuses the file %s", async (content, sentence) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "p.json"), content);
    const { exitCode, stderr } = await chatexport(folder, "stats", "--prices", "p.json");
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });
});

describe("chatexport stats as a drawing", () => {
  it("goes into the file whose ending says what it is, or to standard output", async () => {
    const home = busyHome();
    const { exitCode, stdout, stderr } = await chatexport(home, "stats", "-o", "stats.html");
    expect([exitCode, stdout, stderr]).toEqual([0, "", "Wrote ~/stats.html.\n"]);
    const page = readFileSync(join(home, "stats.html"), "utf8");
    expect(page).toContain("<h2>Tokens by day and model</h2>");
    const printed = await chatexport(home, "stats", "--to", "html", "-o", "-");
    expect(printed.stdout).toBe(page);
    const picture = await chatexport(home, "stats", "--to", "svg");
    expect(picture.stdout).toMatch(/^<svg /);
  });

  it.each([
    ["-o stats.pdf", "error: --out stats.pdf: name a file that ends in .html or .svg"],
    ["--to markdown", "error: unknown form of statistics 'markdown'; choose from html, svg."],
    ["--to html --to svg", "error: unknown form of statistics 'html,svg'"],
    ["--to html --json", "error: --json prints text for programs"],
  ])("is refused with %s", async (words, sentence) => {
    const { exitCode, stderr } = await chatexport(emptyFolder(), "stats", ...words.split(" "));
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });

  it("shows no secret in the name of a project, found or asked for", async () => {
    const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");
    const home = homeWith({
      id: "5f0e4d57-0000-4000-8000-000000000002",
      cwd: `/home/mira/${secret}`,
    });
    for (const words of [[], ["--project", secret]])
      expect((await chatexport(home, "stats", "--to", "html", ...words)).stdout).not.toContain(
        secret,
      );
  });
});
