// Which values among a child's variables are secrets: by the variable's name, and all that the user gave it, whatever their names are.

/** `given` are the names of variables that the user set or passes on. */
export function secretValues(
  env: Readonly<Record<string, string>>,
  given: { readonly keys: readonly (string | undefined)[]; readonly set: readonly string[] },
): Readonly<Record<string, string>> {
  const [keys, set] = [new Set(given.keys), new Set(given.set)];
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        keys.has(name) ||
        name.split('_').some((word) => secretWord.test(word)) ||
        (set.has(name) && !ordinary.some((shape) => shape.test(value))),
    ),
  );
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
