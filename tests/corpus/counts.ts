import { blocksOf, object, type Raw, type RawRecord, typeOf } from "./raw.js";

/*
 * The numbers that must come out of a transcript. Counted from the records without any code of the
 * reader, so that a mistake there does not repeat itself here.
 */

/** Tokens of all responses together; what the store does not say counts nothing. */
export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
}

/** A response of the model, with the tokens of its last fragment. */
export interface RawResponse {
  /** The vendor's id of the message. */
  messageId: unknown;
  /** The vendor's id of the request; some copies of a response lack it. */
  requestId: unknown;
  /** Uuids of its records. */
  uuids: unknown[];
  tokens: Tokens;
}

export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

/** The sum of two counts. */
export function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    reasoning: a.reasoning + b.reasoning,
  };
}

/**
 * The responses of a transcript, each once however many records it has. Of its fragments the one with
 * the most output was written last.
 */
export function responsesOf(records: readonly RawRecord[]): RawResponse[] {
  const responses: RawResponse[] = [];
  for (const { line, record } of records) {
    const { id, model, usage } = object(record.message);
    if (typeOf(record) !== "assistant" || model === "<synthetic>") continue;
    addFragment(responses, {
      messageId: id ?? record.requestId ?? `line ${line}`,
      requestId: record.requestId,
      uuids: [record.uuid],
      tokens: tokensOf(object(usage)),
    });
  }
  return responses;
}

function addFragment(responses: RawResponse[], fragment: RawResponse): void {
  const whole = responses.find((response) => isSameResponse(response, fragment));
  if (!whole) responses.push(fragment);
  else {
    whole.uuids.push(...fragment.uuids);
    if (fragment.tokens.output >= whole.tokens.output) whole.tokens = fragment.tokens;
  }
}

/** True when two responses have the same ids. */
export function isSameResponse(a: RawResponse, b: RawResponse): boolean {
  const [requestA, requestB] = [a.requestId ?? b.requestId, b.requestId ?? a.requestId];
  return a.messageId === b.messageId && requestA === requestB;
}

function tokensOf(usage: Raw): Tokens {
  const cacheRead = number(usage.cache_read_input_tokens);
  const cacheWrite = number(usage.cache_creation_input_tokens);
  return {
    input: number(usage.input_tokens) + cacheRead + cacheWrite,
    output: number(usage.output_tokens),
    cacheRead,
    cacheWrite,
    reasoning: number(object(usage.output_tokens_details).thinking_tokens),
  };
}

/** The ids of all tool calls of a transcript, sorted. */
export function callsOf(records: readonly RawRecord[]): string[] {
  return idsOf(records, "tool_use", "id");
}

/** The ids of the tool calls of a transcript of which it holds a result, sorted. */
export function answeredOf(records: readonly RawRecord[]): string[] {
  const calls = new Set(callsOf(records));
  return resultsOf(records).filter((id) => calls.has(id));
}

/** The ids of results of which a transcript does not hold the call, sorted. */
export function lostOf(records: readonly RawRecord[]): string[] {
  const calls = new Set(callsOf(records));
  return resultsOf(records).filter((id) => !calls.has(id));
}

function resultsOf(records: readonly RawRecord[]): string[] {
  return idsOf(records, "tool_result", "tool_use_id");
}

function idsOf(records: readonly RawRecord[], blockType: string, field: string): string[] {
  const blocks = records
    .filter(({ record }) => typeOf(record) === "user" || typeOf(record) === "assistant")
    .flatMap(({ record }) => blocksOf(record))
    .filter(({ type }) => type === blockType);
  return [...new Set(blocks.map((block) => String(block[field] ?? "")))].sort();
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
