import { present } from "@chatexport/core";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { answer, fittingBeside } from "../answer.js";
import { coverageRow, inScope, scopeArguments } from "../scope.js";
import { rowOf, sessionRow } from "../session-row.js";
import { type Asked, onlyReads } from "./asked.js";

/** Adds the tool that lists sessions. */
export function addListSessions(server: McpServer, { history, folder, now }: Asked): void {
  server.registerTool(
    "list_sessions",
    {
      title: "List sessions",
      description:
        "Lists earlier sessions of all coding agents, the newest first, with handles for read_session.",
      inputSchema: z.object({
        ...scopeArguments,
        skip: z.number().int().min(0).default(0).describe("How many of the newest to pass over"),
        limit: z.number().int().min(1).max(100).default(20),
      }),
      outputSchema: z.object({
        sessions: z.array(sessionRow),
        coverage: coverageRow,
        truncated: z.boolean(),
        next_skip: z.number().optional().describe("Goes on behind these"),
      }),
      annotations: onlyReads,
    },
    async ({ skip, limit, ...scope }) => {
      const { found, coverage } = await inScope(scope, folder, (asked) =>
        history.sessions({ ...asked, skip, limit }),
      );
      const rows = found.refs.map((ref) => rowOf(ref, now()));
      const sessions = fittingBeside(rows, {
        coverage,
        sessions: [],
        truncated: true,
        next_skip: skip,
      });
      const next = skip + sessions.length;
      const truncated = next < found.coverage.sessions;
      return answer(
        present({ sessions, coverage, truncated, next_skip: truncated ? next : undefined }),
      );
    },
  );
}
