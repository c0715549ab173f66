import { type Message, type Part, type Session, schemaVersion } from "../model.js";
import { type Loose, present } from "../present.js";
import type { DamagedText } from "../read/damaged-lines.js";
import { damagedNotice } from "../read/damaged-notice.js";
import { projectOf } from "../read/folders.js";
import { uniqueId } from "../read/lists.js";
import { TallyCounter } from "../tally.js";
import { addNative, type Holder, keepRest } from "./holder.js";
import { type Fate, knownFate, type StoredRecord } from "./record.js";
import { UnknownFlood } from "./unknown-flood.js";

/** The facts of a message. */
export type MessageFacts = Loose<Omit<Message, "id" | "role" | "parts">>;

/** The facts of a session; without messages, it has all that were read. */
export type SessionFacts = Pick<Session, "id" | "source" | "format"> &
  Loose<Omit<Session, "schemaVersion" | "id" | "source" | "format" | "messages" | "records">> &
  Partial<Pick<Session, "messages">>;

/** Messages in the making, while records are read one after the other, and the account of these. */
export class Draft {
  readonly messages: Message[] = [];
  readonly tally = new TallyCounter();
  readonly #ids = new Set<string>();
  readonly #unknown = new UnknownFlood();

  /** Begins a message: it follows the one before, and gets another id if its own is taken. */
  begin({ id, ...message }: Message): Message {
    const begun = present<Message>({
      id: uniqueId(id, this.#ids.size, this.#ids),
      parentId: this.messages.at(-1)?.id,
      ...message,
    });
    this.messages.push(begun);
    return begun;
  }

  /** Begins the message that a record has become; without an id, it is called after its place. */
  write(
    { id, at, createdAt }: Loose<Pick<StoredRecord, "id" | "at" | "createdAt">>,
    role: Message["role"],
    parts: Part[],
    more: MessageFacts = {},
  ): Message {
    const own = id ?? (typeof at === "number" ? `line-${at}` : at.replace("/", "-"));
    return this.begin(
      present<Message>({ id: own, role, createdAt, parts, ...more, origin: { at } }),
    );
  }

  /** The session, with the model of its last answer, and what is left of its own record, which has been counted as read. */
  session(told: SessionFacts, record?: Omit<StoredRecord, "raw">): Session {
    const { messages = this.messages } = told;
    const model = messages.findLast((message) => message.model !== undefined)?.model ?? told.model;
    const made = { schemaVersion, project: projectOf(told.cwd), ...told, messages, model };
    const session = present<Session>({ ...made, records: this.tally.result() });
    if (record) {
      this.keep(record, session);
      session.records = this.tally.result();
    }
    return session;
  }

  /** Counts what became of a record, which has been counted as read. An unknown one stays as it is, at its place. */
  count(record: StoredRecord, fate: Fate): void {
    if (fate === "later") return;
    if (fate === "unknown") this.#addUnknown(record);
    else if ("skipped" in fate) this.tally.skip(fate.skipped);
    else this.keep(record, fate.kept);
  }

  /** Counts a record as kept. The holder, which it became or changed, keeps the fields that nobody has taken. */
  keep({ type, fields, envelope = fields }: Omit<StoredRecord, "raw">, holder: Holder): void {
    this.tally.keep();
    // What is left of both stands side by side; the envelope has the unknown names of the fields in it, too.
    if (envelope !== fields) addNative(holder, fields.rest());
    keepRest(holder, envelope, type.replace(/[\W_]/g, "-"), this.tally);
  }

  /** Counts a record that is left out after others were read; one with a field that is not known is unknown. */
  leaveOut(record: StoredRecord, reason: string): void {
    this.count(record, knownFate(record, { skipped: reason }));
  }

  /** Counts a damaged record, and notes it at its place. */
  addDamaged(damaged: DamagedText): void {
    this.tally.read();
    this.tally.malformed();
    this.write({ at: damaged.line }, "system", [damagedNotice(damaged)]);
  }

  #addUnknown({ id = "", type, at, raw, createdAt }: StoredRecord): void {
    this.tally.unknown(type);
    const parts = this.#unknown.add(type, raw, this.messages.at(-1)?.parts);
    if (parts) this.write({ id: id || `record-${at}`, at, createdAt }, "system", parts);
  }
}
