/** A function that writes the next turn of a rollout: a prompt, steps with calls, an answer. */
export function turnsFrom(random, text, { id: thread_id, cwd, add }) {
  const total = { input_tokens: 0, output_tokens: 0 };
  let turn_id = "";

  const response = (item) =>
    add("response_item", {
      ...item,
      internal_chat_message_metadata_passthrough: { turn_id, create_time: 1_790_000_000 },
    });
  const event = (payload) => add("event_msg", payload);
  const completed = (item) =>
    event({
      type: "item_completed",
      thread_id,
      turn_id,
      item,
      started_at_ms: 1_790_000_000_000,
      completed_at_ms: 1_790_000_000_000,
    });

  function prompt() {
    const words = text.plain(random.spread(40, 1600));
    const content = [{ type: "input_text", text: words }];
    response({ type: "message", id: `msg_${random.uuid()}`, role: "user", content });
    completed({ type: "UserMessage", id: random.uuid(), content: [{ type: "text", text: words }] });
  }

  function say(words) {
    const id = `msg_${random.hex(24)}`;
    completed({ type: "AgentMessage", id, content: [{ type: "Text", text: words }] });
    const content = [{ type: "output_text", text: words, annotations: [], logprobs: [] }];
    response({ type: "message", status: "completed", id, role: "assistant", content });
  }

  function think() {
    const id = `rs_${random.hex(24)}`;
    const words = text.rich(random.spread(200, 1500));
    completed({ type: "Reasoning", id, summary_text: [words], raw_content: [] });
    const summary = [{ type: "summary_text", text: words }];
    response({ type: "reasoning", id, summary, encrypted_content: random.hex(1600) });
  }

  function command() {
    const call_id = `call_${random.hex(24)}`;
    const cmd = `npm test -- ${text.noun()} ${random.hex(6)}`;
    const output = text.output(random.spread(200, 12_000));
    response({
      type: "function_call",
      name: "exec_command",
      arguments: `{"cmd":"${cmd}"}`,
      call_id,
    });
    tokens();
    completed({
      type: "CommandExecution",
      id: call_id,
      command: ["/bin/bash", "-lc", cmd],
      cwd: `file://${cwd}`,
      parsed_cmd: [{ type: "unknown", cmd }],
      status: "completed",
      aggregated_output: output,
      exit_code: 0,
      duration: { secs: 1, nanos: 21_340 },
    });
    const said = `Chunk ID: ${random.hex(6)}\nWall time: 1.0000 seconds\nProcess exited with code 0\nOutput:\n${output}`;
    response({ type: "function_call_output", call_id, output: said });
  }

  function change() {
    const call_id = `call_${random.hex(24)}`;
    const path = `src/${text.noun()}-${random.integer(1, 24)}.ts`;
    const [before, after] = [text.code(random.integer(1, 14)), text.code(random.integer(1, 30))];
    const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
    const head = ["*** Begin Patch", `*** Update File: ${path}`, "@@"];
    const input = [...head, ...lines, "*** End Patch"].join("\n");
    response({
      type: "custom_tool_call",
      status: "completed",
      call_id,
      name: "apply_patch",
      input,
    });
    tokens();
    const at = random.integer(1, 900);
    const hunk = `@@ -${at},${before.length} +${at},${after.length} @@`;
    const unified_diff = `${[hunk, ...lines].join("\n")}\n`;
    const stdout = `Success. Updated the following files:\nM ${path}\n`;
    completed({
      type: "FileChange",
      id: call_id,
      changes: { [`${cwd}/${path}`]: { type: "update", unified_diff, move_path: null } },
      status: "completed",
      stdout,
      stderr: "",
    });
    const output = `Exit code: 0\nWall time: 0 seconds\nOutput:\n${stdout}`;
    response({ type: "custom_tool_call_output", call_id, output });
  }

  /** The tokens of a response, in both places. */
  function tokens() {
    const usage = {
      input_tokens: random.integer(2000, 90_000),
      output_tokens: random.integer(20, 900),
    };
    total.input_tokens += usage.input_tokens;
    total.output_tokens += usage.output_tokens;
    const whole = (one) => ({
      cached_input_tokens: 0,
      reasoning_output_tokens: 0,
      total_tokens: one.input_tokens + one.output_tokens,
      ...one,
    });
    add("token_usage_record", {
      thread_id,
      turn_id,
      response_id: `resp_${random.hex(24)}`,
      usage: whole(usage),
      thread_token_usage: whole(total),
    });
    event({
      type: "token_count",
      info: { total_token_usage: whole(total), last_token_usage: whole(usage) },
      rate_limits: null,
    });
  }

  return () => {
    turn_id = random.uuid();
    event({ type: "task_started", turn_id, model_context_window: 258_400 });
    add("turn_context", {
      turn_id,
      cwd,
      approval_policy: "never",
      model: "gpt-5.5",
      effort: "high",
    });
    prompt();
    for (let step = random.integer(1, 12); step > 0; step--) {
      if (random.chance(0.4)) think();
      if (random.chance(0.3)) say(text.rich(random.spread(60, 400)));
      if (random.chance(0.75)) command();
      else change();
    }
    say(text.markdown(random.spread(200, 2500)));
    tokens();
    event({ type: "task_complete", turn_id, last_agent_message: null });
  };
}
