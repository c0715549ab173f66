/**
 * What loading may add to the texts of a session: in notices, in headings of what the tool attached, in
 * names of files. A search finds these words in sessions whose files do not hold them. A test looks for
 * those that are missing here.
 */
export const ownWords = `
  Allowed tools The date has changed Goal met Tools that can be loaded task exit code blocked
  cancelled failed Image source
  Remote control Session started Old results of tools were cleared from what the model sees tokens
  saved they are kept here The model refused to answer another model answered instead
  a hook without a command stop hooks API error Switched from one model to another
  Pull request Implement the plan
  Todo list of agent Tasks in progress in-progress pending completed cancelled blocked by
`;

/** What loading says of a session of which only prompts are left. */
export const ownWordsOfHistory = `
  Only the prompts of this session are left: there is no transcript of it. Claude Code deletes old ones.
  Only the prompts of this day are left: there are no transcripts with them, and nothing tells which
  sessions they belong to. Pasted text Image
`;
