import { present } from "@chatexport/core";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { answer, fittingBeside } from "../answer.js";
import type { FoundSession, Hit } from "../history.js";
import { coverageRow, inScope, scopeArguments } from "../scope.js";
import { rowOf, sessionRow } from "../session-row.js";
import { type Asked, onlyReads } from "./asked.js";

/** Characters of a hit: what tells whether it is worth reading. */
const longestText = 200;

/** Of a session: several sessions say more than many lines of one. */
const mostHits = 2;

const hitRow = z.object({
  message: z.string().optional().describe("What read_session takes as around"),
  time: z.string().optional().describe("UTC"),
  role: z.string(),
  tool: z.string().optional().describe("The tool that was called"),
  subagent: z.boolean().optional(),
  text: z.string(),
});

const foundRow = sessionRow
  .omit({ folder: true, started: true })
  .extend({ hits: z.array(hitRow), more_hits: z.number().optional() });

/** Adds the tool that finds where something was said. */
export function addSearchSessions(server: McpServer, { history, folder, now }: Asked): void {
  server.registerTool(
    "search_sessions",
    {
      title: "Search sessions",
      description:
        "Finds where something was said in earlier sessions of all coding agents: prompts and answers, or everything. Few, telling words find most; a /regular expression/ works, too.",
      inputSchema: z.object({
        query: z
          .string()
          .min(1)
          .describe("A text, words, texts with OR between them, or a /regular expression/i"),
        everything: z
          .boolean()
          .default(false)
          .describe("Also search commands, their output, files and reasoning"),
        ...scopeArguments,
        limit: z.number().int().min(1).max(50).default(10).describe("Sessions"),
      }),
      outputSchema: z.object({
        sessions: z.array(foundRow),
        total: z.number().describe("Sessions that have it"),
        matched: z.enum(["text", "words"]).describe("words: no session has the text as it is"),
        coverage: coverageRow,
        truncated: z.boolean(),
      }),
      annotations: onlyReads,
    },
    async ({ query, everything, limit, ...scope }) => {
      const { found, coverage } = await inScope(scope, folder, (asked) =>
        history.search(query, { ...asked, everything, limit }),
      );
      const { total } = found;
      const matched = found.isOfWords ? "words" : "text";
      const rest = { sessions: [], total, matched, coverage, truncated: true };
      const rows = found.found.slice(0, limit).map((each) => foundIn(each, now()));
      const sessions = fittingBeside(rows, rest);
      return answer({ ...rest, sessions, truncated: sessions.length < total });
    },
  );
}

function foundIn({ ref, hits, count }: FoundSession, now: number): z.infer<typeof foundRow> {
  const { folder, started, ...row } = rowOf(ref, now);
  const shown = hits.slice(0, mostHits).map(rowOfHit);
  const more = count - shown.length;
  return { ...row, hits: shown, ...(more > 0 && { more_hits: more }) };
}

function rowOfHit({ message, time, role, tool, isInSubagent, text }: Hit): z.infer<typeof hitRow> {
  return present({
    message,
    time: time?.slice(0, 16),
    role,
    tool,
    subagent: isInSubagent,
    text: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
  });
}
