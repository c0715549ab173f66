import { type Message, present, type Session } from "@chatexport/core";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { answer, bytesOf, failure, longestAnswer } from "../answer.js";
import { messageText } from "../message-text.js";
import { handleOf, ofHandle } from "../session-row.js";
import { type Asked, onlyReads } from "./asked.js";

/** Messages before the one that was asked for: what it answers. */
const before = 1;

/** Adds the tool that reads a session, piece by piece. */
export function addReadSession(server: McpServer, { history }: Asked): void {
  server.registerTool(
    "read_session",
    {
      title: "Read a session",
      description:
        "Reads messages of a session: from its beginning, around a hit, or from a message on. An answer holds what fits; next says how to go on.",
      inputSchema: z.object({
        session: z.string().describe("A handle from another tool: claude:4f2a9c1e-…"),
        around: z.string().optional().describe("Id of a message: reads from the one before it on"),
        from: z.string().optional().describe("Id of a message to begin with"),
        skip: z
          .number()
          .int()
          .min(0)
          .default(0)
          .describe("Characters of the first message to pass over"),
        limit: z.number().int().min(1).max(100).default(20).describe("Messages"),
        full: z.boolean().default(false).describe("Whole outputs and reasoning"),
      }),
      outputSchema: z.object({
        session: z.string(),
        title: z.string().optional(),
        messages: z.string().describe("Which of how many messages these are"),
        text: z.string(),
        truncated: z.boolean(),
        next: z.object({ from: z.string(), skip: z.number() }).optional(),
        left_out: z.array(z.string()).optional(),
      }),
      annotations: onlyReads,
    },
    async ({ session: handle, around, from, skip, limit, full }) => {
      const named = ofHandle(handle);
      if (!named)
        return failure(`"${handle}" is no handle: list_sessions and search_sessions give them.`);
      const session = await history.load(named.source, named.id);
      if (!session)
        return failure(
          `There is no session ${handle} any more; list_sessions shows those that are there.`,
        );
      const line = lineWith(session, around ?? from);
      if (!line) return failure(`${handle} has no message ${around ?? from}.`);
      const start = around === undefined ? line.at : Math.max(line.at - before, 0);
      const page = pageOf(line.messages.slice(start, start + limit), skip, full);
      const { messages } = line;
      const end = start + page.count;
      const next = page.rest ?? (messages[end] && { from: messages[end].id, skip: 0 });
      return answer(
        present({
          session: handleOf(session),
          title: session.title,
          messages: `${start + 1}–${page.rest ? end + 1 : end} of ${messages.length}`,
          text: page.text,
          truncated: next !== undefined,
          next,
          left_out: leftOut(session, full),
        }),
      );
    },
  );
}

/** The messages among which one is, and where: those of the session, of a branch that was left, or of a sub-agent. */
function lineWith(
  session: Session,
  id: string | undefined,
): { messages: readonly Message[]; at: number } | undefined {
  if (id === undefined) return { messages: session.messages, at: 0 };
  for (const { messages } of [session, ...(session.branches ?? [])]) {
    const at = messages.findIndex((message) => message.id === id);
    if (at !== -1) return { messages, at };
  }
  for (const subagent of session.subagents ?? []) {
    const line = lineWith(subagent, id);
    if (line) return line;
  }
  return undefined;
}

/** As much of some messages as an answer holds. */
interface Page {
  text: string;
  /** The number of messages to its end. */
  count: number;
  /** The place where it goes on, when a message is cut. */
  rest?: { from: string; skip: number };
}

/** Bytes of an answer that are not text of the session. */
const around = 700;

function pageOf(messages: readonly Message[], skip: number, isFull: boolean): Page {
  let text = "";
  for (const [index, message] of messages.entries()) {
    const whole = messageText(message, isFull);
    const own = index === 0 ? whole.slice(skip) : whole;
    const longer = text === "" ? own : `${text}\n\n${own}`;
    if (bytesOf(longer) <= longestAnswer - around) {
      text = longer;
      continue;
    }
    if (index > 0) return { text, count: index };
    const taken = fittingStart(own, longestAnswer - around);
    return { text: taken, count: 0, rest: { from: message.id, skip: skip + taken.length } };
  }
  return { text, count: messages.length };
}

/** The longest beginning of a text that takes no more than so many bytes as JSON. */
function fittingStart(text: string, bytes: number): string {
  let [low, high] = [0, Math.min(text.length, bytes)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytesOf(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  // Half of a character is none.
  return /[\ud800-\udbff]$/.test(text.slice(0, low)) ? text.slice(0, low - 1) : text.slice(0, low);
}

function leftOut({ branches, subagents }: Session, isFull: boolean): string[] | undefined {
  const sentences = [
    ...(isFull ? [] : ["reasoning, and most of long outputs (full: true)"]),
    ...(branches?.length ? [`${branches.length} branches that were left`] : []),
    ...(subagents?.length ? [`${subagents.length} sub-agents`] : []),
  ];
  return sentences.length > 0 ? sentences : undefined;
}
