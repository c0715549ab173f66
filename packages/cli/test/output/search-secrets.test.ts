import { expect, it } from "vitest";
import { chatexport } from "../in-process.js";
import { conversation } from "./conversation.js";

// In pieces, so that nobody who scans this repository is alarmed.
const token = ["ghp", "_", "Zt4Kq9Xw2Lm7Rb5Vn8Yc3Hd6Jf1Gs0Pa9EuT"].join("");
const other = ["ghp", "_", "Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8Ii9Jj0Kk1LlM"].join("");
const mask = "[redacted: github-token]";

async function found(home: string, ...words: string[]): Promise<string[]> {
  const { stdout, stderr } = await chatexport(home, "search", "--all", ...words);
  expect(stdout + stderr).not.toContain(token.slice(8, 30));
  const lines = stdout.split("\n").filter(Boolean);
  return lines.map((line) => line.split(" ").slice(5).join(" "));
}

it("masks a secret beside what was found", async () => {
  const home = conversation((it) => it.user(`export TOKEN=${token} # for the kiln`));
  expect(await found(home, "kiln")).toEqual([
    expect.stringMatching(/\[redacted: .*# for the kiln/),
  ]);
});

it("masks what only another place of the session gives away", async () => {
  const value = token.slice(4, 24);
  const home = conversation((it) =>
    it.user(`DB_PASSWORD=${value}`).user(`kiln: ${value}`).assistant(`no, ${value}`),
  );
  expect(await found(home, "kiln")).toEqual([expect.stringMatching(/^kiln: \[redacted: /)]);
});

it("masks a secret where the line is cut", async () => {
  for (let shift = 960; shift < 1010; shift += 7) {
    const home = conversation((it) => it.user(`kiln ${"x ".repeat(shift / 2)}${token} end`));
    const { stdout } = await chatexport(home, "search", "kiln", "--json");
    expect(stdout).not.toContain(token.slice(0, 8));
  }
});

it("tells where a secret stands without showing it", async () => {
  const home = conversation((it) =>
    it
      .user(`first ${other}\nsecond ${token}\nthird`)
      .call("Bash", { command: `deploy --token ${token}` }, "ok"),
  );
  expect(await found(home, token)).toEqual([
    `second ${mask}`,
    expect.stringMatching(/^deploy --token \[redacted: .*\]$/),
  ]);
  expect(await found(home, token.slice(6, 20))).toEqual([
    `second ${mask}`,
    expect.stringContaining("deploy --token [redacted: "),
  ]);
  const { stdout } = await chatexport(home, "search", token, "--json", "--role", "user");
  expect(JSON.parse(stdout)).toMatchObject({ text: `second ${mask}`, matches: [], count: 0 });
});

it("does not say the secret that was looked for when there is none", async () => {
  const home = conversation((it) => it.user("nothing"));
  expect(await found(home, token)).toEqual([]);
});

it("masks titles, projects and names of tools", async () => {
  const home = conversation((it) => it.call(token, { a: "kiln" }, "ok"), {
    title: `kiln ${token}`,
    cwd: `/home/mira/${token}`,
  });
  await found(home, "kiln");
  await found(home, "kiln", "--json");
});

it("shows everything with --no-redact", async () => {
  const home = conversation((it) => it.user(`kiln ${token}`));
  const { stdout } = await chatexport(home, "search", "kiln", "--no-redact");
  expect(stdout).toContain(`kiln ${token}`);
});

it("replaces the home folder with --redact-paths", async () => {
  const home = conversation((it) => it.user("in /home/mira/shop is a kiln\nand mira knows"));
  const { stdout } = await chatexport(home, "search", "kiln", "--redact-paths");
  expect(stdout).toContain("in ~/shop is a kiln");
  const name = await chatexport(home, "search", "/home/mira/shop", "--redact-paths");
  expect(name.stdout).toMatch(/ in ~\/shop is a kiln\n$/);
});
