import { createRequire } from "node:module";
import type { UnifiedPlugin } from "@chatexport/document/options";

const require = createRequire(import.meta.url);

/** A processor of unified for whole pages. */
interface PageProcessor {
  use(plugins: readonly UnifiedPlugin[]): PageProcessor;
  process(page: string): Promise<{ toString(): string }>;
  processSync(page: string): { toString(): string };
}

/**
 * What a page with plugins goes through: it is read, changed and written again by rehype, which users
 * install who have plugins. Throws a TypeError that says so where it is missing.
 */
export function processorWith(plugins: readonly UnifiedPlugin[]): PageProcessor {
  return rehype()().use(plugins);
}

function rehype(): () => PageProcessor {
  try {
    return require("rehype").rehype;
  } catch (cause) {
    throw new TypeError("Plugins of rehype need that package beside chatexport: npm i rehype.", {
      cause,
    });
  }
}
