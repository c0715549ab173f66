import type { Parent, Purpose, Session } from "@chatexport/core";
import { answer, prompt, resultOf, sessionOf, taskFor } from "./builders.js";

/** A fork whose work was done by sub-agents, one of them inside another, and by the tool's own ones. */
export function subagents(): Session {
  const call = taskFor("finder", {
    id: "task-1",
    task: "Find the oldest boat.",
    result: resultOf("It is the Heron."),
  });
  return sessionOf(
    [prompt("go", "Which is the oldest boat?"), answer("ask", call), answer("told", "The Heron.")],
    {
      id: "d4-agents",
      title: "The oldest boat",
      parent: { sessionId: "3d7a90f2-ferry", relation: "fork" },
      subagents: [
        finder(),
        ...(["compaction", "suggestion", "warm-up", "approval"] as const).map(own),
      ],
    },
  );
}

function finder(): Session {
  const call = taskFor("reader", { id: "task-2", task: "Read the register." });
  return sessionOf(
    [prompt("f-1", "Find the oldest boat."), answer("f-2", "I look into the register.", call)],
    {
      id: "finder",
      title: "Oldest boat finder",
      parent: parentOf("d4-agents", "task-1"),
      subagents: [reader()],
    },
  );
}

function reader(): Session {
  return sessionOf(
    [prompt("r-1", "Read the register."), answer("r-2", "The Heron was built in 1911.")],
    { id: "reader", title: "Register reader", parent: parentOf("finder", "task-2") },
  );
}

function own(purpose: Purpose): Session {
  return sessionOf([answer(`${purpose}-1`, `Words for ${purpose}.`)], {
    id: purpose,
    parent: { sessionId: "d4-agents", relation: "subagent" },
    purpose,
  });
}

function parentOf(sessionId: string, toolCallId: string): Parent {
  return { sessionId, relation: "subagent", toolCallId };
}
