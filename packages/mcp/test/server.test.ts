import type { Message, Session, SessionRef } from "@chatexport/core";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { createServer, type History } from "../src/index.js";

const now = Date.parse("2026-03-02T12:00:00Z");

function refOf(number: number, more: Partial<SessionRef> = {}): SessionRef {
  const day = `2026-02-${String(28 - (number % 28)).padStart(2, "0")}`;
  return {
    id: `s-${number}`,
    source: "claude",
    title: `Session ${number}`,
    project: { name: number % 2 === 0 ? "shop" : "blog" },
    updatedAt: `${day}T10:00:00.000Z`,
    revision: "1",
    locator: null,
    ...more,
  };
}

function message(id: string, text: string, more: Partial<Message> = {}): Message {
  return { id, role: "user", parts: [{ type: "text", text }], ...more };
}

function sessionOf(messages: Message[], more: Partial<Session> = {}): Session {
  return {
    schemaVersion: 1,
    id: "s-1",
    source: "claude",
    format: "claude/jsonl",
    title: "Session 1",
    messages,
    records: { read: 0 },
    origin: { path: "/s-1" },
    ...more,
  } as Session;
}

/** A history of so many sessions, every other one of the project "shop". */
function historyOf(count: number, session?: Session): History {
  const refs = Array.from({ length: count }, (_, number) => refOf(number));
  const inScope = (project?: string) =>
    refs.filter((ref) => project === undefined || ref.project?.name === project);
  const coverageOf = (sessions: number) => ({
    sessions,
    all: count,
    outside: count - sessions,
    leftOut: ["1 file is broken."],
  });
  return {
    async sessions({ project, skip, limit }) {
      const chosen = inScope(project);
      return { refs: chosen.slice(skip, skip + limit), coverage: coverageOf(chosen.length) };
    },
    async search(query, { project, limit }) {
      const chosen = inScope(project);
      const hits = [{ message: "m-1", role: "user", text: `${query} ${"and more ".repeat(100)}` }];
      const found = chosen.slice(0, limit).map((ref) => ({ ref, hits, count: 5 }));
      return { found, total: chosen.length, coverage: coverageOf(chosen.length) };
    },
    async sessionsOfFile(path, { project }) {
      const chosen = inScope(project);
      const files = chosen.map((ref) => ({ ref, path: `/w/${path}`, isChanged: true }));
      return { files, coverage: coverageOf(chosen.length) };
    },
    load: async (source, id) => (source === "claude" && id === "s-1" ? session : undefined),
    markdown: async ({ title }) => `# ${title}\n`,
  };
}

async function clientOf(history: History, folder = "shop"): Promise<Client> {
  const server = createServer({ history, folder, version: "1.0.0", now: () => now });
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(one as never), client.connect(other)]);
  return client;
}

/** The answer of a tool; its text says the same, and is not longer than hosts take. */
async function ask(history: History, name: string, given: object, folder?: string) {
  const client = await clientOf(history, folder);
  const result = await client.callTool({ name, arguments: { ...given } });
  const [content] = result.content as { text: string }[];
  expect(Buffer.byteLength(content?.text ?? "")).toBeLessThanOrEqual(4000);
  if (result.isError) return { error: content?.text };
  const answer = JSON.parse(content?.text ?? "");
  expect(answer).toEqual(result.structuredContent);
  return answer;
}

describe("every tool", () => {
  it("only reads, and describes what it takes and gives", async () => {
    const { tools } = await (await clientOf(historyOf(0))).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_sessions",
      "list_sessions",
      "read_session",
      "sessions_of_file",
    ]);
    for (const { annotations, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(outputSchema).toBeDefined();
      expect(description).toMatch(/\.$/);
    }
  });

  it("leaves room for what was found, where much was left out", async () => {
    const history = historyOf(10);
    const wordy: History = {
      ...history,
      async sessions(scope) {
        const { refs, coverage } = await history.sessions(scope);
        const leftOut = Array.from(
          { length: 99 },
          (_, at) => `Place ${at} has no sessions at all.`,
        );
        return { refs, coverage: { ...coverage, leftOut } };
      },
    };
    const { sessions, coverage } = await ask(wordy, "list_sessions", { project: "all" });
    expect(sessions).toHaveLength(10);
    expect(coverage.left_out[0]).toBe("Place 0 has no sessions at all.");
    expect(coverage.left_out.at(-1)).toMatch(/^… and \d\d more$/);
    expect(coverage.left_out.length).toBeLessThan(40);
  });

  it.each(["search_sessions", "list_sessions", "sessions_of_file"])(
    "asks about the caller's project, then about all: %s",
    async (name) => {
      const given = { query: "lantern", path: "a.ts" };
      const own = await ask(historyOf(10), name, given);
      expect(own.coverage).toEqual({
        looked_at: "5 of 10 sessions, project shop",
        left_out: [
          '5 sessions outside of what was asked for: project "all" looks there, too',
          "1 file is broken.",
        ],
      });
      const all = await ask(historyOf(10), name, { ...given, project: "all" });
      expect(all.coverage.looked_at).toBe("10 of 10 sessions, all projects");
      const elsewhere = await ask(historyOf(10), name, given, "/nowhere");
      expect(elsewhere.coverage.looked_at).toBe("10 of 10 sessions, all projects");
    },
  );

  it.each([
    ["search_sessions", { query: "x".repeat(200), limit: 50 }],
    ["list_sessions", { limit: 100 }],
    ["sessions_of_file", { path: "x".repeat(500), limit: 50 }],
  ])("says that an answer is cut: %s", async (name, given) => {
    const { truncated, sessions } = await ask(historyOf(200), name, given);
    expect(truncated).toBe(true);
    expect(sessions.length).toBeGreaterThan(0);
  });
});

