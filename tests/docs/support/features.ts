import { allMessages, allParts, type Part, type Session } from "@chatexport/core";

/** The features of docs/support.md, with their meanings and what shows that a session has them. */
export const features: Readonly<
  Record<string, { about: string; isIn: (session: Session) => boolean }>
> = {
  Prompts: { about: "texts of a person", isIn: (session) => says(session, "user") },
  Answers: { about: "texts of the model", isIn: (session) => says(session, "assistant") },
  Reasoning: {
    about: "thinking of the model, where it is legible",
    isIn: (session) => has(session, (part) => part.type === "reasoning" && Boolean(part.text)),
  },
  Calls: {
    about: "calls of tools with their input",
    isIn: (session) => has(session, (part) => part.type === "tool-call"),
  },
  Results: {
    about: "outputs of tools",
    isIn: (session) => has(session, (part) => part.type === "tool-call" && Boolean(part.result)),
  },
  Edits: {
    about: "changes of files, as differences or whole texts",
    isIn: (session) =>
      has(session, (part) => part.type === "edit" || ("edits" in part && Boolean(part.edits))),
  },
  Todos: {
    about: "todo lists",
    isIn: (session) => has(session, (part) => "todos" in part && Boolean(part.todos)),
  },
  Images: {
    about: "images of prompts and results, as data",
    isIn: (session) =>
      has(
        session,
        (part) =>
          part.type === "file" && /^image\//.test(part.mediaType ?? "") && Boolean(part.data),
      ),
  },
  "Sub-agents": {
    about: "sessions that a session started, inside it",
    isIn: ({ subagents = [] }) => subagents.length > 0,
  },
  Branches: {
    about: "messages that were rewound, edited or tried again",
    isIn: ({ branches = [] }) => branches.length > 0,
  },
  Compaction: {
    about: "places where a summary replaced messages",
    isIn: (session) => has(session, (part) => part.type === "compaction"),
  },
  Tokens: {
    about: "usage of answers or sessions",
    isIn: (session) =>
      session.usage !== undefined || [...allMessages(session)].some(({ usage }) => usage),
  },
  Titles: {
    about: "names from the user or the tool",
    isIn: ({ title, titleFrom }) => title !== undefined && titleFrom !== "first-message",
  },
  Folder: { about: "the working directory of a session", isIn: ({ cwd }) => cwd !== undefined },
};

function has(session: Session, isIt: (part: Part) => boolean): boolean {
  return [...allMessages(session)].some((message) => [...allParts(message)].some(isIt));
}

function says(session: Session, role: string): boolean {
  return [...allMessages(session)].some(
    (message) =>
      message.role === role &&
      message.parts.some((part) => part.type === "text" && !part.synthetic),
  );
}
