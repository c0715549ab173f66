import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Checks of plugins free what nobody holds, again and again: first, while a process holds little. */
class ChecksOfPluginsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => /\btestkit\b/.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  // Tests run on sources, so that coverage and stack traces are those of the code as it was written.
  ssr: { resolve: { conditions: ["@chatexport/source"], externalConditions: [] } },
  test: {
    // Tests run built code, and it is built before them; what tsc says of it is of no concern here.
    globalSetup: "scripts/bundle/outdated.mjs",
    // One project for all of them: between two, a core waits for the last file of the first.
    include: ["packages/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    // Most tests wait for programs that they have started.
    maxWorkers: availableParallelism() + 1,
    // Files leave nothing behind, and a process of its own for each costs as much as its tests.
    isolate: false,
    sequence: { sequencer: ChecksOfPluginsFirst },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "json-summary"],
    },
  },
});
