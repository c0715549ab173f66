import { createHash } from "node:crypto";
import { jsonText, type Message, type Session, type ToolCall } from "@chatexport/core";

/** The time when a span began and ended, in nanoseconds since 1970. */
export interface SpanTimes {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

/** The ids of a trace and its spans: the same for the same session. */
export function spanIds({ source, id }: Session) {
  const hash = (...parts: unknown[]) => createHash("sha256").update(parts.join("\n")).digest("hex");
  let count = 0;
  return {
    trace: hash(source, id).slice(0, 32),
    next: () => hash(source, id, count++).slice(0, 16),
  };
}

/** The time when a session began, in milliseconds since 1970; undefined when nothing in it has a time. */
export function beginningOf({ startedAt, updatedAt, messages }: Session): number | undefined {
  const times = [startedAt, ...messages.map(({ createdAt }) => createdAt), updatedAt];
  return times.map(momentOf).find((time) => time !== undefined);
}

function momentOf(time: string | undefined): number | undefined {
  const moment = Date.parse(time ?? "");
  return moment >= 0 ? moment : undefined;
}

/**
 * Tells when the spans of a session began and ended. A store says when a message was written: a response began
 * when what was before it was there, unless its store knows better. What has no time has that of its neighbour.
 */
export class SessionClock {
  readonly #begin: number;
  #now: number;
  #last: number;

  constructor(session: Session, otherwise: number) {
    this.#begin = beginningOf(session) ?? otherwise;
    this.#now = this.#begin;
    this.#last = this.#begin;
  }

  /** A message that is no response. */
  pass({ createdAt }: Message): void {
    this.#reach(momentOf(createdAt) ?? this.#now);
  }

  /** A response of a model. */
  response({ createdAt, completedAt, fragments = [] }: Message): SpanTimes {
    const [written, complete] = [momentOf(createdAt), momentOf(completedAt)];
    const last = momentOf(fragments.at(-1)?.createdAt) ?? written ?? this.#now;
    const begin = complete === undefined ? Math.min(this.#now, last) : (written ?? this.#now);
    const end = Math.max(complete ?? last, begin);
    this.#reach(end);
    return timesOf(begin, end);
  }

  /** A call of a tool. */
  call({ startedAt, completedAt }: ToolCall): SpanTimes {
    const begin = momentOf(startedAt) ?? this.#now;
    const end = Math.max(momentOf(completedAt) ?? begin, begin);
    // Other calls of the same response began before this one ended.
    this.#last = Math.max(this.#last, end);
    return timesOf(begin, end);
  }

  /** All of it. */
  run(): SpanTimes {
    return timesOf(this.#begin, Math.max(this.#begin, this.#last));
  }

  #reach(moment: number): void {
    this.#now = moment;
    this.#last = Math.max(this.#last, moment);
  }
}

function timesOf(begin: number, end: number): SpanTimes {
  return { startTimeUnixNano: nanoseconds(begin), endTimeUnixNano: nanoseconds(end) };
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.trunc(milliseconds)) * 1_000_000n);
}

/** Values of attributes by name; those that are undefined are left out, objects become JSON. */
export type Attributes = Readonly<
  Record<string, string | number | readonly string[] | object | undefined>
>;

/** Attributes as OTLP has them in JSON. */
export function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: anyValue(value) },
  );
}

function anyValue(value: NonNullable<Attributes[string]>): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
  return { stringValue: jsonText(value) };
}

/** A span as OTLP has it in JSON; its messages are apart. */
export interface Span extends SpanTimes {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** Of `SpanKind`. */
  kind: number | undefined;
  status?: object | undefined;
  attributes: object[];
  /** Lists of messages by the names of their attributes: what was said since the response before, and the response. */
  messages?: Readonly<Record<string, readonly object[]>>;
}

/** A span as JSON in pieces, none of which is longer than a message. */
export function* spanPieces({ attributes, messages = {}, ...span }: Span): Generator<string> {
  yield jsonText({ ...span, attributes }).slice(0, -"]}".length);
  for (const [key, list] of Object.entries(messages)) {
    if (list.length === 0) continue;
    yield `,{"key":${jsonText(key)},"value":{"stringValue":"[`;
    let separator = "";
    for (const message of list) {
      // JSON within a text of JSON, without its quotes.
      yield separator + jsonText(jsonText(message)).slice(1, -1);
      separator = ",";
    }
    yield ']"}}';
  }
  yield "]}";
}
