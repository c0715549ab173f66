// Linux allows no longer names.
const longest = 200;

/** The folder in `projects` for a directory, given with links resolved (as 2.1.3xx names it). */
export function projectFolderName(path: string): string {
  const original = path.normalize("NFC");
  const name = original.replace(/[^a-zA-Z0-9]/g, "-");
  if (name.length <= longest) return name;
  let hash = 0;
  for (let at = 0; at < original.length; at++)
    hash = ((hash << 5) - hash + original.charCodeAt(at)) | 0;
  return `${name.slice(0, longest)}-${Math.abs(hash).toString(36)}`;
}

/**
 * True when a folder in `projects` has a name that some version made from a path. The first ones kept more
 * than letters and digits, not all of them hash alike, and Windows compares names without case.
 */
export function isProjectFolderOf(name: string, path: string): boolean {
  const compared = (text: string) => {
    const plain = text.normalize("NFC").replace(/[^a-zA-Z0-9]/g, "-");
    return isOfWindows(path) ? plain.toLowerCase() : plain;
  };
  const [given, made] = [compared(name), compared(path)];
  return (
    given === made || (made.length > longest && given.startsWith(`${made.slice(0, longest)}-`))
  );
}

/** The name of the folder for sessions of a path, spelt as the one of some folders that is the same. */
export function projectFolderAmong(names: readonly string[], path: string): string {
  const made = projectFolderName(path);
  if (names.includes(made) || !isOfWindows(path)) return made;
  const lower = made.toLowerCase();
  return names.find((name) => name.toLowerCase() === lower) ?? made;
}

function isOfWindows(path: string): boolean {
  return /^(?:[A-Za-z]:|\\\\)/.test(path);
}
