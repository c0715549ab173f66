/*
 * The scripts of the pages: files of dist/client in the order in which they are joined. They are
 * plain scripts that share one scope, so that a page needs no loader and no second file.
 */

/** For the head of every page: what must have happened before anything is painted. */
export const headScripts: readonly string[] = ["kept-theme.js"];

/** For the end of the body of a session's page. */
export const sessionScripts: readonly string[] = [
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
];

/** For the end of the body of the index. */
export const indexScripts: readonly string[] = [
  "actions.js",
  "toolbar.js",
  "theme.js",
  "target.js",
  "scroll.js",
  "search-words.js",
  "conversation-words.js",
  "filter-rows.js",
  "filter-state.js",
  "groups.js",
  "calendar.js",
  "filter.js",
  "help.js",
  "keyboard.js",
];

/** For the end of the body of the page with statistics. */
export const statisticsScripts: readonly string[] = ["actions.js", "toolbar.js", "theme.js"];
