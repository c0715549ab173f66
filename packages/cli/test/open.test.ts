import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserCommand } from "../src/commands/open/browser.js";
import { homeWith } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  startedAt: "2026-02-10T10:00:00.000Z",
};

/** Runs `chatexport open` with a browser that writes down what it was to show. */
async function opened(home: string, ...words: string[]) {
  const browser = join(home, "browser");
  const shown = join(home, "shown");
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf '%s' "$1" > '${shown}.tmp'; mv '${shown}.tmp' '${shown}'\n`,
  );
  chmodSync(browser, 0o755);
  const { ended, lines } = terminal(home, ["open", ...words], {
    env: { BROWSER: browser },
    columns: 200,
  });
  const exitCode = await ended;
  // The program does not wait for long.
  await expect.poll(() => existsSync(shown)).toBe(true);
  return { exitCode, said: lines().join("\n"), path: readFileSync(shown, "utf8") };
}

describe("chatexport open", () => {
  it("shows the newest session, in a file and a folder that are the user's alone", async () => {
    const { exitCode, said, path } = await opened(homeWith(first, second));
    expect(readFileSync(path, "utf8")).toMatch(/<title>[^<]*Second thoughts/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(said).toBe(`Opened ${path}`);
    expect(exitCode).toBe(0);
  });

  it("shows the session that is named, with its secrets masked", async () => {
    const token = ["ghp", "_", "Zt4Kq9Xw2Lm7Rb5Vn8Yc3Hd6Jf1Gs0Pa9EuT"].join("");
    const home = homeWith({ ...first, title: `Rotate ${token}` }, second);
    const page = readFileSync((await opened(home, "1111")).path, "utf8");
    expect(page).toContain("Rotate [redacted: github-token]");
    expect(page).not.toContain(token);
  });

  it("shows the index of an archive", async () => {
    const home = homeWith(first, second);
    await chatexport(home, "--to", "html", "--out", "archive");
    expect((await opened(home, "archive")).path).toBe(join(home, "archive/index.html"));
    await chatexport(home, "--out", "texts");
    const without = await chatexport(home, "open", "texts");
    expect(without.stderr).toBe(
      "error: texts has no pages: chatexport --to html --out texts writes them.\n",
    );
    expect(without.exitCode).toBe(1);
  });

  it("prints where the page is and ends with 1 where no browser can be started", async () => {
    const { exitCode, stdout, stderr } = await chatexport(homeWith(first), "open");
    expect(stderr).toBe("error: No browser can be started here; the page is in this file:\n");
    expect(readFileSync(stdout.trim(), "utf8")).toContain("First steps");
    expect(exitCode).toBe(1);
  });

  it("says that a folder is no archive", async () => {
    const { exitCode, stderr } = await chatexport(homeWith(first), "open", "./.claude");
    expect(stderr).toBe("error: ./.claude is no archive that chatexport wrote.\n");
    expect(exitCode).toBe(1);
    const missing = await chatexport(homeWith(first), "open", "./nowhere");
    expect(missing.stderr).toBe("error: ./nowhere does not exist.\n");
  });

  it("says that no session has such an id", async () => {
    const { exitCode, stdout, stderr } = await chatexport(homeWith(first), "open", "xyz");
    expect(stderr).toContain("error: xyz: no session has an id that begins or ends like this.");
    expect(stdout).toBe("");
    expect(exitCode).toBe(1);
  });
});

describe("the browser", () => {
  it("is that of the user, else that of the system", () => {
    const words = ["-c", 'firefox -P me "$1"', "sh", "/a page"];
    expect(browserCommand("/a page", { BROWSER: "firefox -P me" }, "linux")).toEqual({
      program: "sh",
      words,
    });
    expect(browserCommand("/p", { DISPLAY: ":0" }, "linux")?.program).toBe("xdg-open");
    expect(browserCommand("/p", { WAYLAND_DISPLAY: "w" }, "freebsd")?.program).toBe("xdg-open");
    expect(browserCommand("/p", {}, "darwin")?.program).toBe("open");
    expect(browserCommand("C:\\p", {}, "win32")?.words).toContain("C:\\p");
  });

  it("is none where nobody could see it", () => {
    expect(browserCommand("/p", {}, "linux")).toBeUndefined();
    expect(browserCommand("/p", { SSH_TTY: "/dev/pts/1" }, "darwin")).toBeUndefined();
    expect(browserCommand("/p", { SSH_CONNECTION: "a b" }, "win32")).toBeUndefined();
    // A display can be forwarded.
    const forwarded = { SSH_CONNECTION: "a b", DISPLAY: "localhost:10.0" };
    expect(browserCommand("/p", forwarded, "linux")?.program).toBe("xdg-open");
  });
});
