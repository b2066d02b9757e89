// What a package.json says about measuring: its scripts, and the settings of test and lint tools that may stand in it.

const tools = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'eslintConfig',
  'eslintIgnore',
  'prettier',
  'stylelint',
  'standard',
  'xo',
  'lint-staged',
  'husky',
  'commitlint',
  'wireit',
];

type Package = Readonly<Record<string, unknown>>;

/** `scripts.test changed, jest added`; absent: nothing of it changed. */
export function packageDetail(before: string | undefined, after: string | undefined): string | undefined {
  const [old, now] = [readPackage(before ?? '{}'), readPackage(after ?? '{}')];
  if (old === undefined || now === undefined) return 'cannot be read as JSON';
  const parts = [
    ...changes(asPackage(old['scripts']), asPackage(now['scripts']), 'scripts.'),
    ...changes(only(old), only(now), ''),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/**
 * The new file with the scripts and tool settings of the old one, written as the new one is; absent: one of them is no
 * package file. A package that is new keeps its scripts, which can weaken nothing that was there.
 */
export function packageWithBase(before: string | undefined, after: string): string | undefined {
  const [old, now] = [before === undefined ? undefined : readPackage(before), readPackage(after)];
  if (now === undefined || (before !== undefined && old === undefined)) return undefined;
  const held = (key: string) => tools.includes(key) || (key === 'scripts' && before !== undefined);
  const kept = Object.entries(now).flatMap(([key, value]) => {
    if (!held(key)) return [[key, value] as const];
    return old !== undefined && Object.hasOwn(old, key) ? [[key, old[key]] as const] : [];
  });
  const back = Object.entries(old ?? {}).filter(([key]) => held(key) && !Object.hasOwn(now, key));
  const text = JSON.stringify(Object.fromEntries([...kept, ...back]), undefined, indent(after));
  const ended = /\n\s*$/.test(after) ? `${text}\n` : text;
  return after.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}

function readPackage(text: string): Package | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isPackage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPackage(value: unknown): value is Package {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asPackage(value: unknown): Package {
  return isPackage(value) ? value : {};
}

function only(all: Package): Package {
  return Object.fromEntries(Object.entries(all).filter(([key]) => tools.includes(key)));
}

function changes(old: Package, now: Package, prefix: string): readonly string[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    if (!Object.hasOwn(old, key)) return [`${prefix}${key} added`];
    if (!Object.hasOwn(now, key)) return [`${prefix}${key} deleted`];
    return JSON.stringify(old[key]) === JSON.stringify(now[key]) ? [] : [`${prefix}${key} changed`];
  });
}

function indent(text: string): string {
  return /^\s*\{\r?\n([ \t]+)"/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '';
}
