import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { anthropicMessages } from "../../agents/mock/anthropic.mjs";
import type { Script } from "../../agents/mock/scripts.mjs";
import { startMock } from "../../agents/mock/server.mjs";

let mock: Awaited<ReturnType<typeof startMock>> | undefined;
afterEach(() => mock?.close());

type Turn = { role: string; content: unknown };

async function start(scripts: Record<string, Script>) {
  mock = await startMock({ protocols: [anthropicMessages], scripts });
  const { url } = mock;
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
  return {
    post,
    ask: (...messages: Turn[]) =>
      post("/v1/messages?beta=true", { model: "a-model", stream: true, messages }),
  };
}

const prompt = (script: string): Turn => ({ role: "user", content: `Please. [[${script}]]` });
const answer = (text: string): Turn => ({ role: "assistant", content: [{ type: "text", text }] });

/** The events of a stream. */
async function eventsOf(response: Response) {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
}

/** The texts of each block, as a client reads a stream. */
async function textsOf(response: Response) {
  const texts: string[] = [];
  for (const { type, index, delta } of await eventsOf(response))
    if (type === "content_block_delta")
      texts[index] =
        (texts[index] ?? "") + (delta.text ?? delta.thinking ?? delta.partial_json ?? "");
  return texts;
}

describe("Anthropic's Messages API", () => {
  const steps: Script["steps"] = [
    [
      { type: "thinking", text: "It is a question." },
      { type: "text", text: "I look — 日本 👩‍👩‍👧." },
      { type: "tool", name: "Bash", input: { command: "ls", path: "«cwd: (\\w+)»" } },
    ],
    [{ type: "text", text: "Done." }],
  ];

  test("streams the blocks of the step that is next", async () => {
    const { ask } = await start({ talk: { steps } });
    const place = { role: "system", content: "cwd: here" };
    expect(await textsOf(await ask(place, prompt("talk")))).toEqual([
      "It is a question.",
      "I look — 日本 👩‍👩‍👧.",
      '{"command":"ls","path":"here"}',
      // A signature ends what it thought.
    ]);
    const results = { role: "user", content: [{ type: "tool_result", content: "[[other]]" }] };
    const second = await ask(place, prompt("talk"), answer("I look."), results);
    expect(await textsOf(second)).toEqual(["Done."]);
  });

  test("tells why it stops", async () => {
    const { ask } = await start({ talk: { steps } });
    const stops = async (...turns: Turn[]) =>
      (await eventsOf(await ask(...turns))).find(({ type }) => type === "message_delta").delta
        .stop_reason;
    expect(await stops(prompt("talk"))).toBe("tool_use");
    expect(await stops(prompt("talk"), answer("I look."))).toBe("end_turn");
  });

  test("answers a conversation that goes back as it answered the first time", async () => {
    const { ask } = await start({ one: { steps }, two: { steps: steps.slice(1) } });
    await ask(prompt("one"), answer("I look."));
    expect(await textsOf(await ask(prompt("one"), answer("…"), prompt("two")))).toEqual(["Done."]);
    expect(await textsOf(await ask(prompt("one")))).toHaveLength(3);
  });

  test("fails as often as it is told to", async () => {
    const error = { status: 529, type: "overloaded_error", message: "Overloaded", times: 2 };
    const blocks = [{ type: "text" as const, text: "At last." }];
    const { ask } = await start({ talk: { steps: [{ error, blocks }] } });
    const statuses = [];
    for (let times = 0; times < 3; times += 1) statuses.push((await ask(prompt("talk"))).status);
    expect(statuses).toEqual([529, 529, 200]);
  });

  test("ends in the middle of an answer", async () => {
    const blocks = [{ type: "text" as const, text: "Cut" }];
    const { ask } = await start({
      error: { steps: [{ blocks, ends: "error" }] },
      drop: { steps: [{ blocks, ends: "drop" }] },
    });
    const events = await eventsOf(await ask(prompt("error")));
    expect(events.at(-1)).toMatchObject({ type: "error" });
    const dropped = await ask(prompt("drop"));
    await expect(dropped.text()).rejects.toThrow();
  });

  test.each([
    "Your task is to create a detailed summary of the conversation so far.",
    "Create a new anchored summary from the conversation history above.",
  ])("summarizes when it is asked to: %s", async (content) => {
    const { ask } = await start({ talk: { steps, summary: "They talked." } });
    const request = { role: "user", content };
    expect(await textsOf(await ask(prompt("talk"), answer("…"), request))).toEqual([
      "<summary>They talked.</summary>",
    ]);
  });

  test("names a conversation when it is asked to", async () => {
    const { ask } = await start({ talk: { steps, title: "A talk" } });
    const place = { role: "system", content: "You are a title generator." };
    expect(await textsOf(await ask(place, prompt("talk")))).toEqual(["A talk"]);
  });

  test("notes what no script answers", async () => {
    const { ask } = await start({});
    expect((await ask({ role: "user", content: "Hello." })).status).toBe(200);
    expect(mock?.requests).toMatchObject([{ note: "unscripted" }]);
  });

  test("knows no other paths", async () => {
    const { post } = await start({});
    expect((await post("/api/telemetry", {})).status).toBe(404);
    expect(await (await post("/v1/messages/count_tokens", { messages: [] })).json()).toEqual({
      input_tokens: 1,
    });
  });
});

test("a request that its client takes back is no end of the server", async () => {
  const { ask } = await start({ hello: { steps: [[{ type: "text", text: "Hello." }]] } });
  const { port, hostname } = new URL(mock?.url ?? "");
  const socket = connect(Number(port), hostname);
  const head = "POST /v1/messages?beta=true HTTP/1.1\r\nHost: mock\r\nContent-Length: 99\r\n\r\n{";
  await new Promise((written) => socket.write(head, written));
  socket.destroy();
  expect(await textsOf(await ask(prompt("hello")))).toEqual(["Hello."]);
});
