/** A file in a ZIP file; what is given beside its content is a lie. */
export interface ZippedFile {
  name: string;
  content: string | Buffer;
  encrypted?: boolean;
  /** How long it says that its content is. */
  length?: number;
  /** Its check sum. */
  sum?: number;
}

/** The bytes of a ZIP file with some files. */
export function zipOf(files: readonly ZippedFile[]): Buffer;
