// Takes secrets out of text before it is stored or shown to another model.

export type Redactor = (text: string) => string;

/** A value shorter than this is too common to be taken for a secret. */
const minSecretLength = 8;

/** Token shapes that are secrets wherever they stand. */
const tokenShapes = new RegExp(
  [
    'sk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}',
    'gh[pousr]_[A-Za-z0-9]{36,}',
    'github_pat_[A-Za-z0-9_]{40,}',
    'AIza[A-Za-z0-9_-]{35}',
    'xox[abprs]-[A-Za-z0-9-]{20,}',
    'AKIA[A-Z0-9]{16}',
    'eyJ[A-Za-z0-9_-]{16,}\\.eyJ[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  ]
    .map((shape) => `\\b${shape}(?![A-Za-z0-9])`)
    .join('|'),
  'g',
);

/** `https://user:password@host` */
const urlPassword = /(:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}(?=@)/g;

/** `secrets` are the values this attempt was given, by the name of their variable. */
export function redactor(secrets: Readonly<Record<string, string>>): Redactor {
  const known = Object.entries(secrets)
    .filter(([, value]) => value.length >= minSecretLength)
    .sort(([, a], [, b]) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const [name, value] of known) clean = clean.replaceAll(value, `[redacted ${name}]`);
    return clean.replace(tokenShapes, '[redacted token]').replace(urlPassword, '$1[redacted]');
  };
}
