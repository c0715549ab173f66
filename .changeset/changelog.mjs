// Writes the changelogs as Changesets does, but for the packages that a package depends on: they stand
// in one line, where Changesets writes one more for each changeset.

/** The note of a changeset, as an item of a list. */
export function getReleaseLine({ summary }) {
  return `- ${summary.trim().replaceAll("\n", "\n  ")}`;
}

/** The packages of ours that a package depends on and that are released with it. */
export function getDependencyReleaseLine(_changesets, packages) {
  if (packages.length === 0) return "";
  const names = packages.map(({ name, newVersion }) => `${name}@${newVersion}`);
  return `- Updated dependencies: ${names.join(", ")}`;
}
