/**
 * Tool calls with their results. Each returns `input`, `content` (what the model saw) and `output`
 * (the `toolUseResult` beside it); sizes are those measured, see transcript.mjs.
 */
export function toolsFrom(random, text) {
  const files = Array.from({ length: 24 }, (_, index) => ({
    path: `/work/app/src/${text.noun()}-${index}.ts`,
    lines: text.code(Math.round(random.spread(60, 900))),
  }));

  function read() {
    const file = random.pick(files);
    const startLine = random.chance(0.6) ? 1 : random.integer(1, file.lines.length);
    const lines = file.lines.slice(startLine - 1, startLine - 1 + random.integer(40, 300));
    const numbered = lines.map((line, index) => `${String(startLine + index).padStart(6)}→${line}`);
    const { path: filePath } = file;
    const numLines = lines.length;
    return {
      input: { file_path: filePath, ...(startLine > 1 && { offset: startLine, limit: numLines }) },
      content: numbered.join("\n"),
      output: {
        type: "text",
        file: {
          filePath,
          content: lines.join("\n"),
          numLines,
          startLine,
          totalLines: file.lines.length,
        },
      },
    };
  }

  function edit() {
    const file = random.pick(files);
    const at = random.integer(3, file.lines.length - 18);
    const removed = file.lines.slice(at, at + random.integer(1, 14));
    const added = text.code(random.integer(1, 30));
    const [head, tail] = [
      file.lines.slice(at - 3, at),
      file.lines.slice(at + removed.length, at + removed.length + 3),
    ];
    const originalFile = file.lines.join("\n");
    file.lines.splice(at, removed.length, ...added);
    const [oldString, newString] = [removed.join("\n"), added.join("\n")];
    return {
      input: { file_path: file.path, old_string: oldString, new_string: newString },
      content: `The file ${file.path} has been updated successfully.`,
      output: {
        filePath: file.path,
        oldString,
        newString,
        originalFile,
        structuredPatch: [
          {
            oldStart: at - 2,
            oldLines: head.length + removed.length + tail.length,
            newStart: at - 2,
            newLines: head.length + added.length + tail.length,
            lines: [
              ...head.map((line) => ` ${line}`),
              ...removed.map((line) => `-${line}`),
              ...added.map((line) => `+${line}`),
              ...tail.map((line) => ` ${line}`),
            ],
          },
        ],
        userModified: false,
        replaceAll: false,
      },
    };
  }

  function write() {
    const file = { path: `/work/app/src/new-${random.hex(6)}.ts`, lines: text.code(110) };
    files[random.integer(0, files.length - 1)] = file;
    const content = file.lines.join("\n");
    return {
      input: { file_path: file.path, content },
      content: `File created successfully at: ${file.path}`,
      output: {
        type: "create",
        filePath: file.path,
        content,
        structuredPatch: [],
        originalFile: null,
      },
    };
  }

  function bash() {
    const stdout = random.chance(0.15) ? "" : text.output(random.spread(60, 8000));
    const failed = random.chance(0.06);
    return {
      input: {
        command: `cd /work/app && pnpm test ${text.noun()} --reporter=dot 2>&1 | tail -${random.integer(5, 80)}`,
        description: "Run the tests",
      },
      content: failed ? `Exit code 1\n${stdout}` : stdout,
      failed,
      output: failed
        ? `Error: Exit code 1\n${stdout}`
        : { stdout, stderr: "", interrupted: false, isImage: false },
    };
  }

  function grep() {
    const found = Array.from({ length: random.integer(1, 30) }, () => random.pick(files));
    const content = found
      .map(({ path, lines }) => `${path}:${lines.length}:${lines[0]}`)
      .join("\n");
    return {
      input: { pattern: text.noun(), output_mode: "content", path: "/work/app" },
      content,
      output: {
        mode: "content",
        numFiles: found.length,
        filenames: [],
        content,
        numLines: found.length,
      },
    };
  }

  function todoWrite() {
    const newTodos = Array.from({ length: 6 }, (_, index) => ({
      content: text.plain(40),
      status: index < 2 ? "completed" : index === 2 ? "in_progress" : "pending",
      activeForm: "Working",
    }));
    return {
      input: { todos: newTodos },
      content: "Todos have been modified successfully.",
      output: { oldTodos: newTodos.slice(1), newTodos },
    };
  }

  return { Read: read, Edit: edit, Write: write, Bash: bash, Grep: grep, TodoWrite: todoWrite };
}
