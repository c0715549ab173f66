import { createRequire } from "node:module";

const manifest: { version: string } = createRequire(import.meta.url)("../package.json");

/** The version of this program. */
export const { version } = manifest;
