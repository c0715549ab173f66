/** A function that makes the parts of a response, each in all its states, the last one last. */
export function partsFrom(random, text, directory) {
  const begun = (part, rest) => [
    { ...part, text: "" },
    { ...part, ...rest },
  ];
  const time = { start: 1_790_000_000_000, end: 1_790_000_001_000 };

  function call(tool, input, { output, title, metadata }) {
    const named = { type: "tool", callID: `call_${random.hex(24)}`, tool };
    return [
      { ...named, state: { status: "pending", input: {}, raw: "" } },
      { ...named, state: { status: "running", input, time: { start: time.start } } },
      { ...named, state: { status: "completed", input, output, title, metadata, time } },
    ];
  }

  function bash() {
    const command = `npm test -- ${text.noun()} ${random.hex(6)}`;
    const output = text.output(random.spread(200, 12_000));
    const metadata = { output, exit: 0, truncated: false };
    return call(
      "bash",
      { command, description: "Runs tests" },
      { output, title: "Tests", metadata },
    );
  }

  function read() {
    const path = `${directory}/src/${text.noun()}.ts`;
    const lines = text.code(random.integer(40, 300));
    const output = `<path>${path}</path>\n<content>\n${lines.map((line, index) => `${index + 1}: ${line}`).join("\n")}\n</content>`;
    const shown = {
      type: "file",
      path,
      text: lines.join("\n"),
      lineStart: 1,
      lineEnd: lines.length,
    };
    const metadata = { preview: lines.slice(0, 20).join("\n"), truncated: false, display: shown };
    return call("read", { filePath: path }, { output, title: path, metadata });
  }

  function edit() {
    const filePath = `${directory}/src/${text.noun()}.ts`;
    const [before, after] = [text.code(random.integer(1, 14)), text.code(random.integer(1, 30))];
    const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
    const at = random.integer(1, 900);
    const hunk = `@@ -${at},${before.length} +${at},${after.length} @@`;
    const diff = `--- ${filePath}\n+++ ${filePath}\n${hunk}\n${lines.join("\n")}\n`;
    const counts = { additions: after.length, deletions: before.length };
    const metadata = {
      diff,
      filediff: { file: filePath, patch: diff, ...counts },
      diagnostics: {},
    };
    const input = { filePath, oldString: before.join("\n"), newString: after.join("\n") };
    return call("edit", input, { output: "Edit applied successfully.", title: filePath, metadata });
  }

  return (hasCall, tokens) => {
    const parts = [[{ type: "step-start", snapshot: random.hex(40) }]];
    if (random.chance(0.4))
      parts.push(begun({ type: "reasoning", time }, { text: text.rich(random.spread(200, 1500)) }));
    if (!hasCall) parts.push(begun({ type: "text", time }, { text: text.markdown(1000) }));
    else {
      if (random.chance(0.3))
        parts.push(begun({ type: "text", time }, { text: text.rich(random.spread(60, 400)) }));
      parts.push(random.pick([bash, bash, read, edit])());
    }
    const reason = hasCall ? "tool-calls" : "stop";
    parts.push([{ type: "step-finish", reason, snapshot: random.hex(40), cost: 0.01, tokens }]);
    return parts;
  };
}
