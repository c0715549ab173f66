/** What people call the tools, by the names of their sources. */
export const toolNames: Readonly<Record<string, string>> = {
  claude: "Claude Code",
  cursor: "Cursor",
};
