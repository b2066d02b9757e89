// The ways a judge may write a label: `B`, `(b)`, "Response B", "Response 2", "the second answer".

export interface LabelNames {
  /** Source of a regular expression (flags `iu`) without groups; what it matches may still be no name. */
  readonly pattern: string;
  /** The label that is meant, if any: an "a" that is only an article is none. */
  readonly labelOf: (text: string) => string | undefined;
  /** As `labelOf`, where the text is nothing but a name: a value, a whole line. Case is free there. */
  readonly labelOfWhole: (text: string) => string | undefined;
}

/** What judges call an entry. */
export const entryNouns =
  '(?:candidate|response|output|answer|assistant|entry|option|model|solution|submission|contestant|participant|' +
  'reply|completion|choice|text|summary|translation|version|implementation|patch|system|player|agent|code|' +
  'generation|result|proposal|draft|story|essay|poem|passage|review|team|side)s?';

const opening = '[\\[("\'`*_<|“‘«{]';
const closing = '[\\])"\'`*_>|”’»}]';
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export function labelNames(labels: readonly string[]): LabelNames {
  const aliases = aliasesOf(labels);
  const said = [...labels, ...aliases.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const core = `${opening}{0,4}(?:${said.join('|')})(?![\\p{L}\\p{N}_])${closing}{0,4}`;
  const words = ordinals.slice(0, labels.length).join('|');
  const pattern = `(?<![\\p{L}\\p{N}_])(?:(?:${entryNouns}\\s*#?\\s*)?${core}|(?:the\\s+)?(?:${words})\\s+(?:${entryNouns}|one)(?![\\p{L}\\p{N}_]))`;
  const noun = new RegExp(`^(?:the\\s+)?${entryNouns}\\s*#?\\s*(?=\\S)`, 'iu');
  const ordinal = new RegExp(`^(?:the\\s+)?(${words})\\s+(?:${entryNouns}|one)$`, 'iu');

  const resolve = (text: string, whole: boolean): string | undefined => {
    const trimmed = text.trim();
    const counted = ordinal.exec(trimmed)?.[1];
    if (counted !== undefined) return labels[ordinals.indexOf(counted.toLowerCase())];
    const exact = labels.find((label) => label === trimmed);
    if (exact !== undefined) return exact;
    const named = trimmed.replace(noun, '');
    const bare = named.replace(wrapping, '').trim();
    const nounSaid = named !== trimmed;
    const label = labelNamed(bare, nounSaid || bare !== named || whole);
    // A bare "2" may be anything (a count, a status code), so a place in the row needs its noun.
    return label ?? (nounSaid ? aliases.get(bare.toLowerCase()) : undefined);
  };

  /** Two labels that differ in case alone (`m`, `M`) must be written as they are. */
  const labelNamed = (bare: string, anyCase: boolean): string | undefined => {
    const exact = labels.find((label) => label === bare);
    if (exact !== undefined || !anyCase) return exact;
    const alike = labels.filter((label) => label.toLowerCase() === bare.toLowerCase());
    return alike.length === 1 ? alike[0] : undefined;
  };

  return {
    pattern,
    labelOf: (text) => resolve(text, false),
    labelOfWhole: (text) => resolve(text.trim().replace(/[.,;:!]+$/u, ''), true),
  };
}

const wrapping = new RegExp(`^${opening}+|${closing}+$`, 'gu');

/** "Response 2" where the labels are letters, "Assistant A" where they are numbers: the place in the row. */
function aliasesOf(labels: readonly string[]): Map<string, string> {
  const aliases = new Map<string, string>();
  const lower = new Set(labels.map((label) => label.toLowerCase()));
  const letters = labels.every((label) => /^\p{L}+$/u.test(label));
  const numbers = labels.every((label) => /^\d+$/u.test(label));
  for (const [index, label] of labels.entries()) {
    const number = String(index + 1);
    const letter = String.fromCharCode(97 + index);
    if (letters && !lower.has(number)) aliases.set(number, label);
    if (numbers && index < 26) aliases.set(letter, label);
  }
  return aliases;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&').replace(/\s+/gu, '\\s+');
}
