import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Session } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import { undo } from "@chatexport/relocate";
import { answer, hostileStrings, prompt, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { applyTransplant, planTransplant, targetNames } from "../src/index.js";
import { lostText } from "../src/read-back.js";

/** A user without anything. */
function newSystem(): System {
  const home = mkdtempSync(join(tmpdir(), "chatexport-transplant-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { platform: "linux", env: {}, home, root: "/" };
}

function filesIn({ home }: System): string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
}

function planned(session: Session, system: System, at?: number) {
  return planTransplant(session, {
    to: "claude",
    folder: system.home,
    system,
    ...(at !== undefined && { at }),
  });
}

const talk = () =>
  sessionOf(
    [prompt("one", "First?"), answer("yes", "Yes."), prompt("two", "Then?"), answer("no", "No.")],
    { id: "talk" },
  );

test.each(sampleSessions().map((session) => [session.id, session] as const))(
  "a session goes into a store, is read back, and goes out of it: %s",
  async (_, session) => {
    const system = newSystem();
    const plan = await planned(session, system);
    // A session in which nothing is said is none for the tool.
    if (!session.messages.some(({ parts }) => parts.length > 0)) return;
    const { bytes, change } = await applyTransplant(plan, { command: "continue" });
    expect(readFileSync(plan.path)).toHaveLength(bytes);
    expect(filesIn(system)).toEqual([plan.path.slice(system.home.length + 1)]);
    await undo({ home: system.home, system, id: change });
    expect(filesIn(system)).toEqual([]);
    expect(existsSync(join(system.home, ".claude"))).toBe(false);
  },
);

test.each(targetNames)("%s has all texts that look like those of a tool", async (to) => {
  const system = newSystem();
  const messages = hostileStrings.flatMap((text, index) => [
    prompt(`p${index}`, `${text} ${index}`),
    answer(`a${index}`, `${index} ${text}`),
  ]);
  const session = sessionOf(messages, { id: "hostile" });
  const plan = await planTransplant(session, { to, folder: system.home, system });
  const { change } = await applyTransplant(plan, { command: "continue" });
  await undo({ home: system.home, system, id: change });
  expect(filesIn(system)).toEqual([]);
});

test("a file by which Gemini CLI knows its project comes and goes with the session", async () => {
  const system = newSystem();
  const gemini = (session: Session) =>
    planTransplant(session, { to: "gemini", folder: system.home, system });
  const first = await gemini(talk());
  const { change } = await applyTransplant(first, { command: "continue" });
  expect(readFileSync(first.mark?.path ?? "", "utf8")).toBe(first.folder);
  const second = await gemini({ ...talk(), id: "other" });
  expect(second.mark).toBeUndefined();
  await undo({ home: system.home, system, id: change });
  expect(existsSync(join(system.home, ".gemini"))).toBe(false);
});

test("a file of another session with the same name is left alone", async () => {
  const system = newSystem();
  const plan = await planTransplant(talk(), { to: "gemini", folder: system.home, system });
  mkdirSync(dirname(plan.path), { recursive: true });
  writeFileSync(plan.path, "another\n");
  await expect(applyTransplant(plan, { command: "continue" })).rejects.toMatchObject({
    code: "occupied",
  });
  expect(readFileSync(plan.path, "utf8")).toBe("another\n");
});

test("a tool has a session once, and a part of it is another one", async () => {
  const system = newSystem();
  const first = await planned(talk(), system);
  await applyTransplant(first, { command: "continue" });
  const again = await planned(talk(), system);
  expect(again).toMatchObject({ id: first.id, path: first.path, isThere: true });
  await expect(applyTransplant(again, { command: "continue" })).rejects.toMatchObject({
    code: "occupied",
  });
  const part = await planned(talk(), system, 1);
  expect(part.isThere).toBe(false);
  expect(part.id).not.toBe(first.id);
  expect(part.session.messages.map(({ id }) => id)).toEqual(["one", "yes"]);
  await expect(planned(talk(), system, 3)).rejects.toThrow("There is no prompt 3");
});

test("a session that went on in another tool comes back with all that was said there", async () => {
  const system = newSystem();
  const first = await planned(talk(), system);
  await applyTransplant(first, { command: "continue" });
  const grown = (...more: Session["messages"]) => ({
    ...talk(),
    messages: [...talk().messages, ...more],
  });
  const third = grown(prompt("three", "And?"), answer("so", "So."));
  const second = await planned(third, system);
  expect(second).toMatchObject({ isThere: false, earlier: first.path });
  expect(second.id).not.toBe(first.id);
  await applyTransplant(second, { command: "continue" });
  expect(await planned(third, system)).toMatchObject({ path: second.path, isThere: true });
  // What was said until then stands in both of them.
  expect(await planned(talk(), system)).toMatchObject({ path: first.path, isThere: true });
  const fourth = await planned(
    grown(prompt("three", "And?"), answer("so", "So."), prompt("four", "Really?")),
    system,
  );
  expect(fourth).toMatchObject({ isThere: false, earlier: first.path });
  expect([first.id, second.id]).not.toContain(fourth.id);
});

test("a file that comes in between is left alone", async () => {
  const system = newSystem();
  const plan = await planned(talk(), system);
  mkdirSync(dirname(plan.path), { recursive: true });
  writeFileSync(plan.path, "another\n");
  await expect(applyTransplant(plan, { command: "continue" })).rejects.toMatchObject({
    code: "occupied",
  });
  expect(readFileSync(plan.path, "utf8")).toBe("another\n");
});

test("a session can be let go before it is read back, and what is lost is still found", async () => {
  const system = newSystem();
  const session = talk();
  const plan = await planned(session, system);
  const letGo = () => {
    for (const message of session.messages) message.parts.length = 0;
  };
  const loseAnswer = () => {
    letGo();
    const lines = readFileSync(plan.path, "utf8").split("\n");
    writeFileSync(plan.path, lines.filter((line) => !line.includes("No.")).join("\n"));
  };
  // It is not set back: somebody else has changed it.
  const told = { code: "stuck", message: expect.stringContaining('this is missing: "No."') };
  const losing = applyTransplant(plan, { command: "continue", release: loseAnswer });
  await expect(losing).rejects.toMatchObject(told);

  session.messages = talk().messages;
  const other = newSystem();
  const again = await planned(session, other);
  await applyTransplant(again, { command: "continue", release: letGo });
  expect(filesIn(other)).toHaveLength(1);
});

test("what is not read back is named", () => {
  const [first, ...others] = talk().messages;
  const readBack = { ...talk(), messages: first ? [...others, first] : [] };
  expect(lostText(talk(), talk())).toBeUndefined();
  expect(lostText(talk(), readBack)).toBe('"Yes."');
  expect(lostText(talk(), { ...talk(), messages: others })).toBe('"First?"');
});

test("a session without times begins now, and at the same time when it is planned again", async () => {
  onTestFinished(() => void vi.useRealTimers());
  const system = newSystem();
  const { startedAt: _, ...timeless } = talk();
  const messages = timeless.messages.map(({ createdAt: _, ...message }) => message);
  const planIt = () =>
    planTransplant({ ...timeless, messages }, { to: "codex", folder: system.home, system });
  const first = await planIt();
  vi.setSystemTime(Date.now() + 60_000);
  const second = await planIt();
  expect(second.path).toBe(first.path);
  expect(Date.now() - Date.parse(first.session.startedAt ?? "")).toBeLessThan(3_600_000);
});
