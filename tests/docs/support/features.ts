import { allMessages, allParts, type Part, type Session } from "@chatexport/core";

/** The columns of docs/support.md: what each means, and whether a session shows it. */
export const features: Readonly<
  Record<string, { about: string; isIn: (session: Session) => boolean }>
> = {
  Prompts: { about: "what a person wrote", isIn: (session) => says(session, "user") },
  Answers: { about: "what the model wrote", isIn: (session) => says(session, "assistant") },
  Reasoning: {
    about: "what the model thought, where it is stored legibly",
    isIn: (session) => has(session, (part) => part.type === "reasoning" && Boolean(part.text)),
  },
  Calls: {
    about: "calls of tools with their input",
    isIn: (session) => has(session, (part) => part.type === "tool-call"),
  },
  Results: {
    about: "what tools gave back",
    isIn: (session) => has(session, (part) => part.type === "tool-call" && Boolean(part.result)),
  },
  Edits: {
    about: "changes of files, as differences or whole texts",
    isIn: (session) =>
      has(session, (part) => part.type === "edit" || ("edits" in part && Boolean(part.edits))),
  },
  Todos: {
    about: "lists of what is to be done",
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
    about: "what was rewound, edited or tried again",
    isIn: ({ branches = [] }) => branches.length > 0,
  },
  Compaction: {
    about: "where a summary took the place of what was said",
    isIn: (session) => has(session, (part) => part.type === "compaction"),
  },
  Tokens: {
    about: "what answers or sessions used",
    isIn: (session) =>
      session.usage !== undefined || [...allMessages(session)].some(({ usage }) => usage),
  },
  Titles: {
    about: "names that the user or the tool gave, where the first prompt is not the title",
    isIn: ({ title, titleFrom }) => title !== undefined && titleFrom !== "first-message",
  },
  Folder: { about: "where a session took place", isIn: ({ cwd }) => cwd !== undefined },
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
