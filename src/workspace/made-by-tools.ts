// What tools leave in a working tree and nobody hands in: dependencies, caches and compiled files that a project forgot to
// ignore. Tracked files of such names count like any other.

export const madeByTools: readonly string[] = [
  ...[
    'node_modules/',
    '.npm/',
    '.pnpm-store/',
    '.yarn/cache/',
    '.eslintcache',
    '*.tsbuildinfo',
    '.nyc_output/',
  ],
  ...[
    '__pycache__/',
    '*.py[cod]',
    '.pytest_cache/',
    '.mypy_cache/',
    '.ruff_cache/',
    '.tox/',
    '.nox/',
    '.venv/',
  ],
  // An agent's own packages; what the project has of it is tracked.
  ...['.opencode/package.json', '.opencode/package-lock.json', '.opencode/bun.lock', '.opencode/.gitignore'],
  ...['.gradle/', '.DS_Store', 'Thumbs.db', '*.swp'],
];
