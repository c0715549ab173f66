import { markWord } from "../text.mjs";
import { writeAgent } from "./agent.mjs";
import { resultBlock, thoughtsAndWords } from "./blocks.mjs";
import { callsFrom } from "./calls.mjs";
import { toolsFrom } from "./tools.mjs";
import { openTranscript } from "./transcript.mjs";

/*
 * Measured on 35.7 MB of public real sessions (17,133 lines, versions 2.1.3x). Share of bytes:
 * tool results 52 % (toolUseResult of edits with the whole file before: 11, file contents of reads:
 * 6), hook progress 12, tool calls 10, agent progress 10, answers 7, bash progress 4, reasoning 2,
 * prompts 2. Share of lines: hook progress 39 %, results 16, calls 16, answers 9, bash progress 6,
 * agent progress 5, prompts 3. Later versions write no progress, so hooks are fewer here
 * (about 30 % of all lines are progress). Share of calls by tool: Read 35 %, Bash 32, Edit 15,
 * searches 10, Write 3, plans and todos 4, Task 2. Average characters: answer 570, reasoning 760
 * and its signature 1,150, prompt 400. Sub-agents are 13 % of the bytes.
 */
/** Writes one session of about this many bytes with its sub-agents; returns what was written. */
export function writeSession(path, random, text, { sessionId, cwd, startedAt, bytes }) {
  const tools = toolsFrom(random, text);
  const transcript = openTranscript(path, random, { sessionId, cwd, startedAt });
  const folder = path.slice(0, -".jsonl".length);
  const nextCall = callsFrom(random, text, tools, folder);
  const title = `${text.plain(30)} (${markWord})`;
  const written = { transcripts: 1, bytes: 0 };
  let agentBytes = 0;

  function prompt() {
    const messageId = transcript.add({
      type: "user",
      message: { role: "user", content: promptContent() },
      permissionMode: "default",
    });
    transcript.metadata({
      type: "file-history-snapshot",
      messageId,
      snapshot: {
        messageId,
        trackedFileBackups: Object.fromEntries(
          Array.from({ length: random.integer(0, 8) }, () => [
            `src/${text.noun()}-${random.hex(2)}.ts`,
            { backupFileName: `${random.hex(16)}@v1`, version: 1, backupTime: "2026-02-11" },
          ]),
        ),
      },
      isSnapshotUpdate: false,
    });
  }

  function promptContent() {
    const words = text.plain(random.spread(40, 1600));
    if (!random.chance(0.03)) return words;
    const data = Buffer.from(random.hex(random.integer(20_000, 400_000)), "hex").toString("base64");
    return [
      { type: "text", text: `${words} [Image #1]` },
      { type: "image", source: { type: "base64", media_type: "image/png", data } },
    ];
  }

  function progress(data, parentToolUseID) {
    transcript.add({ type: "progress", data, toolUseID: parentToolUseID, parentToolUseID });
  }

  function step() {
    const blocks = thoughtsAndWords(random, text);
    const calls = Array.from({ length: random.chance(0.2) ? 2 : 1 }, nextCall);
    const uuids = transcript.respond([...blocks, ...calls.map(({ block }) => block)]);
    for (const [index, call] of calls.entries()) {
      const { block } = call;
      for (const hookEvent of ["PreToolUse", "PostToolUse"])
        if (random.chance(0.45))
          progress(
            { type: "hook_progress", hookEvent, hookName: hookEvent, command: "callback" },
            block.id,
          );
      if (block.name === "Bash" && random.chance(0.4)) bashProgress(block.id);
      if (block.name === "Task") runAgent(call);
      transcript.add({
        type: "user",
        message: { role: "user", content: [resultBlock(call)] },
        toolUseResult: call.output,
        sourceToolAssistantUUID: uuids[blocks.length + index],
      });
    }
  }

  function bashProgress(id) {
    for (let second = 1; second <= random.integer(1, 3); second++) {
      const output = text.output(400);
      progress(
        { type: "bash_progress", output, fullOutput: output, elapsedTimeSeconds: second },
        id,
      );
    }
  }

  function runAgent(call) {
    const { agentId, input, block } = call;
    const { answer, bytes } = writeAgent(
      `${folder}/subagents/agent-${agentId}.jsonl`,
      random,
      text,
      tools,
      {
        session: { sessionId, cwd, agentId, startedAt: transcript.now() },
        prompt: input.prompt,
        toolUseId: block.id,
        onResult: (message) =>
          progress({ type: "agent_progress", agentId, message, prompt: "" }, block.id),
      },
    );
    call.content = [answer, { type: "text", text: `agentId: ${agentId}` }];
    call.output = { status: "completed", prompt: input.prompt, agentId, content: [answer] };
    agentBytes += bytes;
    written.transcripts++;
  }

  function endTurn() {
    transcript.respond([{ type: "text", text: text.markdown(900) }]);
    transcript.add({
      type: "system",
      subtype: "turn_duration",
      durationMs: random.integer(5000, 900_000),
      isMeta: false,
    });
    if (random.chance(0.1))
      transcript.add({
        type: "attachment",
        attachment: { type: "queued_command", prompt: text.plain(60), commandMode: "prompt" },
      });
  }

  function titles() {
    transcript.metadata({ type: "ai-title", aiTitle: title, sessionId });
    transcript.metadata({ type: "permission-mode", permissionMode: "default", sessionId });
  }

  titles();
  while (transcript.size() + agentBytes < bytes) {
    prompt();
    for (let steps = random.integer(2, 20); steps > 0; steps--) step();
    endTurn();
  }
  titles();
  transcript.metadata({ type: "last-prompt", lastPrompt: title, sessionId });
  written.bytes = transcript.close().bytes + agentBytes;
  return written;
}
