// The linter of a project that is not known: every reader of findings is tried.
import { agreed } from './agreed.ts';
import { biomeJson } from './biome-json.ts';
import { biomeText } from './biome-text.ts';
import { cargoJson } from './cargo-json.ts';
import { lintCounts } from './counts.ts';
import { eslintJson } from './eslint-json.ts';
import { eslintText } from './eslint-text.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';
import { ruffJson } from './ruff-json.ts';
import { sarif } from './sarif.ts';

/** A linter that prints nothing and succeeds found nothing; one that prints what nobody reads here stays unknown. */
const silence: Parser = (output) =>
  output.code === 0 && printed(output).trim() === ''
    ? lintCounts({ errors: 0, warnings: 0, infos: 0 })
    : undefined;

const spokenEslintText: Parser = (output, options) => {
  const lint = eslintText(output, options)?.lint;
  return lint !== undefined && lint.errors + lint.warnings > 0 ? { lint } : undefined;
};

export const anyLint = agreed([
  sarif,
  eslintJson,
  ruffJson,
  biomeJson,
  cargoJson,
  biomeText,
  spokenEslintText,
  silence,
]);
