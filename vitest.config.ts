import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const packages = fileURLToPath(new URL("packages/", import.meta.url));

/** Checks of plugins free what nobody holds, again and again: first, while a process holds little. */
class ChecksOfPluginsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => /\btestkit\b/.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  // The folder of tests is no package, so the packages are found as they were built.
  resolve: {
    alias: [
      { find: /^@chatexport\/([\w-]+)$/, replacement: `${packages}$1/dist/index.js` },
      {
        find: /^@chatexport\/([\w-]+)\/(read|host|fields|account|paths)$/,
        replacement: `${packages}$1/dist/$2/index.js`,
      },
    ],
  },
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
