/** The number of matches before and after the current one that are marked: more than a screen shows. */
const markedAround = 500;

/** Marks a match and those around it; where a browser cannot mark, the match is selected. */
function markMatches(matches: readonly Match[], current: number): void {
  const match = matches[current];
  if (match === undefined) return;
  if (!("highlights" in CSS)) {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(liveRangeOf(match));
    return;
  }
  const around = matches.slice(Math.max(0, current - markedAround), current + markedAround);
  const others = around.filter((other) => other !== match);
  CSS.highlights.set("match", new Highlight(...others.map(rangeOf)));
  CSS.highlights.set("current", new Highlight(rangeOf(match)));
}

/** Takes all marks away. */
function clearMarks(): void {
  if ("highlights" in CSS) for (const name of ["match", "current"]) CSS.highlights.delete(name);
  else getSelection()?.removeAllRanges();
}
