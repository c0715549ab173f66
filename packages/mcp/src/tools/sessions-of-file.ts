import { present } from "@chatexport/core";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { answer, fittingBeside } from "../answer.js";
import { coverageRow, inScope, scopeArguments } from "../scope.js";
import { rowOf, sessionRow } from "../session-row.js";
import { type Asked, onlyReads } from "./asked.js";

/** Adds the tool that tells which sessions had to do with a file. */
export function addSessionsOfFile(server: McpServer, { history, folder, now }: Asked): void {
  server.registerTool(
    "sessions_of_file",
    {
      title: "Sessions of a file",
      description: "Tells which earlier sessions read or changed a file, the last ones first.",
      inputSchema: z.object({
        path: z.string().min(1).describe("A path, or its end: src/cart/checkout.ts"),
        ...scopeArguments,
        limit: z.number().int().min(1).max(50).default(10),
      }),
      outputSchema: z.object({
        sessions: z.array(
          sessionRow.extend({
            path: z.string(),
            changed: z.boolean().describe("False where it was only read"),
            time: z.string().optional().describe("UTC: when it last did"),
          }),
        ),
        total: z.number(),
        coverage: coverageRow,
        truncated: z.boolean(),
      }),
      annotations: onlyReads,
    },
    async ({ path, limit, ...scope }) => {
      const { found, coverage } = await inScope(scope, folder, (asked) =>
        history.sessionsOfFile(path, asked),
      );
      const total = found.files.length;
      const rows = found.files
        .slice(0, limit)
        .map(({ ref, path, isChanged, time }) =>
          present({ ...rowOf(ref, now()), path, changed: isChanged, time: time?.slice(0, 16) }),
        );
      const sessions = fittingBeside(rows, { sessions: [], total, coverage, truncated: true });
      return answer({ sessions, total, coverage, truncated: sessions.length < total });
    },
  );
}
