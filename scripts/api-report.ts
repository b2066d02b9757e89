// Writes api/joust.api.md: every export of the package with its kind and signature, from the built declarations: npm run api.
// A test compares it, so that the public surface changes on purpose.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
export const reportPath = resolve(root, 'api/joust.api.md');
const face = resolve(root, 'dist/types/index.d.ts');

export function apiReport(): string {
  const program = ts.createProgram([face], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    skipLibCheck: true,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(face);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${face} is not there: npm run build`);
  const symbols = checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const everywhere = sharedBy(
    symbols.map((symbol) => settingsOf(symbol, checker)).filter((one) => one.length > 0),
  );
  const parts = symbols.map((symbol) => {
    const own = settingsOf(symbol, checker).filter((line) => !everywhere.includes(line));
    return section(symbol.name, [declarationOf(symbol, checker), ...own]);
  });
  const intro = '# What the package `joust` exports\n\nMade by `npm run api`; a test compares it.\n';
  return [intro, section('Options of every format', everywhere), ...parts].join('\n');
}

function section(title: string, lines: readonly string[]): string {
  return `### ${title}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`;
}

function sharedBy([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((line) => others.every((other) => other.includes(line)));
}

/** As it is declared, without what the comments say. */
function declarationOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const printer = ts.createPrinter({ removeComments: true });
  return (meantBy(symbol, checker).declarations ?? [])
    .map((declaration) => {
      const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      const text = printer.printNode(ts.EmitHint.Unspecified, whole, declaration.getSourceFile());
      return shortened(text.replaceAll(/^export (declare )?/gm, ''));
    })
    .join('\n');
}

function meantBy(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** What a function that plays a format takes, which its type alone does not show. */
function settingsOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const [declaration] = meantBy(symbol, checker).declarations ?? [];
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return [];
  if (declaration.type?.getText().startsWith('PlayFunction<') !== true) return [];
  const [signature] = checker.getTypeAtLocation(declaration).getCallSignatures();
  const [options] = signature?.getParameters() ?? [];
  const settings = options === undefined ? [] : checker.getTypeOfSymbol(options).getProperties();
  return settings.map((one) => settingLine(one, checker)).toSorted();
}

function settingLine(one: ts.Symbol, checker: ts.TypeChecker): string {
  const type = checker.typeToString(checker.getTypeOfSymbol(one), undefined, ts.TypeFormatFlags.NoTruncation);
  // In which order the compiler has them says nothing.
  const told = /[{(<]/.test(type) ? type : type.split(' | ').toSorted().join(' | ');
  return `//   ${one.name}${one.flags & ts.SymbolFlags.Optional ? '?' : ''}: ${told}`;
}

const longest = 40;

/** Schemas are spelled out over hundreds of lines, and change with what they describe. */
function shortened(text: string): string {
  const lines = text.split('\n');
  return lines.length <= longest
    ? text
    : [...lines.slice(0, longest), `// and ${lines.length - longest} lines more`].join('\n');
}

if (import.meta.main) {
  mkdirSync(dirname(reportPath), { recursive: true });
  writeFileSync(reportPath, apiReport());
  console.log('api/joust.api.md');
}
