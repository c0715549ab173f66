/**
 * What is rightly in no document, by its place in the corpus (a file, or a file with a line), with
 * the reason. A place that comes out after all must leave this table.
 */
export const known: Readonly<Record<string, string>> = {
  "handgemacht-ai__claude-code-log/test/test_data/workflow_basic/11110000-0000-4000-8000-000000000001/subagents/workflows/wf_demo01/journal.jsonl":
    "The journal of a workflow is no transcript.",
};
