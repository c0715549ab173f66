import { expect, test } from "vitest";
import redactor, { type Redactor } from "../src/index.js";
import { sessionWith } from "./session.js";

const secrets = ["0123456789", "9876543210"].map(
  (digits) => `gh${"p"}_${digits.repeat(4).slice(4)}`,
);
const context = { report() {}, signal: new AbortController().signal };

async function mask({ session }: Redactor, at: number): Promise<void> {
  const text = `${secrets[at]} stands here, and /home/mira/shop`;
  await session({ ...sessionWith({ type: "text", text }), cwd: `/home/mira${at}/shop` }, context);
}

test("what another redactor found is as if it had been found here", async () => {
  const [whole, one, other] = [{}, {}, {}].map(() => redactor({ paths: true }));
  if (!whole || !one || !other) throw new Error("no redactors");
  for (const at of [0, 1, 1]) await mask(whole, at);
  await mask(one, 0);
  for (const at of [1, 1]) {
    await mask(other, at);
    one.addFindings(structuredClone(other.takeFindings()));
  }
  expect(one.counts()).toEqual(whole.counts());
  expect(one.counts()).toMatchObject([{ secrets: 2 }]);
  expect(one.maskedSessions()).toEqual(whole.maskedSessions());
  expect(one.maskedSessions()).toHaveLength(3);

  const texts = [...secrets.map((secret) => `named ${secret.slice(0, 20)}…`), "by mira0 and mira1"];
  const masked = await whole.texts(texts);
  expect(masked).not.toEqual(texts);
  expect(await one.texts(texts)).toEqual(masked);
});

test("what was taken is not known any more", async () => {
  const one = redactor();
  await mask(one, 0);
  one.takeFindings();
  expect(one.counts()).toEqual([]);
  expect(one.maskedSessions()).toEqual([]);
  const text = `named ${secrets[0]?.slice(0, 20)}…`;
  expect(await one.texts([text])).toEqual([text]);
});