describe("list_sessions", () => {
  it("goes on where an answer has ended", async () => {
    const seen: string[] = [];
    let skip: number | undefined = 0;
    while (skip !== undefined) {
      const answer = await ask(historyOf(90), "list_sessions", {
        limit: 100,
        project: "all",
        skip,
      });
      seen.push(...answer.sessions.map(({ session }: { session: string }) => session));
      skip = answer.next_skip;
    }
    expect(seen).toEqual(Array.from({ length: 90 }, (_, number) => `claude:s-${number}`));
  });

  it("says which session may be the one that asks, and which are not as others", async () => {
    const history = historyOf(0);
    const updatedAt = new Date(now - 60_000).toISOString();
    const refs = [refOf(1, { updatedAt, archived: true }), refOf(2, { trace: true })];
    history.sessions = async () => ({
      refs,
      coverage: { sessions: 2, all: 2, outside: 0, leftOut: [] },
    });
    const { sessions } = await ask(history, "list_sessions", {});
    expect(sessions.map(({ note }: { note?: string }) => note)).toEqual([
      "changed in the last minutes: may be this conversation; archived",
      "deleted by its tool: only traces are left",
    ]);
  });
});

describe("search_sessions", () => {
  it("cuts long lines, and counts those that it does not show", async () => {
    const { sessions, total, matched } = await ask(historyOf(2), "search_sessions", {
      query: "lantern",
    });
    expect(total).toBe(1);
    expect(matched).toBe("text");
    const [{ hits, more_hits }] = sessions;
    expect(more_hits).toBe(4);
    expect(hits[0].message).toBe("m-1");
    expect(hits[0].text).toHaveLength(201);
  });
});

describe("read_session", () => {
  const calls = message("m-2", "", {
    role: "assistant",
    model: "opus",
    createdAt: "2026-03-01T10:00:00.000Z",
    parts: [
      { type: "reasoning", text: "A thought" },
      {
        type: "tool-call",
        kind: "execute",
        id: "t",
        name: "Bash",
        command: "npm test",
        status: "failed",
        result: { isError: true, exitCode: 1, content: [{ type: "text", text: "x".repeat(1000) }] },
      },
    ],
  });

  it("shows messages with their calls, and says what it leaves out", async () => {
    const session = sessionOf([message("m-1", "Run the tests"), calls, message("m-3", "Thanks")]);
    const answer = await ask(historyOf(1, session), "read_session", { session: "claude:s-1" });
    expect(answer).toMatchObject({ messages: "1–3 of 3", truncated: false, title: "Session 1" });
    expect(answer.text).toBe(
      `## user\nRun the tests\n\n## assistant · opus · 2026-03-01T10:00\n[Bash] npm test (failed, exit 1)\n${"x".repeat(400)} … 600 more characters (full: true)\n\n## user\nThanks`,
    );
    expect(answer.left_out).toEqual(["reasoning, and most of long outputs (full: true)"]);
    const full = await ask(historyOf(1, session), "read_session", {
      session: "claude:s-1",
      full: true,
    });
    expect(full.text).toContain("A thought");
    expect(full.text).toContain("x".repeat(1000));
  });

  it("begins with what a hit answers, wherever in the session it is", async () => {
    const lines = [1, 2, 3].map((at) => message(`m-${at}`, `Message ${at}`));
    const session = sessionOf(lines, {
      branches: [{ id: "b", reason: "edit", messages: [message("left", "On a branch")] }],
      subagents: [sessionOf([message("sub", "In a sub-agent")], { id: "s-2" })],
    });
    const around = (id: string) =>
      ask(historyOf(1, session), "read_session", { session: "claude:s-1", around: id });
    expect((await around("m-3")).text).toBe("## user\nMessage 2\n\n## user\nMessage 3");
    expect((await around("left")).text).toBe("## user\nOn a branch");
    expect((await around("sub")).text).toBe("## user\nIn a sub-agent");
  });

  it("gives every character of every message, however long, in pieces", async () => {
    const texts = ["short", "ä😀".repeat(3000), `"quoted"\n`.repeat(500), "end"];
    const session = sessionOf(texts.map((text, at) => message(`m-${at}`, text)));
    let read = "";
    let next: { from: string; skip: number } | undefined = { from: "m-0", skip: 0 };
    let last = "m-0";
    while (next) {
      const given: object = { session: "claude:s-1", ...next };
      const answer = await ask(historyOf(1, session), "read_session", given);
      read += (read === "" || next.skip > 0 ? "" : "\n\n") + answer.text;
      expect(next.skip > 0 || last !== answer.next?.from || answer.next?.skip > 0).toBe(true);
      last = next.from;
      next = answer.next;
    }
    expect(read).toBe(texts.map((text) => `## user\n${text}`).join("\n\n"));
  });

  it.each([
    ["nonsense", {}, /is no handle/],
    ["claude:gone", {}, /There is no session claude:gone any more/],
    ["claude:s-1", { around: "m-9" }, /has no message m-9/],
  ])("says what is wrong with %s %o", async (session, more, sentence) => {
    const history = historyOf(1, sessionOf([message("m-1", "A")]));
    expect((await ask(history, "read_session", { session, ...more })).error).toMatch(sentence);
  });
});

describe("documents", () => {
  it("are offered, and read by their address", async () => {
    const client = await clientOf(historyOf(3, sessionOf([])));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("chatexport://claude/s-1");
    const { contents } = await client.readResource({ uri: "chatexport://claude/s-1" });
    expect(contents).toEqual([
      { uri: "chatexport://claude/s-1", mimeType: "text/markdown", text: "# Session 1\n" },
    ]);
    await expect(client.readResource({ uri: "chatexport://claude/gone" })).rejects.toThrow(
      "no session",
    );
  });
});
