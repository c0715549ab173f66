import {
  apiVersion,
  type Message,
  messageOf,
  present,
  type Session,
  type SessionRef,
  type Source,
  schemaVersion,
  type ToolCall,
  type Usage,
} from "@chatexport/core";
import { getOrAdd, numberOf, objectOf, once, sessionKey, textOf } from "@chatexport/core/read";
import { readComplete } from "./complete-sessions.js";
import { isTables, refuseOther } from "./manifest.js";
import { fileOf, filesOf, type Partition, partitionIn, pathOf } from "./partitions.js";
import { readTable } from "./read-table.js";
import type { Row } from "./tables/column.js";
import type { TableName } from "./tables/index.js";
import { usedColumns } from "./tables/usage-columns.js";

export { isTables } from "./manifest.js";

/** The place of the rows of a session. */
interface Locator {
  folder: string;
  partition: Partition;
}

/**
 * Reads sessions from tables as far as they can be counted: who wrote a message when, with which model, how many
 * tokens it took, and what kinds of calls it made; no texts. `sources` are the names of the tools that are wanted.
 */
export function tablesSource(folders: readonly string[], sources?: readonly string[]): Source {
  const partitions = new Map<string, () => Promise<Map<string, Session>>>();
  const source: Source<Locator> = {
    name: "parquet",
    apiVersion,
    async stores() {
      return Promise.all(
        folders.map(async (path) => {
          const store = { path, format: "parquet", found: isTables(path) };
          try {
            const { size } = await readComplete(path);
            return { ...store, readable: true, sessions: size };
          } catch (cause) {
            return { ...store, readable: false, reason: messageOf(cause) };
          }
        }),
      );
    },
    async *list() {
      const listed = new Set<string>();
      for (const folder of folders) {
        refuseOther(folder);
        for (const name of filesOf("sessions", folder)) {
          const partition = partitionIn(name);
          if (!partition || sources?.includes(partition.source) === false) continue;
          for await (const row of readTable(pathOf(folder, name), listColumns)) {
            const key = sessionKey({ source: partition.source, id: String(row.session_id) });
            // Tables of several machines may both have it.
            if (row.agent_id || listed.has(key)) continue;
            listed.add(key);
            yield refOf(row, { folder, partition });
          }
        }
      }
    },
    async load({ id, locator: { folder, partition } }) {
      const read = getOrAdd(partitions, pathOf(folder, fileOf("sessions", partition)), () =>
        once(() => readPartition(folder, partition)),
      );
      const session = (await read()).get(id);
      if (!session) throw new Error(`the tables have no rows of the session ${id}`);
      return session;
    },
  };
  return source;
}

const listColumns = [
  ...["session_id", "agent_id", "revision", "title", "project", "cwd"],
  ...["git", "started_at", "updated_at", "is_archived"],
];

function refOf(row: Row, locator: Locator): SessionRef<Locator> {
  const { name, path } = objectOf(row.project) ?? {};
  const project = present({ name: textOf(name), path: textOf(path) });
  return present<SessionRef<Locator>>({
    id: String(row.session_id),
    source: locator.partition.source,
    revision: String(row.revision),
    locator,
    title: textOf(row.title),
    project: Object.keys(project).length > 0 ? project : undefined,
    cwd: textOf(row.cwd),
    branch: textOf(objectOf(row.git)?.branch),
    startedAt: timeOf(row.started_at),
    updatedAt: timeOf(row.updated_at),
    archived: row.is_archived === true ? true : undefined,
  });
}

/** A session or a sub-agent while its rows are read. */
interface Member {
  session: Session;
  messages: Map<string, Message>;
}

/** The sessions of a partition by id, each with all its sub-agents, at whatever depth they were. */
async function readPartition(folder: string, partition: Partition): Promise<Map<string, Session>> {
  const members = new Map<string, Member>();
  const rowsOf = (table: TableName, ...columns: string[]) =>
    readTable(pathOf(folder, fileOf(table, partition)), ["session_id", "agent_id", ...columns]);
  const keyOf = ({ session_id, agent_id }: Row) => JSON.stringify([session_id, agent_id ?? null]);

  const roots = new Map<string, Session>();
  for await (const row of rowsOf("sessions", "format", "model", "parent", "purpose", "project")) {
    const session = sessionFrom(row, partition);
    members.set(keyOf(row), { session, messages: new Map() });
    const id = String(row.session_id);
    // A session stands before its sub-agents.
    const root = getOrAdd(roots, id, () => session);
    if (root !== session) root.subagents = [...(root.subagents ?? []), session];
  }
  for await (const row of rowsOf("messages", ...messageColumns)) {
    const member = members.get(keyOf(row));
    const message = messageFrom(row);
    member?.messages.set(message.id, message);
    member?.session.messages.push(message);
  }
  for await (const row of rowsOf("tool_calls", "message_id", "kind", "status")) {
    const { kind, status, message_id: id } = row;
    const call = { type: "tool-call", id: "", name: "", kind, status } as ToolCall;
    members.get(keyOf(row))?.messages.get(String(id))?.parts.push(call);
  }
  for await (const row of rowsOf("usage", "message_id", ...Object.keys(usedColumns))) {
    const member = members.get(keyOf(row));
    const { message_id: id } = row;
    const user = typeof id === "string" ? member?.messages.get(id) : member?.session;
    if (user) user.usage = usageFrom(row);
  }
  return roots;
}

const messageColumns = [
  ...["message_id", "role", "is_prompt", "synthetic", "created_at", "model", "copied_from"],
];

function sessionFrom(row: Row, { source }: Partition): Session {
  const parent = objectOf(row.parent);
  const project = objectOf(row.project);
  return present<Session>({
    schemaVersion,
    ...{ id: String(row.agent_id ?? row.session_id), source, format: String(row.format) },
    model: textOf(row.model),
    purpose: textOf(row.purpose) as Session["purpose"],
    project: project && present({ name: textOf(project.name) }),
    parent:
      parent &&
      present({
        sessionId: textOf(parent.session_id),
        relation: parent.relation as NonNullable<Session["parent"]>["relation"],
      }),
    ...{ messages: [], records: { read: 0, kept: 0 }, origin: {} },
  });
}

function messageFrom(row: Row): Message {
  const copied = objectOf(row.copied_from);
  return present<Message>({
    id: String(row.message_id),
    role: row.role as Message["role"],
    createdAt: timeOf(row.created_at),
    model: textOf(row.model),
    synthetic: textOf(row.synthetic) as Message["synthetic"],
    copiedFrom: copied && {
      ...{ sessionId: String(copied.session_id), messageId: String(copied.message_id) },
    },
    // Whether it is a prompt is known; what was said is not read.
    parts: row.is_prompt === true ? [{ type: "text", text: "…" }] : [],
  });
}

function usageFrom(row: Row): Usage {
  const [amount, currency] = [numberOf(row.cost), textOf(row.currency)];
  const cost = amount === undefined || currency === undefined ? undefined : { amount, currency };
  return present<Usage>({
    inputTokens: countOf(row.input_tokens),
    outputTokens: countOf(row.output_tokens),
    cacheReadTokens: countOf(row.cache_read_tokens),
    cacheWriteTokens: countOf(row.cache_write_tokens),
    reasoningTokens: countOf(row.reasoning_tokens),
    cost,
  });
}

function countOf(cell: Row[string]): number | undefined {
  return typeof cell === "bigint" ? Number(cell) : undefined;
}

function timeOf(cell: Row[string]): string | undefined {
  return typeof cell === "bigint" ? new Date(Number(cell)).toISOString() : undefined;
}
