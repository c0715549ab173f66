import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

export default defineConfig({
  test: { name: "tests" },
  // This folder is no package, so the packages are found as they were built.
  resolve: {
    alias: [{ find: /^@chatexport\/([\w-]+)$/, replacement: `${packages}$1/dist/index.js` }],
  },
});
