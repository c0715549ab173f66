/**
 * Whether two paths name one folder. They may differ in the case of the drive's letter: of the programs on
 * Windows, some write `c:\shop` and some `C:\shop`.
 */
export function isSameFolder(one: string | undefined, other: string | undefined): boolean {
  return withUpperDrive(one) === withUpperDrive(other);
}

function withUpperDrive(path: string | undefined): string | undefined {
  return path?.replace(/^[a-z](?=:[\\/])/, (letter) => letter.toUpperCase());
}
