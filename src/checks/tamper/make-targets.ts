// Which targets of a Makefile (or recipes of a justfile) that measure something changed, with the variables they use.

export function changedTargets(before: string, after: string): readonly string[] {
  const [old, now] = [measuring(before), measuring(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
}

const measures =
  /^(?:.*[-_./])?(?:tests?|lint|checks?|typecheck|types|verify|vet|ci|coverage|format-check)(?:[-_./].*)?$/i;
/** How make itself runs what it runs. */
const always = /^(?:SHELL|MAKEFLAGS|[.]SHELLFLAGS|[.]IGNORE|[.]SILENT|[.]ONESHELL|[.]RECIPEPREFIX)$/;
const rule = /^([^\s#:=][^:=#]{0,200}?)\s*:(?!=)/;
const assignment = /^(?:(?:export|override|set)\s+)*([A-Za-z_.][\w.-]*)\s*(?:::?:?|[?+!])?=/;

/** Measuring targets with their recipes, and the variables that stand in these. */
function measuring(text: string): ReadonlyMap<string, string> {
  const { targets, variables } = parts(text);
  const found = new Map([...targets].filter(([name]) => measures.test(name) || always.test(name)));
  const queue = [...found.values()];
  for (let at = 0; at < queue.length; at += 1) {
    for (const [, used = ''] of (queue[at] ?? '').matchAll(/(?:\$[({]|\{\{)\s*([\w.-]+)/g)) {
      const value = variables.get(used);
      if (value === undefined || found.has(`$(${used})`)) continue;
      found.set(`$(${used})`, value);
      queue.push(value);
    }
  }
  for (const [name, value] of variables) if (always.test(name)) found.set(name, value);
  return found;
}

function parts(text: string) {
  const targets = new Map<string, string>();
  const variables = new Map<string, string>();
  let open: readonly string[] = [];
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const variable = line.startsWith('\t') ? undefined : assignment.exec(trimmed)?.[1];
    if (variable !== undefined) append(variables, [variable], trimmed);
    else open = namesOf(line) ?? open;
    // What is set in may be either: a line of a recipe, or an assignment under a condition.
    if (variable === undefined || /^\s/.test(line)) append(targets, open, trimmed);
  }
  return { targets, variables };
}

/** The targets that a rule is for; absent: the line begins none. */
function namesOf(line: string): readonly string[] | undefined {
  return rule
    .exec(line)?.[1]
    ?.split(/\s+/)
    .map((name) => name.replace(/^@/, ''));
}

function append(to: Map<string, string>, names: readonly string[], line: string): void {
  for (const name of names) to.set(name, `${to.get(name) ?? ''}${line}\n`);
}
