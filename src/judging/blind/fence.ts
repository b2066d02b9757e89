// Sets entries apart as data: each between two lines that carry a random fence no entry can contain.

export interface LabelledEntry {
  readonly label: string;
  readonly text: string;
}

export interface Fenced {
  readonly text: string;
  readonly fence: string;
}

/** Shorter random text could be guessed, or stand in an entry by chance. */
const minLength = 8;

/** `random` is fresh random text, unknown to whoever wrote the entries. */
export function fenceEntries(entries: readonly LabelledEntry[], random: string): Fenced {
  if (!/^[A-Za-z0-9_-]+$/u.test(random) || random.length < minLength) {
    throw new Error(
      `A fence needs at least ${minLength} random letters or digits, got ${JSON.stringify(random)}.`,
    );
  }
  for (const { label } of entries) {
    if (!/^[\p{L}\p{N}_-]+$/u.test(label))
      throw new Error(`A label cannot stand in a fence line: ${JSON.stringify(label)}.`);
  }
  const fence = freeFence(entries, random);
  const text = entries
    .map(
      (entry) =>
        `<<<ENTRY ${entry.label} ${fence}\n${withoutLastBreak(entry.text)}\nENTRY ${entry.label} ${fence}>>>`,
    )
    .join('\n\n');
  return { text, fence };
}

/** Checked, not hoped for: an entry that holds the random text gets a fence that it does not hold. */
function freeFence(entries: readonly LabelledEntry[], random: string): string {
  let fence = random;
  for (let extra = 1; entries.some(({ text }) => text.includes(fence)); extra += 1)
    fence = `${random}-${extra}`;
  return fence;
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/u, '');
}
