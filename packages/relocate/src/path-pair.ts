/** A folder, or a file, and where it will be: two absolute paths of the same system. */
export interface PathPair {
  from: string;
  to: string;
}
