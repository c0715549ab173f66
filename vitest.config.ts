import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "tests"],
    // Most tests wait for programs that they have started.
    maxWorkers: "100%",
    // Files leave nothing behind, and a process of its own for each costs as much as its tests.
    isolate: false,
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "json-summary"],
    },
  },
});
