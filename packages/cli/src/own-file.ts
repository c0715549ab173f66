/** Where a file of this package lies: `bin/chatexport.js`. */
export function ownFile(path: string): URL {
  // Built, all code lies in dist itself, as this file does in src.
  return new URL(`../${path}`, import.meta.url);
}
