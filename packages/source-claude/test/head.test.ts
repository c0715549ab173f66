import { type Session, type SessionRef, sessions } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

/** A sub-agent in the transcript of its session, as until 2.0.2x. */
const aside = (text: string) => prompt(text, { isSidechain: true });
const padding = (kibibytes: number) =>
  `${JSON.stringify({ type: "queue-operation", content: "x".repeat(kibibytes * 1024) })}\n`;

async function headOf(
  transcript: string,
  beside: Record<string, string> = {},
): Promise<{ ref: SessionRef; session: Session }> {
  const files = Object.entries({ "s.jsonl": transcript, ...beside });
  const placed = files.map(([path, content]) => [`-home-mira-shop/${path}`, content]);
  const roots = [folderWith(Object.fromEntries(placed))];
  for await (const loaded of sessions([claude({ roots })])) return loaded;
  throw new Error("no session");
}

async function titlesOf(
  transcript: string,
  beside?: Record<string, string>,
): Promise<(string | undefined)[]> {
  const { ref, session } = await headOf(transcript, beside);
  return [ref.title, session.title];
}

it("is there of a session with nothing but one long prompt", async () => {
  for (const kibibytes of [60, 65, 127, 129]) {
    const { session } = await headOf(prompt("x ".repeat(kibibytes * 512)));
    expect(session.messages, `${kibibytes} KiB`).toHaveLength(1);
  }
});

it("is there of a session whose lines lost their ends, or were cut", async () => {
  const told = prompt("<teammate-message>\nTest the stock.\n</teammate-message>").trim();
  const answer = told.replace('"type":"user"', '"type":"assistant"').replace("u-", "a-");
  const joined = await headOf(told + answer);
  expect(joined.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  const cut = await headOf(`${told}\n${answer.slice(0, 60)}`);
  expect(cut.session.records).toMatchObject({ read: 2, malformed: 1 });
});

describe("the title of a list is that of the session", () => {
  const say = "Fix the till";

  it("where a sub-agent was warmed up before the first prompt", async () => {
    expect(await titlesOf(aside("Warmup") + prompt(say))).toEqual([say, say]);
  });

  it("where the first prompt stands behind the first 64 KiB", async () => {
    const start = aside("Warmup") + padding(100);
    expect(await titlesOf(start + prompt(say) + padding(100))).toEqual([say, say]);
    const command = prompt("<command-name>/init</command-name>") + padding(100);
    expect(await titlesOf(command + prompt(say) + padding(100))).toEqual([say, say]);
  });

  it("where the first prompt stands behind the first 256 KiB", async () => {
    const command = prompt("<command-name>/init</command-name>") + padding(300);
    expect(await titlesOf(command + prompt(say) + padding(100))).toEqual(["/init", "/init"]);
  });

  it("where only sub-agents were prompted", async () => {
    expect(await titlesOf(aside("Count the loaves"))).toEqual(Array(2).fill("Count the loaves"));
  });

  it("where a summary is written with blanks", async () => {
    const uuid = `u-${say}`;
    const summary = `{"type": "summary", "summary": "Tills", "leafUuid": "${uuid}"}\n`;
    const spaced = prompt(say).replace('"uuid":', '"uuid": ');
    expect(await titlesOf(summary + spaced)).toEqual(["Tills", "Tills"]);
  });
});

describe("a title that stands between both ends of a file, where no list looks, is that of the session", () => {
  const say = "Fix the till";
  const line = (record: object) => `${JSON.stringify(record)}\n`;
  const inTheMiddle = (title: string) => prompt(say) + padding(100) + title + padding(100);

  it("where the user gave it", async () => {
    const title = line({ type: "custom-title", customTitle: "The till" });
    expect(await titlesOf(inTheMiddle(title))).toEqual([say, "The till"]);
    const generated = line({ type: "ai-title", aiTitle: "Repairs" });
    expect(await titlesOf(inTheMiddle(title) + generated)).toEqual(["Repairs", "The till"]);
  });

  it("where the tool gave it, unless another file has one of the user", async () => {
    const title = line({ type: "ai-title", aiTitle: "Repairs" });
    expect(await titlesOf(inTheMiddle(title))).toEqual([say, "Repairs"]);
    const beside = { "s/custom-title.json": JSON.stringify({ customTitle: "The till" }) };
    expect(await titlesOf(inTheMiddle(title), beside)).toEqual(["The till", "The till"]);
  });
});
