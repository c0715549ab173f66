import { describe, expect, it } from "vitest";
import { run } from "../archives.js";
import { homeWith } from "../binary.js";
import { terminal } from "../in-process.js";
import { terminal as startedTerminal } from "../terminal.js";

const start = "\u001b";
const color = new RegExp(`${start}\\[\\d+m`);
const home = () => homeWith({ id: "session-a", title: "First steps" });

/** The texts of both streams when none of them is a terminal. */
async function piped(words: string[], env: Record<string, string>) {
  const { stdout, stderr } = await run(words, { cwd: home(), env }).ended;
  return { stdout, stderr };
}

/** All that a terminal gets. */
async function shown(words: string[], env: Record<string, string>) {
  const { ended, written } = terminal(home(), words, { env });
  await ended;
  return written();
}

/** All that a terminal gets from a shell. */
async function shownByShell(command: string) {
  const { ended, written } = startedTerminal(home(), [], { command });
  await ended;
  return written();
}

describe("colours", () => {
  it.each([
    ["a terminal", {}],
    ["a terminal, with an empty NO_COLOR", { NO_COLOR: "" }],
    ["a terminal that can do nothing, with FORCE_COLOR", { TERM: "dumb", FORCE_COLOR: "1" }],
  ])("are on %s", async (_, env) => {
    expect(await shown(["list"], env)).toMatch(color);
    expect(await shown(["--help"], env)).toMatch(color);
  });

  it.each([
    ["with NO_COLOR", [], { NO_COLOR: "1" }],
    ["with NO_COLOR set to anything", [], { NO_COLOR: "0" }],
    ["with NO_COLOR and FORCE_COLOR", [], { NO_COLOR: "1", FORCE_COLOR: "1" }],
    ["with FORCE_COLOR=0", [], { FORCE_COLOR: "0" }],
    ["with --no-color", ["--no-color"], {}],
    ["with --no-color and FORCE_COLOR", ["--no-color"], { FORCE_COLOR: "1" }],
    ["that can do nothing", [], { TERM: "dumb" }],
  ])("are not on a terminal %s", async (_, words, env: Record<string, string>) => {
    expect(await shown(["list", ...words], env)).not.toMatch(color);
    expect(await shown(["list", "--help", ...words], env)).not.toMatch(color);
    expect(await shown(["list", "--session", "none", ...words], env)).not.toMatch(color);
  });

  it("are not in a pipe, unless FORCE_COLOR says so", async () => {
    const plain = await piped(["list"], {});
    expect(plain.stdout + plain.stderr).not.toMatch(color);
    const colored = await piped(["list"], { FORCE_COLOR: "1" });
    expect(colored.stdout).toMatch(color);
    expect(colored.stderr).toMatch(color);
    expect((await piped(["--help"], { FORCE_COLOR: "1" })).stdout).toMatch(color);
    const refused = await piped(["list", "--no-color"], { FORCE_COLOR: "1" });
    expect(refused.stdout + refused.stderr).not.toMatch(color);
  });

  it("are on each stream for itself", async () => {
    const stderrOnly = await shownByShell("$CHATEXPORT list | tee copy >/dev/null; cat copy");
    expect(stderrOnly).toMatch(/\tFirst steps\r\n/);
    expect(stderrOnly).toContain(`${start}[2m1 session${start}`);
    const stdoutOnly = await shownByShell("$CHATEXPORT list 2>copy; cat copy");
    expect(stdoutOnly).toContain(`${start}[33m`);
    expect(stdoutOnly).toMatch(/^1 session\r$/m);
  });

  it("never stand in JSON", async () => {
    expect(await shown(["list", "--json"], { FORCE_COLOR: "1" })).not.toMatch(color);
  });
});
