import { uriOf } from "./files.mjs";

const lists =
  "notepads composers quotes selectedCommits selectedPullRequests selectedImages folderSelections terminalFiles selections terminalSelections selectedDocs externalLinks cursorRules cursorCommands gitPRDiffSelections subagentSelections browserSelections extraContext planSelections".split(
    " ",
  );
const mentioned =
  "editTrailContexts notepads quotes selections fileSelections folderSelections terminalSelections selectedDocs gitDiff selectedCommits externalLinks selectedImages cursorRules".split(
    " ",
  );

/** The context of a composer or a bubble: nearly always empty lists and a file or two. */
export function contextWith(files) {
  return {
    ...Object.fromEntries(lists.map((name) => [name, []])),
    fileSelections: files.map(({ path, name }) => ({
      uri: uriOf(path),
      fileName: name,
      isCurrentFile: false,
      addedWithoutMention: false,
    })),
    useWeb: false,
    mentions: Object.fromEntries(mentioned.map((name) => [name, {}])),
  };
}
