// Shapes that name classes of Unicode. V8 takes a tenth of a millisecond to make each, and most starts ask for none: so nothing that is
// loaded in every start may have one of its own (`apart` in the build).

/** A model never looks like an option, so that no CLI takes it for one. */
export const modelShape = /^(?!-)[^\s*\p{Cc}\p{Cf}]+$/u;
/** A contestant as it is written: agent or name, with a model. */
export const specShape = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/(?!-)[^\s*\p{Cc}\p{Cf}]+)?$/u;
export const specRule = {
  type: 'text',
  shape: specShape,
  expected: 'a contestant such as "claude/opus"',
} as const;
/** Inside the tree: never an absolute path, and never upwards. */
export const insideShape = /^(?!\/|~|!|-)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}\p{Cf}\\]{1,200}$/u;
export const tagShape = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u;
export const laneShape = /^[^\p{Cc}\p{Cf}]{1,100}$/u;
export const jsonPathShape = /^[^\p{Cc}]{1,200}$/u;
