import { requirePackages, type UnifiedPlugin } from "@chatexport/document/options";

/** A processor of unified for whole pages. */
interface PageProcessor {
  use(plugins: readonly UnifiedPlugin[]): PageProcessor;
  process(page: string): Promise<{ toString(): string }>;
  processSync(page: string): { toString(): string };
}

/**
 * The steps that a page with plugins goes through: it is read, changed and written again by rehype,
 * which users install who have plugins, in `folder` or beside this package. Throws a TypeError that
 * says so where it is missing.
 */
export function processorWith(plugins: readonly UnifiedPlugin[], folder: string): PageProcessor {
  return rehype(folder)().use(plugins);
}

function rehype(folder: string): () => PageProcessor {
  try {
    const [found] = requirePackages(["rehype"], import.meta.url, folder);
    return found?.rehype as () => PageProcessor;
  } catch (cause) {
    throw new TypeError(
      "Plugins of rehype need that package beside them or beside chatexport: npm i rehype.",
      { cause },
    );
  }
}
