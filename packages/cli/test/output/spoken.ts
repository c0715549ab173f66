/** A record of a transcript, as Claude Code writes it. */
export interface Spoken {
  /** Id of the record. */
  uuid: string;
  /** Id of the record before it. */
  after: string;
  role: "user" | "assistant";
  /** Text, or content blocks. */
  content: unknown;
  /** Further fields of the record. */
  more?: Record<string, unknown>;
}

/** A line of a transcript. */
export function spoken(sessionId: string, { uuid, after, role, content, more }: Spoken): string {
  const answer = { id: `msg_${uuid}`, type: "message", model: "claude-test" };
  return JSON.stringify({
    sessionId,
    cwd: "/home/mira/shop",
    version: "2.1.0",
    gitBranch: "main",
    isSidechain: false,
    type: role,
    uuid,
    parentUuid: after,
    timestamp: "2026-01-31T10:00:30.000Z",
    message: { ...(role === "assistant" && answer), role, content },
    ...more,
  });
}

/** The lines of a tool call and of its result, which comes after the record `after` and is named `uuid`. */
export function called(
  sessionId: string,
  { uuid, after }: Pick<Spoken, "uuid" | "after">,
  tool: { name: string; input: unknown; output: string; isError?: boolean; more?: object },
): string[] {
  const { name, input, output, isError = false, more = {} } = tool;
  const id = `toolu_${uuid}`;
  return [
    spoken(sessionId, {
      uuid: `${uuid}-call`,
      after,
      role: "assistant",
      content: [{ type: "tool_use", id, name, input }],
    }),
    spoken(sessionId, {
      uuid,
      after: `${uuid}-call`,
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: output, is_error: isError }],
      more: { ...more },
    }),
  ];
}
