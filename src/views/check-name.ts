// What a check is called where its key would say too much: `check/claude/submitted/test` is `claude, submitted: test`.

export function checkName(key: string): string {
  const [kind, ...rest] = key.split('/');
  const what = rest.at(-1) ?? key;
  const whose = rest.slice(0, -1).join(', ').replace('tests-of, ', 'tests of ');
  if (kind === 'setup') return `setup of ${rest.slice(0, -1).slice(-1)[0] ?? key}`;
  return kind === 'check' && whose !== '' ? `${whose}: ${what}` : key;
}
