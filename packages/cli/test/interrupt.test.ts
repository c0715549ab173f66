import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, homeWith } from "./binary.js";
import { chatexport } from "./in-process.js";
import { writeHeldSink } from "./invented-plugins.js";
import { type Terminal, terminal } from "./terminal.js";

const ctrlC = "\u0003";
const sessions = 20;

/** A home with sessions and a sink of which the export does not end while `held` is there. */
function heldHome(): { home: string; sink: string; release(): void } {
  const ids = Array.from({ length: sessions }, (_, index) => `session-${100 + index}`);
  const home = homeWith(...ids.map((id) => ({ id })));
  const held = join(home, "held");
  writeFileSync(held, "");
  return { home, sink: writeHeldSink(home), release: () => rmSync(held) };
}

/** Presses Ctrl-C once the first document is there. */
async function interrupt(home: string, { type }: Terminal): Promise<void> {
  const folder = join(home, "chat-export");
  await expect.poll(() => existsSync(folder) && hasDocument(folder), { interval: 10 }).toBe(true);
  type(ctrlC);
}

/** True when a document is there. Other files come and go, so none is looked at. */
function hasDocument(folder: string): boolean {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.some((path) => /^claude.*\.txt$/.test(path));
}

/** True when the cursor is to be seen. */
function hasCursor(written: string): boolean {
  return written.lastIndexOf("\u001b[?25h") >= written.lastIndexOf("\u001b[?25l");
}

describe("Ctrl-C during an export", () => {
  it("leaves whole documents only, and says how many", async () => {
    const { home, sink, release } = heldHome();
    const shown = terminal(home, ["--to", sink]);
    await interrupt(home, shown);
    expect(await shown.ended).toBe(130);
    const text = shown.lines().join("\n");
    const [, count] = /Interrupted: exported (\d+) of 20 sessions /.exec(text) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThan(sessions);
    expect(text).not.toMatch(/[█░]/);
    expect(hasCursor(shown.written())).toBe(true);
    expect(documentsIn(join(home, "chat-export"))).toHaveLength(Number(count));

    release();
    const again = await chatexport(home, "--to", sink);
    expect(again.stderr).toContain(`${sessions - Number(count)} new, ${count} unchanged`);
    expect(again.exitCode).toBe(0);
  });

  it("ends at once when it is pressed again, and the next export repairs what is left", async () => {
    const { home, sink, release } = heldHome();
    // Stands for work that cannot be left: the program hears of the second one only when it is over.
    const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);";
    const busy = `writeFileSync("heard", ""); while (!existsSync("pressed")) ${wait}`;
    writeFileSync(
      join(home, "chatexport.config.mjs"),
      `import { existsSync, writeFileSync } from "node:fs";
      process.once("SIGINT", () => { ${busy} }); export default { to: ${JSON.stringify(sink)} };`,
    );
    const shown = terminal(home, ["export"]);
    await interrupt(home, shown);
    await expect.poll(() => existsSync(join(home, "heard")), { interval: 10 }).toBe(true);
    shown.type(ctrlC);
    // The terminal shows it when it has told the program.
    await expect.poll(() => shown.written().match(/\^C/g), { interval: 10 }).toHaveLength(2);
    writeFileSync(join(home, "pressed"), "");
    expect(await shown.ended).toBe(130);
    expect(shown.lines().join("\n")).not.toContain("xported");
    expect(hasCursor(shown.written())).toBe(true);

    release();
    const again = await chatexport(home, "--to", sink);
    expect(again.exitCode).toBe(0);
    const documents = documentsIn(join(home, "chat-export"));
    expect(documents).toHaveLength(sessions);
    for (const path of documents)
      expect(readFileSync(join(home, "chat-export", path), "utf8")).toMatch(/^Session .*\.\n$/);
  });
});

describe("Ctrl-C while sessions are looked for", () => {
  // The shell that holds the pipe open does not hear of it, and ends with its folder.
  const endless = "(trap '' INT; while [ -e $HOME ]; do sleep 1; done)";

  it.each([["list"], ["export --out out"]])("ends %s", async (words) => {
    const command = `trap : INT; ${endless} | (trap : INT; $CHATEXPORT ${words} --root - --from jsonl; echo code $?)`;
    const { see, type, written } = terminal(homeWith(), [], { command });
    await see(/^Looking for sessions …$/m);
    type(ctrlC);
    await see(/Interrupted while looking for sessions\.\ncode 130$/);
    expect(hasCursor(written())).toBe(true);
  });
});
