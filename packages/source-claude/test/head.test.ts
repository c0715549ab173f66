import { type Session, type SessionRef, sessions } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

/** A sub-agent in the transcript of its session, as until 2.0.2x. */
const aside = (text: string) => prompt(text, { isSidechain: true });
const padding = (kibibytes: number) =>
  `${JSON.stringify({ type: "queue-operation", content: "x".repeat(kibibytes * 1024) })}\n`;

async function headOf(transcript: string): Promise<{ ref: SessionRef; session: Session }> {
  const roots = [folderWith({ "-home-mira-shop/s.jsonl": transcript })];
  for await (const loaded of sessions([claude({ roots })])) return loaded;
  throw new Error("no session");
}

async function titlesOf(transcript: string): Promise<(string | undefined)[]> {
  const { ref, session } = await headOf(transcript);
  return [ref.title, session.title];
}

it("is there of a session with nothing but one long prompt", async () => {
  for (const kibibytes of [60, 65, 127, 129]) {
    const { session } = await headOf(prompt("x ".repeat(kibibytes * 512)));
    expect(session.messages, `${kibibytes} KiB`).toHaveLength(1);
  }
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

  it("where a title stands between both ends, out of sight of the tool itself", async () => {
    const title = `${JSON.stringify({ type: "custom-title", customTitle: "The till" })}\n`;
    const transcript = prompt(say) + padding(100) + title + padding(100);
    expect(await titlesOf(transcript)).toEqual([say, say]);
  });

  it("where a summary is written with blanks", async () => {
    const uuid = `u-${say}`;
    const summary = `{"type": "summary", "summary": "Tills", "leafUuid": "${uuid}"}\n`;
    const spaced = prompt(say).replace('"uuid":', '"uuid": ');
    expect(await titlesOf(summary + spaced)).toEqual(["Tills", "Tills"]);
  });
});
