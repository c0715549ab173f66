import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { useShell } from "./shell.js";

// In pieces, so that nobody who scans this repository is alarmed.
const token = ["ghp", "_", "Zt4Kq9Xw2Lm7Rb5Vn8Yc3Hd6Jf1Gs0Pa9EuT"].join("");

it("offers no project whose name is a secret", async () => {
  const home = homeWith({ id: "one", cwd: `/w/${token}` }, { id: "two", cwd: "/w/kiln" });
  const { stdout } = await chatexport(home, "__complete", "list", "--project", "");
  expect(stdout).toBe("words\nkiln\t1 session\n");
  const all = await chatexport(home, "__complete", "list", "--no-redact", "--project", "");
  expect(all.stdout).toContain(token);
});

it("offers a session of two sources once", async () => {
  const home = homeWith({ id: "aaaaaaaa-1111", title: "$(touch owned)" });
  await chatexport(home, "--to", "jsonl", "--out", "archive");
  writeFileSync(join(home, "chatexport.config.json"), '{ "root": [".claude", "archive"] }');
  const from = ["--from", "claude", "--from", "jsonl"];
  const { stdout } = await chatexport(home, "__complete", "list", ...from, "--session", "");
  expect(stdout.split("\n").filter((line) => line.startsWith("aaaaaaaa\t"))).toHaveLength(1);
});

describe("completion in bash", () => {
  const startShell = useShell("bash");

  it("puts no title into the line where each choice is put there in turn", async () => {
    const home = homeWith(
      { id: "aaaaaaaa-1111", title: "$(touch owned)" },
      { id: "aaaaaaaa-1122", title: "`touch owned`" },
    );
    const line = 'eval "$(chatexport completion bash)"; bind "TAB: menu-complete"';
    const shell = await startShell(home, line, { columns: 100 });
    shell.type("chatexport list --session aaaaaa\t");
    await shell.see(/^> chatexport list --session aaaaaaaa-11(?:11|22) ?$/m);
    shell.type("\t\r");
    await shell.see(/1 of 2 sessions/);
    expect(existsSync(join(home, "owned"))).toBe(false);
  });
});
