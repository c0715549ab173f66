import type { Random } from "../random.js";

/** The depth of a value that nothing can go through which calls itself. */
const deepest = 100_000;

/** Values as they stand in JSON, of every type and beyond what anybody expects. */
const values: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "1",
  "-1",
  "1e999",
  "-1e999",
  "1e308",
  "0.1",
  "9007199254740993",
  "8640000000000000",
  "8640000000000001",
  "-8640000000000000",
  "253402300800000",
  "-62167219200001",
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud83d"',
  '"\\u202e\\u2066"',
  '"\\u001b]0;title\\u0007"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '"user"',
  '"assistant"',
  '"system"',
  '"0000-01-01T00:00:00.000Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"-000001-01-01T00:00:00Z"',
  '"2026-02-30T25:61:61Z"',
  '"NaN"',
  '"2026"',
  '"../../../../etc/passwd"',
  '"/etc/passwd"',
  '"/dev/zero"',
  '"/dev/stdin"',
  '"\\\\\\\\server\\\\share\\\\file"',
  '"file:///etc/passwd"',
  '"C:\\\\Users\\\\mira"',
  '"javascript:alert(1)"',
  '"data:text/html;base64,PHA+"',
  '"<persisted-output>"',
  '"{\\"a\\":1}"',
  '"~AAAA"',
  '"////"',
  "[]",
  "[[]]",
  "[null]",
  "[1,2,3]",
  '["text"]',
  '[{"type":"text"}]',
  '[{"type":"text","text":null}]',
  '[{"type":"tool_use"}]',
  '[{"type":"tool_result","tool_use_id":{},"content":{}}]',
  '[{"type":"image","source":7}]',
  "{}",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"length":1000000000}',
  '{"toString":null,"valueOf":null}',
  '{"toJSON":"x"}',
  '{"then":1}',
  '{"type":"text","text":"odd"}',
  '{"text":{"text":{}}}',
];

/** A value as it stands in JSON. */
export interface OddValue {
  json: string;
  isDeep?: boolean;
}

/** A value that nobody expects. `others` are values of the same document, which become repeated. */
export function oddValue(random: Random, others: readonly string[]): OddValue {
  if (random.chance(0.03)) return { json: nested(random), isDeep: true };
  if (random.chance(0.02)) return { json: JSON.stringify("x\n".repeat(300_000)) };
  if (random.chance(0.02)) return { json: `[${"[],".repeat(20_000)}[]]` };
  if (random.chance(0.15)) return { json: random.pick(others) ?? "null" };
  return { json: random.pick(values) ?? "null" };
}

function nested(random: Random): string {
  const depth = random.chance(0.5) ? deepest : 1 + random.below(8000);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"type":"tool_result","content":', "}]"],
    ['{"content":[{"type":"text","text":"x","content":', "}]}"],
  ]) ?? ["[", "]"];
  return `${open.repeat(depth)}null${close.repeat(depth)}`;
}
