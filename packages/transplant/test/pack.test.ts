import { createHash, randomBytes } from "node:crypto";
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import redactor from "@chatexport/redact";
import { undo } from "@chatexport/relocate";
import { ownTranscripts, sessionFiles } from "@chatexport/source-claude/paths";
import { packTar, unpackTar } from "modern-tar";
import { expect, onTestFinished, test } from "vitest";
import { applyUnpacking, packSessions, planUnpacking } from "../src/index.js";
import { readTranscript } from "../src/records/edit.js";
import { contentOf } from "./home-content.js";
import { packed, transcriptOf } from "./packed.js";

const example = fileURLToPath(new URL("../../../examples/home", import.meta.url));

/** A home folder, with or without the sessions of the example. */
function newHome(isEmpty = false) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-pack-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  if (!isEmpty) cpSync(join(example, ".claude"), join(home, ".claude"), { recursive: true });
  const system = { platform: "linux", env: {}, home, root: "/" };
  return {
    home,
    system,
    options: { command: "unpack", system },
    transcripts: ownTranscripts(system),
  };
}

async function talks(paths: readonly string[]): Promise<string[]> {
  const read = await Promise.all(paths.map(async (path) => [path, await readTranscript(path)]));
  return read.flatMap(([path, session]) => (session ? [path as string] : []));
}

test("sessions go to another machine and back, to the byte", async () => {
  const here = newHome();
  for (const path of await talks(here.transcripts)) {
    const session = await readTranscript(path);
    const file = join(here.home, "talk.tar.gz");
    const { bytes } = await packed([path]);
    expect((await packed([path])).bytes).toEqual(bytes);
    writeFileSync(file, bytes);

    const there = newHome(true);
    const folder = join(there.home, "work/shop");
    const planned = await planUnpacking(file, { folder, system: there.system });
    const change = await applyUnpacking(planned, there.options);
    const [arrived = ""] = ownTranscripts(there.system);
    const [first, second] = [session, await readTranscript(arrived)].map((each) => ({
      cwd: each?.cwd,
      said: each?.messages.map(({ parts }) => parts.length),
      agents: each?.subagents?.length,
    }));
    expect(second).toEqual({ ...first, cwd: folder });
    const names = (transcript: string) =>
      sessionFiles(transcript)
        .own.map((each) => each.slice(transcript.length))
        .sort();
    expect(names(arrived)).toEqual(names(path));

    const again = join(here.home, "again.tar.gz");
    writeFileSync(again, (await packed([arrived])).bytes);
    const back = newHome(true);
    const returned = await planUnpacking(again, {
      folder: session?.cwd ?? "",
      system: back.system,
    });
    await applyUnpacking(returned, back.options);
    expect(readFileSync(ownTranscripts(back.system)[0] ?? "")).toEqual(readFileSync(path));

    await undo({ home: there.home, system: there.system, id: change });
    expect(contentOf(there.home)).toEqual({});
  }
});

const id = "7c1f2f7e-5f0e-4d57-9a6e-3a1f6f0c2b11";
const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");

/** A home in which a session has met a secret, everywhere. */
function homeWithSecrets(): { home: string; transcript: string } {
  const { home } = newHome(true);
  const project = join(home, ".claude/projects/-home-mira-tea");
  const common = { sessionId: id, cwd: "/home/mira/tea", version: "2.1.330", isSidechain: false };
  const record = (number: number, type: string, content: unknown) => ({
    ...{ ...common, type, uuid: `0000000${number}-5f0e-4d57-9a6e-3a1f6f0c2b11` },
    parentUuid: number > 1 ? `0000000${number - 1}-5f0e-4d57-9a6e-3a1f6f0c2b11` : null,
    timestamp: `2026-11-20T10:00:0${number}.000Z`,
    message:
      type === "user"
        ? { role: "user", content }
        : { role: "assistant", id: `m${number}`, content },
  });
  const records = [
    record(1, "user", `Log in with ${secret}, please.`),
    record(2, "assistant", [{ type: "thinking", thinking: "No secret.", signature: "c2lnbmVk" }]),
    record(3, "assistant", [{ type: "thinking", thinking: `It is ${secret}.`, signature: "c2ln" }]),
    record(4, "assistant", [
      { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: `login ${secret}` } },
    ]),
    record(5, "user", [{ type: "tool_result", tool_use_id: "toolu_1", content: "Welcome." }]),
    record(6, "assistant", [{ type: "text", text: "You are in." }]),
  ];
  mkdirSync(join(project, id, "tool-results"), { recursive: true });
  const transcript = join(project, `${id}.jsonl`);
  writeFileSync(transcript, records.map((each) => `${JSON.stringify(each)}\n`).join(""));
  writeFileSync(join(project, id, "tool-results/toolu_1.txt"), `Hello ${secret}\n`);
  return { home, transcript };
}

