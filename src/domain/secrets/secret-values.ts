// Which values among a child's variables are secrets: by the variable's name, and all that the user gave it, whatever their names are.

interface GivenValues {
  /** Names of variables that hold keys. */
  readonly keys?: readonly (string | undefined)[];
  /** Names of variables that the user passes on. */
  readonly passed: readonly string[];
  /** What the user set for contestants: one of them may have left it where another one meets it. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** By the names of their variables; a second value of one name has a number. */
export function secretValues(
  env: Readonly<Record<string, string>>,
  { keys: named = [], passed, values }: GivenValues,
): Readonly<Record<string, string>> {
  const [keys, set] = [new Set(named), new Set([...passed, ...values.map(([name]) => name)])];
  const isSecret = (name: string, value: string) =>
    keys.has(name) ||
    name.split('_').some((word) => secretWord.test(word)) ||
    (set.has(name) && !ordinary.some((shape) => shape.test(value)));
  const found = new Map<string, string>();
  for (const [name, value] of [...Object.entries(env), ...values]) {
    if (!isSecret(name, value) || [...found.values()].includes(value)) continue;
    let label = name;
    for (let count = 2; found.has(label); count += 1) label = `${name} (${count})`;
    found.set(label, value);
  }
  return Object.fromEntries(found);
}

/** A word of a variable's name that says its value is a secret: API_KEY, github_token2, DB_PASS, GH_PAT. */
const secretWord = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)S?\d*$|^(?:PASS|PAT|CREDENTIALS?)\d*$/i;

/** Values that stand in many a text and open nothing: a word, a figure, a path, a language, a server's bare address. */
const ordinary: readonly RegExp[] = [
  /^[A-Za-z]{1,12}$/,
  /^[\d.]{1,12}$/,
  /^[~.]{0,2}\/[^\s]*$/,
  /^[a-z]{2}_[A-Z]{2}(?:\.[A-Za-z0-9-]{1,12})?$/,
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9.-]{0,12}){0,3}$/,
];
