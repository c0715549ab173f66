import {
  defined,
  type Session,
  type SessionRef,
  type Source,
  schemaVersion,
} from "../src/index.js";

/** A session of the given id with nothing in it, or with what is given. */
export function sessionOf(id: string, more: Partial<Session> = {}): Session {
  return {
    schemaVersion,
    id,
    source: "stub",
    format: "stub/memory",
    messages: [],
    records: { read: 0, kept: 0 },
    origin: {},
    ...more,
  };
}

/** A source that lists the given sessions; an error in the place of one is thrown by `load`. */
export function sourceOf(name: string, sessions: Record<string, Session | Error>): Source {
  return {
    name,
    apiVersion: 1,
    stores: async () => [],
    async *list() {
      for (const [id, session] of Object.entries(sessions)) {
        const { startedAt, updatedAt } = session instanceof Error ? {} : session;
        const ref: SessionRef = {
          id,
          source: name,
          revision: "1",
          locator: id,
          ...defined({ startedAt, updatedAt }),
        };
        yield ref;
      }
    },
    load: async (ref) => {
      const session = sessions[ref.id];
      if (!session || session instanceof Error) throw session;
      return { ...session, source: name };
    },
  };
}
