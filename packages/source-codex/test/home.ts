import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "@chatexport/core";

/** An invented store with a session for each trap. */
export const ids = {
  main: "0199aaaa-0000-7000-8000-000000000001",
  fork: "0199aaaa-0000-7000-8000-000000000002",
  child: "0199aaaa-0000-7000-8000-000000000003",
  legacy: "0199aaaa-0000-7000-8000-000000000004",
  bare: "0199aaaa-0000-4000-8000-000000000005",
  document: "0199aaaa-0000-4000-8000-000000000006",
  gone: "0199aaaa-0000-7000-8000-000000000007",
} as const;

let clock = 0;

/** A line with an envelope, a second after the last one. */
function line(type: string, payload: JsonObject, ordinal?: number): JsonObject {
  const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, clock++)).toISOString();
  return { timestamp, ...(ordinal !== undefined && { ordinal }), type, payload };
}

const item = (payload: JsonObject, ordinal?: number) => line("response_item", payload, ordinal);
const event = (payload: JsonObject, ordinal?: number) => line("event_msg", payload, ordinal);
const completed = (of: JsonObject, ordinal?: number) =>
  event({ type: "item_completed", item: of }, ordinal);

const prompt = (text: string): JsonObject => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});
const answer = (text: string, id: string): JsonObject => ({
  type: "message",
  id,
  role: "assistant",
  content: [{ type: "output_text", text }],
});
const usage = (input: number, output: number): JsonObject => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: input + output,
});

const header = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  timestamp: "2026-03-02T09:00:00.000Z",
  cwd: "/home/noor/tides",
  originator: "codex_cli_rs",
  cli_version: "0.169.0",
  source: "cli",
  ...more,
});

/** Gives lines their places in the thread. */
function numbered(lines: readonly JsonObject[], first = 0): JsonObject[] {
  return lines.map(({ timestamp, ...rest }, index) => ({
    timestamp: timestamp ?? null,
    ordinal: first + index,
    ...rest,
  }));
}

function main(): JsonObject[] {
  return numbered([
    line("session_meta", header(ids.main, { history_mode: "paginated" })),
    line("turn_context", { cwd: "/home/noor/tides", model: "gpt-6", effort: "low" }),
    item(prompt("<environment_context>\n  <cwd>/home/noor/tides</cwd>\n</environment_context>")),
    item(prompt("When is high water tomorrow?")),
    completed({
      type: "UserMessage",
      id: "u1",
      content: [{ type: "text", text: "When is high water tomorrow?" }],
    }),
    item({
      type: "custom_tool_call",
      id: "ctc_1",
      namespace: "functions",
      name: "exec",
      call_id: "call_1",
      input: 'text(await tools.exec_command({cmd: "tide --tomorrow"}))',
    }),
    line("token_usage_record", { response_id: "resp_1", usage: usage(120, 8) }),
    completed({
      type: "CommandExecution",
      id: "exec-1",
      command: ["/bin/bash", "-lc", "tide --tomorrow"],
      cwd: "file:///home/noor/tide%20tables",
      status: "completed",
      aggregated_output: "high water at 14:20\n",
      exit_code: 0,
    }),
    completed({
      type: "FileChange",
      id: "exec-2",
      changes: {
        "/home/noor/tides/today.txt": {
          type: "update",
          unified_diff: "@@ -1 +1 @@\n-low at eight\n+high at fourteen\n",
          move_path: null,
        },
      },
      status: "completed",
      stdout: "",
      stderr: "",
    }),
    item({
      type: "custom_tool_call_output",
      call_id: "call_1",
      output: [
        { type: "input_text", text: "Script completed\nWall time 0.1 seconds\nOutput:\n" },
        { type: "input_text", text: "high water at 14:20" },
      ],
    }),
    completed({
      type: "AgentMessage",
      id: "msg_1",
      content: [{ type: "Text", text: "At twenty past two." }],
    }),
    item(answer("At twenty past two.", "msg_1")),
    line("token_usage_record", { response_id: "resp_2", usage: usage(140, 9) }),
    event({ type: "token_count", info: { total_token_usage: usage(260, 17) } }),
    item({
      type: "function_call",
      namespace: "multi_agent_v1",
      name: "spawn_agent",
      call_id: "call_2",
      arguments: JSON.stringify({ message: "Count the harbours on the map." }),
    }),
    item({
      type: "function_call_output",
      call_id: "call_2",
      output: JSON.stringify({ agent_id: ids.child, nickname: "Curie" }),
    }),
    item(prompt("This question is taken back later.")),
    item(answer("This answer goes with it.", "msg_2")),
  ]);
}

const rollout = (day: string, id: string) =>
  `sessions/2026/03/${day}/rollout-2026-03-${day}T09-00-00-${id}`;

