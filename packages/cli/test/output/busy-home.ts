import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emptyFolder } from "../binary.js";

/** A record of a transcript, without what is the same in all of its session. */
export type Record = object;

/** The prompt of a person. */
export function prompt(uuid: string, parentUuid: string | null, timestamp: string): Record {
  return { type: "user", uuid, parentUuid, timestamp, message: { role: "user", content: uuid } };
}

/** The answer of a model: a text, or the call of a tool. */
export function answer(
  uuid: string,
  parentUuid: string,
  timestamp: string | undefined,
  { model, usage, tool }: { model?: string; usage?: object; tool?: { id: string; name: string } },
): Record {
  const content = tool
    ? [{ type: "tool_use", input: {}, ...tool }]
    : [{ type: "text", text: `Answer ${uuid}` }];
  const message = { id: `msg_${uuid}`, type: "message", role: "assistant", model, content, usage };
  return { type: "assistant", uuid, parentUuid, timestamp, message };
}

/** The result of a tool. */
function result(
  uuid: string,
  parentUuid: string,
  timestamp: string,
  { id, isError = false }: { id: string; isError?: boolean },
): Record {
  const content = [{ type: "tool_result", tool_use_id: id, content: "…", is_error: isError }];
  return { type: "user", uuid, parentUuid, timestamp, message: { role: "user", content } };
}

/** The record as a fork of its session has it. */
export function copied(record: Record, sessionId: string, messageUuid: string): Record {
  return { ...record, forkedFrom: { sessionId, messageUuid } };
}

/** Writes the transcript of a session, or of one of its agents, into a home folder. */
export function writeRecords(
  home: string,
  { id, cwd, agent }: { id: string; cwd: string; agent?: string },
  records: readonly Record[],
): void {
  const folder = join(home, ".claude/projects", cwd.replace(/[^a-z0-9]/gi, "-"));
  const path = agent ? join(id, "subagents", `agent-${agent}.jsonl`) : `${id}.jsonl`;
  const envelope = { sessionId: id, cwd, version: "2.1.160", isSidechain: agent !== undefined };
  const lines = records.map((record) => JSON.stringify({ ...envelope, agentId: agent, ...record }));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join("\n")}\n`);
}

const shop = "/home/mira/shop";
const opus = "claude-opus-4-6";

/** The sessions of `busyHome`. */
export const ids = {
  original: "aaaaaaaa-0000-4000-8000-00000000000a",
  fork: "bbbbbbbb-0000-4000-8000-00000000000b",
  silent: "cccccccc-0000-4000-8000-00000000000c",
};

/**
 * A home with a session that has a branch, a sub-agent and a call that failed and begins a moment
 * before midnight; a fork of it, in another project; and a session that says nothing of tokens.
 */
export function busyHome(): string {
  const home = emptyFolder();
  const first = prompt("u1", null, "2026-02-01T23:59:59.999Z");
  const second = answer("a1", "u1", "2026-02-02T00:00:00.000Z", {
    model: opus,
    tool: { id: "t1", name: "Bash" },
    usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 },
  });
  const ok = { input_tokens: 20, output_tokens: 6 };
  writeRecords(home, { id: ids.original, cwd: shop }, [
    first,
    second,
    result("r1", "a1", "2026-02-02T00:00:01.000Z", { id: "t1", isError: true }),
    answer("a2", "r1", "2026-02-02T00:00:02.000Z", {
      model: opus,
      tool: { id: "t2", name: "Agent" },
      usage: ok,
    }),
    {
      ...result("r2", "a2", "2026-02-02T00:00:30.000Z", { id: "t2" }),
      toolUseResult: { agentId: "aaaa1111" },
    },
    answer("a3", "r2", "2026-02-02T00:01:00.000Z", { model: opus, usage: ok }),
    prompt("u2", "a3", "2026-02-02T00:02:00.000Z"),
    answer("a4", "u2", "2026-02-02T00:02:10.000Z", { model: opus, usage: ok }),
    prompt("u3", "a3", "2026-02-02T00:03:00.000Z"),
    answer("a5", "u3", "2026-02-02T00:03:10.000Z", { model: opus, usage: ok }),
  ]);
  const haiku = { model: "claude-haiku-4-5" };
  writeRecords(home, { id: ids.original, cwd: shop, agent: "aaaa1111" }, [
    prompt("s1", null, "2026-02-02T00:00:03.000Z"),
    answer("s2", "s1", "2026-02-02T00:00:04.000Z", {
      ...haiku,
      tool: { id: "t3", name: "Read" },
      usage: { input_tokens: 100, output_tokens: 1 },
    }),
    result("s3", "s2", "2026-02-02T00:00:05.000Z", { id: "t3" }),
    answer("s4", "s3", "2026-02-02T00:00:06.000Z", haiku),
  ]);
  writeRecords(home, { id: ids.fork, cwd: "/home/mira/blog" }, [
    copied(first, ids.original, "u1"),
    copied(second, ids.original, "a1"),
    prompt("u4", "a1", "2026-02-03T08:00:00.000Z"),
    answer("a6", "u4", "2026-02-03T08:01:00.000Z", {
      model: "claude-sonnet-4-6",
      usage: { input_tokens: 50, output_tokens: 9 },
    }),
  ]);
  writeRecords(home, { id: ids.silent, cwd: shop }, [
    prompt("u5", null, "2026-02-10T08:00:00.000Z"),
    answer("a7", "u5", undefined, { model: opus }),
    answer("a8", "a7", "2026-02-10T08:02:00.000Z", {}),
  ]);
  return home;
}

const list: { date: string } = JSON.parse(
  readFileSync(new URL("../../prices/list-prices.json", import.meta.url), "utf8"),
);

/** The first lines of `stats` for this home, where they may be long. */
const busyOverview = `2026-02-01 to 2026-02-10 (UTC), all projects, all tools
Active days                4
Sessions                   3
Sub-agents                 1
Prompts                    5
Answers                   10
Tool calls                 3
  failed                   1
Tokens in                330  known for 2 of 3 sessions
  from the cache          90
Tokens out                39
Estimated cost    < 0.01 USD  prices of ${list.date}
Undated messages           1  not counted by day
Copied messages            2  counted in the original session

`;

/** The lines of `stats` after its overview; throws when it began with anything else. */
export function afterOverview(text: string, overview = busyOverview): string {
  const [beginning, rest] = text.split(overview);
  if (beginning !== "" || rest === undefined) throw new Error(`Another overview: ${text}`);
  return rest;
}
