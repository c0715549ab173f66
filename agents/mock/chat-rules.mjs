/** Calls without a result next to them, and results without a call, which the API refuses. */
export function pairFaults(/** @type {any[]} */ messages) {
  /** @type {Set<string>} */
  let open = new Set();
  const faults = [];
  for (const { role, tool_call_id, tool_calls } of messages) {
    if (role === "tool") {
      if (!open.delete(tool_call_id)) faults.push(`a result for no call: ${tool_call_id}`);
      continue;
    }
    for (const id of open) faults.push(`no result for the call ${id}`);
    open = new Set(idsOf(tool_calls));
  }
  return faults;
}

/** The ids of all calls. @returns {Set<string>} */
export function callIds(/** @type {any[]} */ messages) {
  return new Set(messages.flatMap(({ tool_calls }) => idsOf(tool_calls)));
}

/** The texts of messages, in order. @returns {import("../resume.mjs").Said[]} */
export function textsOf(/** @type {any[]} */ messages) {
  return messages.flatMap(({ role, content }) =>
    [content ?? []]
      .flat()
      .map((/** @type {any} */ part) => ({ role, text: part.text ?? part }))
      .filter((/** @type {any} */ { text }) => typeof text === "string"),
  );
}

/** @returns {string[]} */
function idsOf(/** @type {any[]} */ calls = []) {
  return calls.map(({ id }) => id);
}
