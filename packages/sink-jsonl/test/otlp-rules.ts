import type { JsonObject } from "@chatexport/core";

/*
 * A node of a trace in JSON as the proto files of OTLP demand it (ids in hexadecimal, 64-bit
 * numbers as texts, enumerations as numbers), and the JSON schemas of OpenTelemetry 1.41 of
 * messages of generative AI.
 */

type Node = Record<string, unknown>;

/** The problems of a line; none when it is a trace. */
export function otlpProblems(line: JsonObject): string[] {
  const problems: string[] = [];
  const spans = listOf(line.resourceSpans).flatMap((resource) =>
    listOf(resource.scopeSpans).flatMap((scope) => listOf(scope.spans)),
  );
  if (spans.length === 0) problems.push("no spans");
  const ids = spans.map(({ spanId }) => spanId);
  if (new Set(ids).size < ids.length) problems.push("a span id that stands twice");
  if (new Set(spans.map(({ traceId }) => traceId)).size > 1) problems.push("several traces");
  for (const span of spans) problems.push(...spanProblems(span, ids));
  if (spans.filter(({ parentSpanId }) => parentSpanId === undefined).length !== 1)
    problems.push("not one root");
  return problems;
}

function spanProblems(span: Node, ids: readonly unknown[]): string[] {
  const problems: string[] = [];
  const need = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`${String(span.name)}: ${what}`);
  };
  need(matches(span.traceId, /^[\da-f]{32}$/), "traceId");
  need(matches(span.spanId, /^[\da-f]{16}$/), "spanId");
  need(span.parentSpanId === undefined || ids.includes(span.parentSpanId), "parentSpanId");
  need(typeof span.name === "string", "name");
  need([1, 2, 3, 4, 5].includes(span.kind as number), "kind");
  const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano];
  need(matches(start, /^\d+$/) && matches(end, /^\d+$/), "times");
  need(BigInt(String(start)) <= BigInt(String(end)), "it ends before it begins");
  const attributes = listOf(span.attributes);
  const keys = attributes.map(({ key }) => key);
  need(new Set(keys).size === keys.length, "an attribute that stands twice");
  need(keys.includes("gen_ai.operation.name"), "no operation");
  for (const { key, value } of attributes) need(isAnyValue(value), `value of ${String(key)}`);
  for (const name of ["gen_ai.input.messages", "gen_ai.output.messages"]) {
    const text = (attributes.find(({ key }) => key === name)?.value as Node)?.stringValue;
    if (text === undefined) continue;
    for (const message of listOf(JSON.parse(String(text)))) {
      need(typeof message.role === "string", "role");
      need(name.includes("input") || typeof message.finish_reason === "string", "finish_reason");
      for (const part of listOf(message.parts)) need(isPart(part), `part ${String(part.type)}`);
    }
  }
  return problems;
}

function isAnyValue(value: unknown): boolean {
  const [[kind, inner] = ["", undefined], ...others] = Object.entries(value as Node);
  if (others.length > 0) return false;
  if (kind === "stringValue") return typeof inner === "string";
  if (kind === "intValue") return matches(inner, /^-?\d+$/);
  if (kind === "doubleValue") return typeof inner === "number";
  return kind === "arrayValue" && listOf((inner as Node).values).every(isAnyValue);
}

/** The fields that each kind of part needs. */
const needed: Readonly<Record<string, readonly string[]>> = {
  text: ["content"],
  reasoning: ["content"],
  tool_call: ["name"],
  blob: ["modality", "content"],
  uri: ["modality", "uri"],
};

function isPart(part: Node): boolean {
  return needed[String(part.type)]?.every((name) => typeof part[name] === "string") ?? false;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value : [];
}
