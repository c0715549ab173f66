import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emptyFolder } from "../binary.js";

/** A record of a transcript, as far as a test says what is in it. */
type Content = string | object[];

/** Writes a session of Claude Code record by record. */
export interface Conversation {
  /** A prompt, or the results of calls. */
  user(content: Content, more?: object): this;
  assistant(content: Content, more?: object): this;
  /** A call of a tool with its result. */
  call(name: string, input: object, result: string, more?: object): this;
  /** Any other record. */
  record(record: object): this;
}

/** The options of writing a session. */
export interface ConversationOptions {
  id?: string;
  home?: string;
  cwd?: string;
  title?: string;
  startedAt?: string;
  /** The sub-agent whose session it is, with what it was started by. */
  agent?: { id: string; callId: string };
  model?: string;
}

/** The id of a session that is not given one. */
export const defaultId = "aaaaaaaa-0000-4000-8000-0000000000c1";

/** A home folder with one session, or a further session in it; each record follows a minute later. */
export function conversation(
  write: (conversation: Conversation) => void,
  {
    id = defaultId,
    home = emptyFolder(),
    cwd = "/home/mira/shop",
    title,
    startedAt = "2026-01-31T10:00:00.000Z",
    agent,
    model = "claude-test",
  }: ConversationOptions = {},
): string {
  const lines: string[] = [];
  let parentUuid: string | null = null;
  let count = 0;
  const add = (record: object) => {
    const timestamp = new Date(Date.parse(startedAt) + count * 60_000).toISOString();
    const uuid = `${agent?.id ?? id.slice(-2)}-${++count}`;
    const envelope = { sessionId: id, cwd, version: "2.1.0", isSidechain: agent !== undefined };
    const full = { ...envelope, uuid, parentUuid, timestamp, ...(agent && { agentId: agent.id }) };
    lines.push(JSON.stringify({ ...full, ...record }));
    parentUuid = uuid;
  };
  const self: Conversation = {
    user(content, more) {
      add({ type: "user", message: { role: "user", content }, ...more });
      return self;
    },
    assistant(content, more) {
      const text = typeof content === "string" ? [{ type: "text", text: content }] : content;
      const message = {
        id: `msg-${agent?.id ?? id}-${count}`,
        type: "message",
        role: "assistant",
        model,
      };
      add({ type: "assistant", message: { ...message, content: text }, ...more });
      return self;
    },
    call(name, input, result, more) {
      const callId = agent ? `call-${agent.id}-${count}` : `call-${count}`;
      self.assistant([{ type: "tool_use", id: callId, name, input }], more);
      return self.user([{ type: "tool_result", tool_use_id: callId, content: result }]);
    },
    record(record) {
      add(record);
      return self;
    },
  };
  write(self);
  if (title !== undefined)
    lines.push(JSON.stringify({ type: "custom-title", customTitle: title, sessionId: id }));
  const folder = join(home, ".claude/projects", cwd.replace(/[^a-z0-9]/gi, "-"));
  const path = agent
    ? join(folder, id, "subagents", `agent-${agent.id}.jsonl`)
    : join(folder, `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
  if (agent) {
    const sidecar = { agentType: "general-purpose", toolUseId: agent.callId };
    writeFileSync(path.replace(/\.jsonl$/, ".meta.json"), JSON.stringify(sidecar));
  }
  return home;
}
