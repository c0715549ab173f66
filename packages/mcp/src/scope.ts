import * as z from "zod";
import { fitting } from "./answer.js";
import type { Coverage, Scope } from "./history.js";

/** The word by which a caller asks about the sessions of all projects. */
const all = "all";

/** The arguments of tools that ask about several sessions. */
export const scopeArguments = {
  project: z
    .string()
    .optional()
    .describe(
      `Name, path or glob of a project; "${all}" for all (default: the project of the working directory, or all where that has no sessions)`,
    ),
  from: z
    .array(z.string())
    .optional()
    .describe('Only sessions of these tools: ["claude", "cursor"]'),
  since: z
    .string()
    .optional()
    .describe('Only sessions active since: "2026-01-31", "7d", "yesterday"'),
  until: z.string().optional().describe("Only sessions active until"),
};

type ScopeArguments = z.infer<z.ZodObject<typeof scopeArguments>>;

/** The part of an answer that says on what it rests. */
export const coverageRow = z.object({
  looked_at: z.string().describe("Which sessions were looked at"),
  left_out: z.array(z.string()).describe("What was not looked at, and why"),
});

/**
 * Asks about the project that the caller has named, or else about the one in `folder`, where this has sessions.
 * `ask` may be asked twice.
 */
export async function inScope<Found extends { coverage: Coverage }>(
  { project, from, since, until }: ScopeArguments,
  folder: string,
  ask: (scope: Scope) => Promise<Found>,
): Promise<{ found: Found; coverage: z.infer<typeof coverageRow> }> {
  const rest = {
    ...(from && { from }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  const wanted = project === all ? undefined : (project ?? folder);
  const found = await ask({ ...rest, ...(wanted !== undefined && { project: wanted }) });
  // A folder without history of its own asks about all that there is.
  if (project === undefined && found.coverage.sessions === 0) {
    const everywhere = await ask(rest);
    return { found: everywhere, coverage: coverageOf(everywhere.coverage, undefined) };
  }
  return { found, coverage: coverageOf(found.coverage, wanted) };
}

function coverageOf(
  { sessions, all: whole, outside, leftOut }: Coverage,
  project: string | undefined,
): z.infer<typeof coverageRow> {
  const where = project === undefined ? "all projects" : `project ${project}`;
  const hint = project === undefined ? "" : `: project "${all}" looks there, too`;
  return {
    looked_at: `${sessions} of ${whole} sessions, ${where}`,
    left_out: [
      ...(outside > 0 ? [`${outside} sessions outside of what was asked for${hint}`] : []),
      ...shortened(leftOut),
    ],
  };
}

/** In bytes of JSON: a quarter of an answer, which is there for what was found. */
const longestCoverage = 1000;

/** The first sentences, and how many more there are. */
function shortened(sentences: readonly string[]): string[] {
  const taken = fitting(sentences, longestCoverage);
  const others = sentences.length - taken.length;
  return others > 0 ? [...taken, `… and ${others} more`] : taken;
}