/** The files of the store, by their paths below `.codex`. */
export function files(): Record<string, string> {
  clock = 0;
  const jsonl = (lines: readonly JsonObject[]) =>
    lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  const base = { thread_id: ids.main, end_ordinal_exclusive: 16, end_byte_offset: 9 };
  const all: Record<string, JsonObject[]> = {
    [`${rollout("02", ids.main)}.jsonl`]: main(),
    [`${rollout("02", ids.main)}_0199aaaa-0000-7000-8000-00000000000a.jsonl`]: numbered(
      [
        line(
          "session_meta",
          header(ids.main, {
            history_mode: "paginated",
            history_base: base,
            timestamp: "2026-03-02T10:00:00.000Z",
          }),
        ),
        item(prompt("And the day after?")),
        item(answer("At ten past three.", "msg_3")),
      ],
      16,
    ),
    [`${rollout("03", ids.fork)}.jsonl`]: numbered(
      [
        line(
          "session_meta",
          header(ids.fork, {
            history_mode: "paginated",
            history_base: { ...base, end_ordinal_exclusive: 14 },
            forked_from_id: ids.main,
            timestamp: "2026-03-02T09:00:21.000Z",
          }),
        ),
        item(prompt("Tell me about low water in the fork.")),
        item(answer("At half past eight.", "msg_4")),
      ],
      14,
    ),
    [`${rollout("02", ids.child)}.jsonl`]: numbered([
      line(
        "session_meta",
        header(ids.child, {
          history_mode: "paginated",
          source: { subagent: { thread_spawn: { parent_thread_id: ids.main, depth: 1 } } },
        }),
      ),
      item(prompt("Count the harbours on the map.")),
      item(answer("There are four harbours.", "msg_5")),
    ]),
    [`archived_sessions/rollout-2026-01-05T09-00-00-${ids.legacy}.jsonl`]: [
      line(
        "session_meta",
        header(ids.legacy, { cli_version: "0.42.0", timestamp: "2026-01-05T09:00:00.000Z" }),
      ),
      line("turn_context", { cwd: "/home/noor/boats", model: "gpt-5-codex" }),
      item(prompt("Rename the boat in boats.txt.")),
      event({ type: "user_message", message: "Rename the boat in boats.txt." }),
      event({ type: "agent_reasoning", text: "One file holds it." }),
      item({
        type: "reasoning",
        summary: [{ type: "summary_text", text: "One file holds it." }],
        encrypted_content: "b3BhcXVlIHRleHQ=",
      }),
      item({
        type: "function_call",
        name: "update_plan",
        call_id: "call_3",
        arguments: JSON.stringify({ plan: [{ step: "rename the boat", status: "in_progress" }] }),
      }),
      item({ type: "function_call_output", call_id: "call_3", output: "Plan updated" }),
      item({
        type: "custom_tool_call",
        name: "apply_patch",
        call_id: "call_4",
        input:
          "*** Begin Patch\n*** Update File: boats.txt\n@@\n-Seagull of Bergen\n+Heron of Bergen\n*** End Patch",
      }),
      item({
        type: "custom_tool_call_output",
        call_id: "call_4",
        output: JSON.stringify({
          output: "Success. Updated boats.txt",
          metadata: { exit_code: 0 },
        }),
      }),
      event({ type: "agent_message", message: "The boat is renamed." }),
      item(answer("The boat is renamed.", "msg_6")),
      event({
        type: "token_count",
        info: { total_token_usage: usage(500, 40), last_token_usage: usage(500, 40) },
      }),
      event({
        type: "token_count",
        info: { total_token_usage: usage(500, 40), last_token_usage: usage(500, 40) },
      }),
      item(prompt("No, set it back.")),
      event({ type: "user_message", message: "No, set it back." }),
      event({ type: "agent_message", message: "Only the tool says that it is back." }),
      event({ type: "thread_rolled_back", num_turns: 1 }),
      event({ type: "turn_aborted", reason: "interrupted" }),
    ],
    [`sessions/2025/06/01/rollout-2025-06-01T09-00-00-${ids.bare}.jsonl`]: [
      {
        id: ids.bare,
        timestamp: "2025-06-01T09:00:00.000Z",
        instructions: "Answer like a sailor.",
      },
      { record_type: "state" },
      prompt("How deep is the harbour?"),
      answer("Four fathoms, captain.", "msg_7"),
      {
        type: "function_call",
        name: "shell",
        call_id: "call_5",
        arguments: JSON.stringify({
          command: ["bash", "-lc", "sound --depth"],
          workdir: "/home/noor/harbour",
        }),
      },
      {
        type: "function_call_output",
        call_id: "call_5",
        output: "Exit code: 2\nWall time: 1 seconds\nOutput:\nno sounding lead",
      },
    ],
    "session_index.jsonl": [
      { id: ids.main, thread_name: "Tides of tomorrow", updated_at: "2026-03-02T09:00:00Z" },
    ],
    "history.jsonl": [
      { session_id: ids.main, ts: 1_772_442_000, text: "When is high water tomorrow?" },
      { session_id: ids.gone, ts: 1_772_442_100, text: "Which stars are over the harbour?" },
    ],
  };
  return {
    ...Object.fromEntries(Object.entries(all).map(([path, lines]) => [path, jsonl(lines)])),
    [`sessions/rollout-2025-04-20-${ids.document}.json`]: JSON.stringify({
      session: { id: ids.document, timestamp: "2025-04-20T09:00:00.000Z", instructions: "" },
      items: [prompt("Draw a compass rose."), answer("N, E, S, W.", "msg_8")],
    }),
  };
}

/** Writes the store into a home folder; the result is its path. */
export function writeHome(home: string): string {
  const store = join(home, ".codex");
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(store, path)), { recursive: true });
    writeFileSync(join(store, path), text);
  }
  return store;
}
