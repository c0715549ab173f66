import { createHash } from "node:crypto";
import { uriOf } from "./files.mjs";

const weights = {
  read_file_v2: 34,
  run_terminal_command_v2: 22,
  search_replace: 19,
  edit_file_v2: 2,
  ripgrep_raw_search: 14,
  todo_write: 5,
  list_dir_v2: 4,
};
const ids = {
  read_file_v2: 40,
  run_terminal_command_v2: 15,
  search_replace: 38,
  edit_file_v2: 38,
  ripgrep_raw_search: 41,
  todo_write: 35,
  list_dir_v2: 39,
};

/**
 * A function that makes the next tool call of a chat, in the shape of `toolFormerData`, with the
 * `codeBlocks` of its bubble. `putContent` stores a file that a call names by its hash; a chat with
 * `putToolResult` keeps the text of a file among the agent's messages, and a stub in the bubble.
 */
export function toolsFrom(random, text, files, putContent) {
  const makers = {
    read_file_v2() {
      const { file, start, lines } = files.excerpt(60, 2400);
      const range = { offset: start + 1, limit: lines.length };
      return {
        rawArgs: { target_file: file.name, ...range },
        params: { targetFile: file.name, effectiveUri: file.path, charsLimit: 1e5, ...range },
        result: { contents: lines.join("\n"), totalLinesInFile: file.lines.length },
      };
    },

    run_terminal_command_v2() {
      const command = `cd ${files.root} && npm test ${text.noun()} 2>&1 | tail -80`;
      const output = text.output(random.spread(150, 80_000));
      return {
        rawArgs: { command, explanation: "Run the tests", is_background: false },
        params: { command, cwd: files.root, isBackground: false, requireUserApproval: false },
        result: { output, exitCodeV2: random.chance(0.1) ? 1 : 0, rejected: false },
      };
    },

    search_replace() {
      const { file, start, lines } = files.excerpt(4, 60);
      const added = text.code(random.integer(4, 90));
      const [oldString, newString] = [lines.join("\n"), added.join("\n")];
      const diffString = [
        ...lines.map((line) => `- ${line}`),
        ...added.map((line) => `+ ${line}`),
      ].join("\n");
      const chunk = {
        diffString,
        oldStart: start + 1,
        newStart: start + 1,
        oldLines: lines.length,
        newLines: added.length,
        linesRemoved: lines.length,
        linesAdded: added.length,
      };
      return {
        rawArgs: { file_path: file.name, old_string: oldString, new_string: newString },
        params: { relativeWorkspacePath: file.name, oldString, newString },
        result: {
          diff: { chunks: [chunk], editor: "EDITOR_AI", hitTimeout: false },
          isApplied: true,
          applyFailed: false,
          resultForModel: `The file ${file.name} has been updated.`,
        },
        codeBlocks: [{ uri: uriOf(file.path), content: newString, languageId: "typescript" }],
      };
    },

    edit_file_v2() {
      const file = files.next();
      const before = contentId(file.lines);
      const added = text.code(random.integer(4, 40));
      file.lines.splice(
        random.integer(0, file.lines.length - added.length),
        added.length,
        ...added,
      );
      const streamingContent = added.join("\n");
      return {
        rawArgs: { path: file.path, contents: streamingContent },
        params: { relativeWorkspacePath: file.name, streamingContent, noCodeblock: true },
        result: { beforeContentId: before, afterContentId: contentId(file.lines) },
        codeBlocks: [
          { uri: uriOf(file.path), content: streamingContent, languageId: "typescript" },
        ],
      };
    },

    ripgrep_raw_search() {
      const pattern = text.noun();
      const found = Array.from({ length: random.integer(1, 40) }, () => files.excerpt(1, 8));
      const matches = found.map(({ file, start, lines }) => ({
        file: file.name,
        matches: lines.map((content, index) => ({
          lineNumber: start + index + 1,
          content,
          isContextLine: index > 0,
        })),
      }));
      const content = { matches, totalMatchedLines: found.length, totalLines: found.length };
      const workspaceResults = { [files.root]: { content } };
      return {
        rawArgs: { pattern, path: files.root },
        params: { pattern, path: files.root, outputMode: "content", caseInsensitive: false },
        result: { success: { pattern, path: "", outputMode: "content", workspaceResults } },
      };
    },

    todo_write() {
      const todos = Array.from({ length: 6 }, (_, index) => ({
        id: String(index),
        content: text.plain(40),
        status: index < 2 ? "completed" : "pending",
      }));
      return {
        rawArgs: { merge: false, todos },
        params: { merge: false, todos },
        result: { success: true, initialTodos: todos.slice(1), finalTodos: todos },
      };
    },

    list_dir_v2() {
      const names = Array.from({ length: random.integer(3, 60) }, () => ({
        name: `${text.noun()}-${random.hex(4)}.ts`,
        isDirectory: false,
      }));
      return {
        rawArgs: { relative_workspace_path: "src" },
        params: { targetDirectory: `${files.root}/src` },
        result: { files: names },
      };
    },
  };

  /** The key of the row that holds a file as it is now. */
  function contentId(lines) {
    const content = lines.join("\n");
    const key = `composer.content.${createHash("sha256").update(content).digest("hex")}`;
    putContent(key, content);
    return key;
  }

  return ({ putToolResult }) => {
    const name = random.weighted(weights);
    const { rawArgs, params, result, codeBlocks } = makers[name]();
    const toolCallId = `toolu_01${random.hex(22)}`;
    const stub = name === "read_file_v2" && putToolResult !== undefined;
    if (stub) putToolResult(toolCallId, "Read", result.contents);
    const { totalLinesInFile } = result;
    return {
      tool: ids[name],
      toolCallId,
      toolIndex: 0,
      modelCallId: random.uuid(),
      status: "completed",
      rawArgs: JSON.stringify(rawArgs),
      name,
      params: JSON.stringify(params),
      // As found, only this tool's result is an object.
      result: name === "todo_write" ? result : JSON.stringify(stub ? { totalLinesInFile } : result),
      additionalData: {},
      ...(codeBlocks && { codeBlocks }),
    };
  };
}
