/*
 * The parts of the pages: style sheets by name, and the scripts of dist/client in the order in
 * which they are joined. These are plain scripts that share one scope, so that a page needs no
 * loader and no second file.
 */

/** The style sheets of a page by name, and the scripts for the end of its body by file name, in order. */
export interface PageParts {
  styles: readonly string[];
  scripts: readonly string[];
}

/** For the head of every page: what must have happened before anything is painted. */
export const headScripts: readonly string[] = ["kept-theme.js"];

/** The parts in which the pages differ. */
export const pageParts = {
  session: {
    styles: ["base", "toolbar", "page", "conversation", "prose", "tools", "icons", "code", "print"],
    scripts: [
      "actions.js",
      "toolbar.js",
      "theme.js",
      "branches.js",
      "permalinks.js",
      "scroll.js",
      "reveal.js",
      "target.js",
      "links.js",
      "pause.js",
      "search-text.js",
      "ranges.js",
      "marks.js",
      "scroll-to-match.js",
      "find-matches.js",
      "search.js",
      "prompts.js",
      "fold-all.js",
      "events.js",
      "reading-place.js",
      "shown.js",
      "contents.js",
      "map.js",
      "event-buttons.js",
      "colours.js",
      "diffs.js",
      "code-blocks.js",
      "copy.js",
      "lightbox.js",
      "local-time.js",
      "paths.js",
      "help.js",
      "keyboard.js",
    ],
  },
  index: {
    styles: ["base", "toolbar", "page", "index", "print"],
    scripts: [
      "actions.js",
      "toolbar.js",
      "theme.js",
      "target.js",
      "scroll.js",
      "search-words.js",
      "conversation-words.js",
      "found-sentences.js",
      "filter-rows.js",
      "filter-state.js",
      "groups.js",
      "calendar.js",
      "counts.js",
      "filter.js",
      "help.js",
      "keyboard.js",
    ],
  },
  statistics: {
    styles: ["base", "toolbar", "page", "statistics", "print"],
    scripts: ["actions.js", "toolbar.js", "theme.js"],
  },
} as const satisfies Readonly<Record<string, PageParts>>;
