// Which sections of a settings file that holds many things (pyproject.toml, setup.cfg, Cargo.toml) changed and measure.

/** Names of changed sections that `measures` says yes to. */
export function changedSections(
  before: string,
  after: string,
  measures: (section: string) => boolean,
): readonly string[] {
  const [old, now] = [sections(before), sections(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => measures(name) && old.get(name) !== now.get(name),
  );
}

const header = /^\[{1,2}([^\]]+)\]{1,2}\s*(?:[#;].*)?$/;

/** Lines by section, without blank ones and comments. What stands before the first header goes by the first part of its key. */
function sections(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let section = '';
  let quote = '';
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const opened = quote === '' ? header.exec(trimmed)?.[1] : undefined;
    const inside = quote !== '';
    if (!inside && (trimmed === '' || /^[#;]/.test(trimmed))) continue;
    quote = openQuote(trimmed, quote);
    if (opened !== undefined) section = bare(opened);
    const name = section === '' ? bare(trimmed.split('=')[0] ?? '') : section;
    // A section may come in parts: a list of tables.
    found.set(name, `${found.get(name) ?? ''}${trimmed}\n`);
  }
  return found;
}

/** A text over several lines may hold what looks like a header. */
function openQuote(line: string, open: string): string {
  let quote = open;
  for (const [mark] of line.matchAll(/"""|'''/g)) {
    if (quote === '') quote = mark;
    else if (quote === mark) quote = '';
  }
  return quote;
}

function bare(name: string): string {
  return name.replaceAll(/["'\s]/g, '').toLowerCase();
}
