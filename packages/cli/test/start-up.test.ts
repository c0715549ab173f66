import { expect, it } from "vitest";
import { chatexportWithout } from "./missing-packages.js";

it.each(["--help", "help export", "list --help", "--version", "__complete l"])(
  "needs no plugin for '%s'",
  (line) => {
    const words = line.split(" ").filter((word) => word !== "");
    const { exitCode, stdout, stderr } = chatexportWithout(
      /^(?:@chatexport|\.\/(?:archive|core|document|redact|sink|source))/,
      ...words,
    );
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
    expect(exitCode).toBe(0);
  },
);

it("loads only the plugins that are asked for, and no parser for a plain line", () => {
  const others = /^\.\/(?:source-cursor|source-jsonl|sink-(?!terminal)|document)|^commander/;
  const { stderr } = chatexportWithout(others, "list", "--from", "claude");
  expect(stderr).toContain("--from claude: no sessions found.");
  expect(stderr).not.toContain("is missing");
});