test("secrets stay behind, and what goes on is whole", async () => {
  const { home, transcript } = homeWithSecrets();
  const mask = redactor();
  const picture = `tool-results/mast.png`;
  writeFileSync(join(transcript.replace(".jsonl", ""), picture), Buffer.from([0x89, 0xff]));
  const { bytes, files, unmasked } = await packed([transcript], mask);
  expect(files).toBe(3);
  expect(unmasked).toEqual([`claude/project/${id}/${picture}`]);
  expect(gunzipSync(bytes).toString("latin1")).not.toContain(secret);

  const file = join(home, "talk.tar.gz");
  writeFileSync(file, bytes);
  const there = newHome(true);
  const planned = await planUnpacking(file, { folder: there.home, system: there.system });
  expect(planned.manifest.isMasked).toBe(true);
  await applyUnpacking(planned, there.options);
  const lines = readFileSync(ownTranscripts(there.system)[0] ?? "", "utf8")
    .trim()
    .split("\n");
  const records = lines.map((line) => JSON.parse(line));
  expect(records.map(({ message }) => message.content[0].type ?? "text")).toEqual([
    "text",
    "thinking",
    "tool_use",
    "tool_result",
    "text",
  ]);
  expect(records[1].message.content[0].signature).toBe("c2lnbmVk");
  expect(records[2].parentUuid).toBe(records[1].uuid);
  expect(records[2].message.content[0].input.command).toMatch(/^login \[/);
});

test("a pack that chatexport cannot have written, or of a later version, is refused", async () => {
  const { home, system, options } = newHome(true);
  const file = join(home, "talk.tar.gz");
  const given = new URL("../fixtures/packs/session.tar.gz", import.meta.url);
  const entries = await unpackTar(gunzipSync(readFileSync(given)));
  const files = entries.map(({ header, data }) => ({ header, body: Buffer.from(data ?? []) }));
  const [manifest, ...others] = files as [(typeof files)[number], ...typeof files];
  const refused = async ([first, ...list]: typeof files) => {
    const { files: _, ...facts } = JSON.parse(first?.body.toString() ?? "");
    const sums = list.map(({ header, body }) => [
      header.name,
      createHash("sha256").update(body).digest("hex"),
    ]);
    const body = Buffer.from(JSON.stringify({ ...facts, files: Object.fromEntries(sums) }));
    const sized = [{ header: manifest.header, body }, ...list].map(({ header, body }) => ({
      ...{ header: { ...header, size: body.length }, body },
    }));
    writeFileSync(file, gzipSync(await packTar(sized)));
    const planned = await planUnpacking(file, { folder: home, system });
    await applyUnpacking(planned, options);
  };
  const text = manifest.body.toString();
  const edited = (edit: string) => [{ ...manifest, body: Buffer.from(edit) }, ...others];
  const later = text.replace('"version": 1', '"version": 2');
  await expect(refused(edited(later))).rejects.toThrow("a later version of chatexport");
  const { sessions, ...rest } = JSON.parse(text);
  const twice = JSON.stringify({ ...rest, sessions: [...sessions, ...sessions] });
  const noPack = "is not a file that chatexport pack has written";
  await expect(refused(edited(twice))).rejects.toThrow(noPack);
  await expect(refused([...files, ...others.slice(0, 1)])).rejects.toThrow(noPack);
  const name = `claude/project/${sessions[0].id}`;
  const transcript = others.filter(({ header }) => header.name === `${name}.jsonl`);
  const empty = transcript.map((each) => ({ ...each, body: Buffer.from("nothing\n") }));
  await expect(refused([manifest, ...empty])).rejects.toThrow("The pack has no conversation");
  const loud = transcript.map(({ header, body }) => ({
    ...{ header: { ...header, name: `${name}/\u001b]0;title.txt` }, body },
  }));
  await expect(refused([...files, ...loud])).rejects.toThrow(noPack);
  const long = transcript.map(({ header, body }) => ({
    ...{ header: { ...header, name: `${name}/${"long".repeat(80)}` }, body },
  }));
  await expect(refused([...files, ...long])).rejects.toMatchObject({ name: "ChangeError" });
  expect(ownTranscripts(system)).toEqual([]);
});

test("a large pack is written in small pieces, and none of it is kept while it is read", async () => {
  const here = newHome();
  const [path = ""] = await talks(here.transcripts);
  const large = randomBytes(8 * 1024 ** 2);
  mkdirSync(path.replace(/\.jsonl$/, ""), { recursive: true });
  writeFileSync(path.replace(/\.jsonl$/, "/large.bin"), large);
  const lengths: number[] = [];
  const file = join(here.home, "talk.tar.gz");
  await packSessions([transcriptOf(path)], (content) =>
    pipeline(
      content,
      async function* (pieces) {
        for await (const piece of pieces) {
          lengths.push(piece.length);
          yield piece;
        }
      },
      createWriteStream(file),
    ),
  );
  expect(Math.max(...lengths)).toBeLessThan(1024 ** 2);
  const there = newHome(true);
  const planned = await planUnpacking(file, { folder: there.home, system: there.system });
  expect(JSON.stringify(planned).length).toBeLessThan(10_000);
  await applyUnpacking(planned, there.options);
  const arrived = ownTranscripts(there.system)[0]?.replace(/\.jsonl$/, "/large.bin");
  expect(readFileSync(arrived ?? "").equals(large)).toBe(true);
});

test("nothing is put over a session that is there", async () => {
  const { home, transcripts, system } = newHome();
  const [path = ""] = await talks(transcripts);
  const file = join(home, "talk.tar.gz");
  writeFileSync(file, (await packed([path])).bytes);
  await expect(planUnpacking(file, { folder: home, system })).rejects.toMatchObject({
    code: "occupied",
  });
});

test("a session comes back to the backups that it has left", async () => {
  const here = newHome();
  const id = "2c116d2c-7292-483b-a311-f32e99308a78";
  const path = here.transcripts.find((each) => each.includes(id)) ?? "";
  const file = join(here.home, "talk.tar.gz");
  writeFileSync(file, (await packed([path])).bytes);
  const there = newHome(true);
  const [name = ""] = readdirSync(join(here.home, ".claude/file-history", id));
  const backup = join(".claude/file-history", id, name);
  mkdirSync(dirname(join(there.home, backup)), { recursive: true });
  writeFileSync(join(there.home, backup), "left");
  const before = contentOf(there.home);
  const planned = await planUnpacking(file, { folder: there.home, system: there.system });
  const change = await applyUnpacking(planned, there.options);
  expect(readFileSync(join(there.home, backup))).toEqual(readFileSync(join(here.home, backup)));
  await undo({ home: there.home, system: there.system, id: change });
  expect(contentOf(there.home)).toEqual(before);
});

test("a session of Windows goes on elsewhere, and comes back", async () => {
  const { home, transcript } = homeWithSecrets();
  const text = readFileSync(transcript, "utf8");
  const windows = text.replaceAll('"/home/mira/tea"', '"C:\\\\Users\\\\mira\\\\tea\\\\src"');
  writeFileSync(transcript, windows.replace("tea\\\\src", "tea"));
  const file = join(home, "talk.tar.gz");
  writeFileSync(file, (await packed([transcript])).bytes);
  const there = newHome(true);
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  const packedText = entries.find(
    ({ header }) => header.name === `claude/project/${id}.jsonl`,
  )?.data;
  expect(Buffer.from(packedText ?? []).toString()).toContain('"cwd":"/chatexport/project/src"');
  const planned = await planUnpacking(file, { folder: there.home, system: there.system });
  await applyUnpacking(planned, there.options);
  const arrived = ownTranscripts(there.system)[0] ?? "";
  expect(readFileSync(arrived, "utf8")).toContain(`"cwd":"${there.home}/src"`);
});

test("a pack of which a file has changed, or is missing, is refused", async () => {
  const { home, transcript } = homeWithSecrets();
  const entries = await unpackTar(gunzipSync((await packed([transcript])).bytes));
  const files = entries.map(({ header, data }) => ({ header, body: Buffer.from(data ?? []) }));
  const file = join(home, "talk.tar.gz");
  const there = newHome(true);
  const unpacked = async (some: typeof files) => {
    writeFileSync(file, gzipSync(await packTar(some)));
    const planned = await planUnpacking(file, { folder: there.home, system: there.system });
    return applyUnpacking(planned, there.options);
  };
  await expect(unpacked(files.slice(0, -1))).rejects.toMatchObject({ code: "not-a-pack" });
  const [manifest, first, ...others] = files as [(typeof files)[0], ...typeof files];
  const body = Buffer.alloc(first?.body.length ?? 0, " ");
  const changed = [manifest, ...(first ? [{ ...first, body }] : []), ...others];
  await expect(unpacked(changed)).rejects.toThrow("is damaged: claude/project/");
  const asLink = { type: "symlink", linkname: "/etc/passwd", size: 0 } as const;
  const link = files.map((each, at) =>
    at === 0 ? each : { header: { ...each.header, ...asLink }, body: Buffer.alloc(0) },
  );
  await expect(unpacked(link)).rejects.toMatchObject({ code: "not-a-pack" });
  expect(contentOf(there.home)).toEqual({});
});

const names = [
  ["a file beside the store", `../${id}.jsonl`],
  ["a file at the root", "/etc/passwd"],
  ["settings with hooks", "claude/settings.json"],
  ["another session", "claude/project/00000000-5f0e-4d57-9a6e-3a1f6f0c2b11.jsonl"],
  ["a way out of the session's folder", `claude/project/${id}/../../../settings.json`],
  ["a drive", `claude/project/${id}/C:\\x`],
  ["a list of a tool that has no session in it", "continue/sessions.json"],
] as const;

test.each(names)("a pack with %s is refused", async (_, name) => {
  const { home, transcript } = homeWithSecrets();
  const entries = await unpackTar(gunzipSync((await packed([transcript])).bytes));
  const tar = await packTar([
    ...entries.map(({ header, data }) => ({ header, body: data })),
    { header: { name, size: 2 }, body: "{}" },
  ]);
  const file = join(home, "talk.tar.gz");
  writeFileSync(file, gzipSync(tar));
  const there = newHome(true);
  const refused = planUnpacking(file, { folder: there.home, system: there.system });
  await expect(refused).rejects.toMatchObject({ code: "not-a-pack" });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["no tar.gz", Buffer.from("hello")],
  ["a tar.gz that is cut off", undefined],
])("a file with %s is refused", async (_, content) => {
  const { home, transcript } = homeWithSecrets();
  const { bytes } = await packed([transcript]);
  const file = join(home, "talk.tar.gz");
  writeFileSync(file, content ?? bytes.subarray(0, bytes.length >> 1));
  const refused = planUnpacking(file, { folder: home, system: newHome(true).system });
  await expect(refused).rejects.toMatchObject({ code: "not-a-pack" });
});
