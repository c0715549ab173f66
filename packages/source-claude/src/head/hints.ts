import { type Defined, defined, type Session } from "@chatexport/core";
import type { Hints } from "./locator.js";

/** A title with who made it. */
export type Titled = Defined<Pick<Session, "title" | "titleFrom">>;

/** The title of a session: the user's own, else what the desktop app shows, else what the tool wrote. */
export function titleWith(own: Titled, { userTitle, title, summary }: Hints): Titled {
  if (own.titleFrom === "user") return own;
  if (userTitle) return { title: userTitle, titleFrom: "user" };
  if (title) return { title, titleFrom: "generated" };
  return summary && own.titleFrom !== "generated"
    ? { title: summary, titleFrom: "generated" }
    : own;
}

/** What hints say, where the transcript itself says less. */
export function withHints(session: Session, hints: Hints): Session {
  const { archived, project, native } = hints;
  return {
    ...session,
    ...titleWith(defined({ title: session.title, titleFrom: session.titleFrom }), hints),
    ...defined({ archived, project }),
    ...(native && { native: { ...session.native, ...native } }),
  };
}
