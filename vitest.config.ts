import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "tests"],
    // Most tests wait for programs that they have started.
    maxWorkers: availableParallelism() + 1,
    // Files leave nothing behind, and a process of its own for each costs as much as its tests.
    isolate: false,
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "json-summary"],
    },
  },
});
