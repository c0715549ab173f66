import { statSync } from "node:fs";
import type { Session } from "@chatexport/core";
import {
  emptySession,
  execute,
  type Faulty,
  listing,
  loading,
  task,
  withPart,
  withTime,
} from "./fault.js";

const day = "2026-03-01T10:00:00.000Z";

/** Faults in the content of a session. */
export const modelFaults: readonly Faulty[] = [
  {
    what: "leaves undefined in a session",
    fault: loading((session) => ({ ...session, model: undefined }) as unknown as Session),
    fails: ["sessions and refs survive JSON"],
  },
  {
    what: "leaves a date in a ref",
    fault: listing((ref) => ({ ...ref, startedAt: new Date(day) as never })),
    fails: ["sessions and refs survive JSON"],
    says: `startedAt is "${day}" and was Date "${day}"`,
  },
  {
    what: "has a status that the model does not know",
    fault: withPart({ ...execute("c"), status: "done" as "completed" }),
    fails: ["each field holds what the model says"],
    says: 'messages[3].parts[0].status is "done"',
  },
  {
    what: "has a field that the model does not have",
    fault: loading((session) => ({ ...session, tags: ["garden"] }) as Session),
    fails: ["each field holds what the model says"],
  },
  {
    what: "does not say what became of its records",
    fault: loading(({ records: _, ...session }) => session as Session),
    fails: ["each field holds what the model says"],
    says: "records is missing",
  },
  {
    what: "has a ref with a size in words",
    fault: listing((ref) => ({ ...ref, bytes: "4 KB" as never })),
    fails: ["each field holds what the model says"],
  },
  {
    what: "has an empty list",
    fault: loading((session) => ({ ...session, branches: [] })),
    fails: ["what is unknown is absent, not empty"],
  },
  {
    what: "has an empty title",
    fault: listing((ref) => ({ ...ref, title: "" })),
    fails: ["what is unknown is absent, not empty"],
  },
  {
    what: "has a parentId that leads nowhere",
    fault: loading((session) => ({
      ...session,
      messages: session.messages.map((message) => ({ ...message, parentId: "gone" })),
    })),
    fails: ["ids lead to what they name"],
  },
  {
    what: "gives two messages one id",
    fault: loading((session) => ({
      ...session,
      messages: [...session.messages, ...session.messages.slice(-1)],
    })),
    fails: ["ids lead to what they name"],
  },
  {
    what: "names a sub-agent that it left out",
    fault: withPart(task("call-2", "gone")),
    fails: ["ids lead to what they name"],
  },
  {
    what: "forks a branch from nowhere",
    fault: loading((session) => ({
      ...session,
      branches: [{ id: "b", forkedFrom: "gone", reason: "edit", messages: [] }],
    })),
    fails: ["ids lead to what they name"],
  },
  {
    what: "leaves the result of a call beside it",
    fault: withPart(execute("call-2"), {
      type: "tool-result",
      toolCallId: "call-2",
      result: { content: [], isError: false },
    }),
    fails: ["results, summaries and sub-agents are in their places"],
  },
  {
    what: "puts a summary into an answer",
    fault: withPart({ type: "compaction", summary: "We looked at it." }),
    fails: ["results, summaries and sub-agents are in their places"],
  },
  {
    what: "has a sub-agent that does not name its session",
    fault: loading((session) => ({ ...session, subagents: [emptySession("agent")] })),
    fails: ["results, summaries and sub-agents are in their places"],
  },
  {
    what: "fills in a date",
    fault: withTime(() => new Date(0).toISOString()),
    fails: ["times are real"],
  },
  {
    what: "hands on a day that is in no calendar",
    fault: withTime(() => "2026-02-30T10:00:00Z"),
    fails: ["times are real"],
  },
  {
    what: "takes the time of the clock",
    fault: withTime(() => new Date().toISOString()),
    fails: ["the clock changes nothing"],
  },
  {
    what: "takes the number of days since then",
    fault: listing((ref) => ({ ...ref, bytes: Math.floor(Date.now() / 86_400_000) })),
    fails: ["the clock changes nothing"],
  },
  {
    what: "takes local times for UTC",
    fault: withTime(() => new Date(2026, 2, 1, 10).toISOString()),
    fails: ["the time zone changes nothing"],
  },
  {
    what: "writes numbers in the language of the machine",
    fault: loading((session) => ({ ...session, title: (1234.5).toLocaleString() })),
    fails: ["the language of the machine changes nothing"],
  },
  {
    what: "takes the time of a file",
    fault: withTime(({ origin: { path = "" } }) => statSync(path).mtime.toISOString()),
    fails: ["the times of files change nothing that is recorded"],
  },
];
