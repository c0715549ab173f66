/**
 * Texts that are rightly in no document, by their place in the corpus (a file, or a file with a
 * line), with the reason. A place that comes out after all must leave this table.
 */
export const known: Readonly<Record<string, string>> = {};

const samples = "handgemacht-ai__claude-code-log/test/test_data";
const recorder = `${samples}/real_projects/-Users-dain-workspace-JSSoundRecorder`;
const viewer = "d-kimuson__claude-code-viewer/mock-global-claude-dir/projects/sample-project";
const replay = "tuo-lei__vibe-replay/packages/cli/test/fixtures/claude-code-multi-model";

/** The branches of all sessions, by their first line and their reason, with why they are real. */
export const forks: Readonly<Record<string, string>> = {
  [`${samples}/dag_within_fork.jsonl:4 rewind`]:
    "Invented: two prompts have the same parent, and the later one goes on.",
  [`${samples}/real_projects/-experiments-ideas/03eb5929-52b3-4b13-ada3-b93ae35806b8.jsonl:18 rewind`]:
    "After three more turns the user went back behind this prompt and asked for the opposite.",
};

const lostWarmUp =
  "A warm-up agent: its transcript begins with the answer, the prompt was not kept.";
const invented = "Invented: no call or record of the session names it.";

/** Sub-agents in sessions that name no call, by transcript and id, with why there is none. */
export const unlinkedAgents: Readonly<Record<string, string>> = {
  [`${recorder}/agent-3430b97e.jsonl agent-3430b97e`]: lostWarmUp,
  [`${recorder}/agent-388fb764.jsonl agent-388fb764`]: lostWarmUp,
  [`${recorder}/agent-88061e52.jsonl agent-88061e52`]: lostWarmUp,
  [`${recorder}/agent-8d27fe83.jsonl agent-8d27fe83`]: lostWarmUp,
  [`${viewer}/agent-test-hash-123.jsonl agent-test-hash-123`]: invented,
  [`${viewer}/agent-test-hash-456.jsonl agent-test-hash-456`]: invented,
  [`${replay}/subagents/agent-sub1.jsonl agent-sub1`]: invented,
};

/** Values that are in no session, by folder, with why they are not. */
export const lostValues: Readonly<Record<string, string>> = {
  'slopus__happy/ timestamp ("2025-07-19T22:21:04.265Z")':
    "The time of a copy of a response, whose other copy is in the session.",
};

const misspelt = "Invented: the record has a misspelt key and nothing to show.";

/** Types of records that are not known, by folder, with why they are not. */
export const unknownTypes: Readonly<Record<string, string>> = {
  "daaain__claude-code-log/ (none)": "Invented: an object without any field of Claude Code.",
  "daaain__claude-code-log/ user": misspelt,
  "handgemacht-ai__claude-code-log/ (none)": "Invented: a copy of the same object.",
  "handgemacht-ai__claude-code-log/ user": misspelt,
  "tuo-lei__vibe-replay/ progress": "Invented: progress that does not say of what.",
};
