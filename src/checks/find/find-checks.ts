// The checks a project has by itself, found in its own files. What stands in them is data: no word of it becomes part
// of a command.
import type { CheckSpec } from '../../domain/check-spec.ts';
import { findMakeChecks } from './find-make-checks.ts';
import { findNodeChecks } from './find-node-checks.ts';
import { findPythonChecks } from './find-python-checks.ts';
import type { TreeReader } from './find-tree.ts';

/** In the order in which they are run. A check without a parser is told by its exit code alone. */
export function findChecks(tree: TreeReader): readonly CheckSpec[] {
  const found = [
    ...findNodeChecks(tree),
    ...(tree.exists('Cargo.toml') ? cargoChecks : []),
    ...(tree.exists('go.mod') ? goChecks : []),
    ...findPythonChecks(tree),
  ];
  return [...found, ...findMakeChecks(tree, found)];
}

const cargoChecks: readonly CheckSpec[] = [
  { name: 'cargo-build', command: 'cargo build', required: true, origin: 'Cargo.toml' },
  {
    name: 'cargo-test',
    command: 'cargo test',
    parser: 'cargo-test',
    signal: 'tests',
    required: true,
    origin: 'Cargo.toml',
  },
];

const goChecks: readonly CheckSpec[] = [
  {
    name: 'go-test',
    command: 'go test -json ./...',
    parser: 'go-test-json',
    signal: 'tests',
    required: true,
    origin: 'go.mod',
  },
  { name: 'go-vet', command: 'go vet ./...', required: false, origin: 'go.mod' },
];
