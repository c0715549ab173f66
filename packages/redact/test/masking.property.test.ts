import fc from "fast-check";
import { expect, test } from "vitest";
import redactor from "../src/index.js";
import { samples, textWith } from "./secrets.js";
import { sessionWith } from "./session.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** Text in which nothing can be taken for a secret: its words are too short. */
const plain = fc
  .array(fc.string({ unit: "binary", maxLength: 3 }), { maxLength: 30 })
  .map((words) => words.join("\n").replace(/[:=@"'`\\-]/g, " "));

test("a secret at any place is gone, and all around it is unchanged", () =>
  fc.assert(
    fc.asyncProperty(plain, fc.constantFrom(...samples), plain, async (before, sample, after) => {
      const [text] = await redactor().texts([`${before}\n${textWith(sample)}\n${after}`]);
      const mask = `[redacted: ${sample.rule}]`;
      const masked = textWith({ ...sample, secret: mask });
      expect(text).toBe(`${before}\n${masked}\n${after}`);
    }),
    { numRuns },
  ));

test("of secrets that stand close together nothing is left, and masking again changes nothing", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...samples), fc.constantFrom(" ", "\n", "\\n", ", ")), {
        minLength: 1,
        maxLength: 8,
      }),
      async (list) => {
        const text = list.map(([sample, space]) => textWith(sample) + space).join("");
        const [masked = ""] = await redactor().texts([text]);
        for (const [{ secret }] of list) expect(masked).not.toContain(secret);
        expect(await redactor().texts([masked])).toEqual([masked]);
      },
    ),
    { numRuns },
  ));

test("texts that were kept of a session before need not be looked through", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...samples), fc.boolean()), { maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom(...samples), fc.boolean()), { maxLength: 2 }),
      async (old, added) => {
        // Alone, a secret is often known by what stands elsewhere.
        const partsOf = (list: typeof old) =>
          list.map(([sample, isAlone]) => ({
            type: "text" as const,
            text: isAlone ? `so ${sample.secret} it is` : textWith(sample),
          }));
        const context = { report() {}, signal: new AbortController().signal };
        const before = await redactor().session(sessionWith(...partsOf(old)), context);
        const kept = before.messages.flatMap(({ parts }) => parts.map((part) => Object(part).text));
        const whole = sessionWith(...partsOf(old), ...partsOf(added));
        expect(await redactor().session(whole, context, (text) => kept.includes(text))).toEqual(
          await redactor().session(whole, context),
        );
      },
    ),
    { numRuns },
  ));
