import { describe, expect, test } from "vitest";
import { CheckFailed, type SourceCheckName, sourceChecks } from "../src/index.js";
import { parrotSubject } from "./parrot-subject.js";
import { faults } from "./source-faults/index.js";

const names = sourceChecks(parrotSubject()).map(({ name }) => name);

describe("a source that does everything right passes:", () => {
  for (const { name, skip, run } of sourceChecks(parrotSubject()))
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});

describe("a source fails that", () => {
  for (const { what, fault, fails, says = "" } of faults)
    test(what, async () => {
      for (const name of fails) await expectFailure(sourceChecks(parrotSubject(fault)), name, says);
    });
});

test("each check is failed by a source that has its fault", () => {
  const failed = new Set(faults.flatMap(({ fails }) => fails));
  expect(names.filter((name) => !failed.has(name))).toEqual([]);
});

test("a check that fails because of what was thrown says where that was", async () => {
  const throws = parrotSubject((source) => ({ ...source, load: async () => JSON.parse("{") }));
  const check = sourceChecks(throws).find(({ name }) => name === "ids are unique");
  const failure = await check?.run().catch((thrown: unknown) => thrown);
  expect((failure as Error).message).toMatch(
    /^amber: load rejects .*source-faults\.test\.ts:\d+:\d+\)$/,
  );
  expect((failure as Error).cause).toBeInstanceOf(SyntaxError);
});

test("checks that run at the same time do not disturb each other", async () => {
  const results = await Promise.allSettled(
    sourceChecks(parrotSubject())
      .filter(({ skip }) => skip === undefined)
      .map(({ run }) => run()),
  );
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
});

test.each([
  ["a path that no record has", { checksum: "none", "weather.wind": "calm" }, "names weather.wind"],
  ["a path that leads elsewhere", { "line.checksum": "none" }, "In no session:\n  checksum ("],
])("nothing is dropped by %s", async (_, dropped, says) => {
  const checks = sourceChecks({ ...parrotSubject(), dropped });
  await expectFailure(checks, "every value of a record is in its session", says);
});

test("what sessions have in other words is not looked for, but kept or told in another kind", async () => {
  const deaf = parrotSubject((source) => ({
    ...source,
    async load(ref, context) {
      const session = await source.load(ref, context);
      const messages = session.messages.map(({ native: _, ...message }) => message);
      return { ...session, messages };
    },
  }));
  const checks = sourceChecks({ ...deaf, rewritten: { weather: "as a picture" } });
  await checks.find(({ name }) => name === "every value of a record is in its session")?.run();
  await expectFailure(
    checks,
    "a value of another kind is in its session, or a tally names it",
    "record.weather as an object",
  );
});

test("a check is skipped for a reason alone", () => {
  const skip = (reason: string) => ({ ...parrotSubject(), skip: { "ids are unique": reason } });
  const reasonOf = (reason: string) =>
    sourceChecks(skip(reason)).find(({ name }) => name === "ids are unique")?.skip;
  expect(reasonOf("It has none.")).toBe("It has none.");
  expect(() => reasonOf(" ")).toThrow("skipped without a reason");
});

async function expectFailure(
  checks: ReturnType<typeof sourceChecks>,
  name: SourceCheckName,
  says: string,
): Promise<void> {
  const check = checks.find((each) => each.name === name);
  // Where the system cannot tell, there is nothing to fail.
  if (check?.skip !== undefined) return;
  const error = await check?.run().catch((thrown: unknown) => thrown);
  expect(error, `"${name}" must fail`).toBeInstanceOf(CheckFailed);
  expect((error as CheckFailed).message).toContain(says);
}
