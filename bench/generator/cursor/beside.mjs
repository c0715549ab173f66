import { uriOf } from "./files.mjs";

/** Makers of the rows beside composer and bubbles; none of them is part of a conversation. */
export function rowsBeside(random, text, files) {
  /** The changes of a file against its first version. */
  function changes(low, high) {
    const ranges = [];
    for (let left = random.spread(low, high), line = 1; left > 0; line += 40) {
      const modified = text.code(random.integer(1, 60));
      ranges.push({
        original: { startLineNumber: line, endLineNumberExclusive: line + modified.length },
        modified,
      });
      left -= modified.length;
    }
    return ranges;
  }

  return {
    checkpointId: () => ({
      files: Array.from({ length: random.integer(1, 4) }, () => ({
        uri: uriOf(files.next().path),
        originalModelDiffWrtV0: changes(30, 1200),
        isNewlyCreated: false,
      })),
      nonExistentFiles: [],
      newlyCreatedFolders: [],
      activeInlineDiffs: [],
      inlineDiffNewlyCreatedResources: { files: [], folders: [] },
    }),
    codeBlockDiff: () => ({
      newModelDiffWrtV0: changes(30, 800),
      originalModelDiffWrtV0: changes(1, 100),
    }),
    codeBlockPartialInlineDiffFates: () => ({
      fates: changes(10, 400).map((range) => ({ ...range, fate: "accepted" })),
    }),
    messageRequestContext: () => ({
      terminalFiles: [],
      cursorRules: [],
      knowledgeItems: [],
      summarizedComposers: [],
      attachedFoldersListDirResults: [],
      gitStatusRaw: `On branch main\n${text.output(random.spread(100, 4000))}`,
      projectLayouts: [
        JSON.stringify({
          rootPath: files.root,
          content: { files: text.code(random.integer(20, 400)) },
        }),
      ],
    }),
  };
}
