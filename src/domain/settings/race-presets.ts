// The presets of a race: the checks, weights and rules of a kind of project, under one name.
import type { CheckSpec, Weights } from '../check-spec.ts';

export interface Preset {
  readonly checks: readonly CheckSpec[];
  readonly weights: Weights;
  readonly rules: RaceRules;
  /** Globs of dependency folders that a fresh checkout lacks, relative to the top of the tree. */
  readonly copy: readonly string[];
  /** Ask above this many tokens, if the user set no limit of their own. */
  readonly confirmTokens?: number;
}

/**
 * What becomes of a signal the project does not have. `rescale`: it drops out and the rest counts for the whole.
 * `charm`: all four always count; readiness that cannot be had is 0 and having no tests is 1.
 */
export type RaceRules = 'rescale' | 'charm';

/** The size of a change says nothing about its worth, so it doesn't count unless the user weighs it. */
export const defaultWeights: Weights = { lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0 };

export const presets = {
  node: {
    checks: [
      { name: 'test', command: 'npm test', parser: 'any-tests', signal: 'tests', required: true },
      { name: 'lint', command: 'npm run -s lint', parser: 'any-lint', signal: 'lint', required: false },
    ],
    weights: defaultWeights,
    rules: 'rescale',
    copy: ['node_modules'],
  },
  python: {
    checks: [
      {
        name: 'pytest',
        command: 'python3 -m pytest -q',
        parser: 'pytest',
        signal: 'tests',
        required: true,
      },
      {
        name: 'ruff',
        command: 'ruff check --output-format json .',
        parser: 'ruff-json',
        signal: 'lint',
        required: false,
      },
    ],
    weights: defaultWeights,
    rules: 'rescale',
    copy: ['.venv', 'venv'],
  },
  rust: {
    checks: [
      { name: 'cargo-build', command: 'cargo build', required: true },
      { name: 'cargo-test', command: 'cargo test', parser: 'cargo-test', signal: 'tests', required: true },
      {
        name: 'cargo-clippy',
        command: 'cargo clippy --message-format=json',
        parser: 'cargo-json',
        signal: 'lint',
        required: false,
      },
    ],
    weights: defaultWeights,
    rules: 'rescale',
    copy: [],
  },
  go: {
    checks: [
      {
        name: 'go-test',
        command: 'go test -json ./...',
        parser: 'go-test-json',
        signal: 'tests',
        required: true,
      },
      { name: 'go-vet', command: 'go vet ./...', required: false },
    ],
    weights: defaultWeights,
    rules: 'rescale',
    copy: [],
  },
  /** The rubric of Juju charms. Nothing is required: the total alone decides, as it always did there. */
  charm: {
    checks: [
      {
        name: 'charmlint',
        command: 'charmlint --format json .',
        parser: 'charmlint',
        signal: 'lint',
        required: false,
      },
      {
        name: 'readiness',
        command: 'charm-readiness --format json .',
        parser: 'percent',
        signal: 'readiness',
        required: false,
      },
      {
        name: 'unit',
        command: 'python3 -m pytest -q tests/unit',
        parser: 'pytest',
        signal: 'tests',
        required: false,
      },
    ],
    weights: { lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0.15 },
    rules: 'charm',
    copy: ['.venv', 'venv'],
    confirmTokens: 200_000,
  },
} as const satisfies Readonly<Record<string, Preset>>;

export function presetNamed(name: string): Preset | undefined {
  return Object.entries<Preset>(presets).find(([known]) => known === name)?.[1];
}
