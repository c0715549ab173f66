import { expect, it } from "vitest";
import { chatexportWithout } from "./missing-packages.js";

it.each(["--help", "help export", "list --help", "--version", "__complete l"])(
  "needs no plugin for '%s'",
  (line) => {
    const words = line.split(" ").filter((word) => word !== "");
    const { exitCode, stdout, stderr } = chatexportWithout(/^@chatexport/, ...words);
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
    expect(exitCode).toBe(0);
  },
);

it("loads only the plugins that are asked for", () => {
  const others = /^@chatexport\/(?:source-cursor|source-jsonl|sink(?!-terminal\/format)|document)/;
  const { stderr } = chatexportWithout(others, "list", "--from", "claude");
  expect(stderr).toContain("--from claude: no sessions found.");
  expect(stderr).not.toContain("is missing");
});
