/**
 * The number of lines of a text that are shown, at its beginning and at its end, if they have 100
 * characters on average.
 */
export interface Limit {
  head: number;
  tail: number;
}

/** The amount of each kind of text that is shown, unless everything is. */
export interface Limits {
  /** Commands and what they printed. */
  output: Limit;
  /** Lines found in files, which are there to be read. */
  excerpt: Limit;
  /** Changes of files. */
  change: Limit;
  /**
   * A page of the web, or the report of a sub-agent. Its end alone would be read for what it is
   * not.
   */
  prose: { head: number; tail: 0 };
}

const changesAndProse = { change: { head: 150, tail: 50 }, prose: { head: 200, tail: 0 } } as const;

/** For documents in which all that is shown has to be read or passed over. */
export const shortLimits: Limits = {
  ...changesAndProse,
  output: { head: 12, tail: 8 },
  excerpt: { head: 8, tail: 0 },
};

/** For documents in which a closed fold takes no room. */
export const longLimits: Limits = {
  ...changesAndProse,
  output: { head: 150, tail: 50 },
  excerpt: { head: 200, tail: 0 },
};

/** For documents whose writer cuts what it shows. */
export const noLimits: Limits = {
  output: { head: Number.POSITIVE_INFINITY, tail: 0 },
  excerpt: { head: Number.POSITIVE_INFINITY, tail: 0 },
  change: { head: Number.POSITIVE_INFINITY, tail: 0 },
  prose: { head: Number.POSITIVE_INFINITY, tail: 0 },
};
