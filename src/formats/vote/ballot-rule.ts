// How a vote is taken from an answer; recorded with the contest.

export type BallotRule =
  /** One of these, in the user's own words. */
  | { readonly type: 'choices'; readonly choices: readonly string[] }
  /** A regular expression: the first capture group of its last match, or the whole match. */
  | { readonly type: 'pattern'; readonly pattern: string }
  /** A JSON Schema: the field `answer` of the last JSON that fits it, or all of it. */
  | { readonly type: 'schema'; readonly schema: unknown }
  /** The last line, in any words: open answers. */
  | { readonly type: 'last-line' };
