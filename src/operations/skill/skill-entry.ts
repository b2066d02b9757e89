// What joust puts into files of other agents, as text: in, and out again, every other byte as it was.
import { isMap, isScalar, parseDocument } from 'yaml';
import { JoustError } from '../../domain/joust-error.ts';
import { sha256 } from '../../process/machine.ts';

/** Undefined: there is no file. */
export type FileText = string | undefined;

export interface TextEdit {
  /** With it put in; the same text where it is in already. */
  add(before: FileText): string;
  /** Without it; undefined: nothing would be left of the file. The same text where it is not in. */
  remove(before: FileText): FileText;
}

/** A file that is all joust's: it knows its own by what it says of itself. */
export function wholeFile(content: string): TextEdit {
  const signed = `${content}${signature(content)}`;
  return {
    add: (before) =>
      before === undefined || isOurs(before) ? signed : refuse('it was written or changed by somebody else'),
    remove: (before) => (before !== undefined && isOurs(before) ? undefined : before),
  };
}

const signatureShape = /<!-- written by joust install-skill, sha256 [0-9a-f]{64} -->\n$/;

function signature(content: string): string {
  return `<!-- written by joust install-skill, sha256 ${sha256(content)} -->\n`;
}

function isOurs(text: string): boolean {
  const content = text.replace(signatureShape, '');
  return content !== text && text === `${content}${signature(content)}`;
}

/** As earlier versions wrote it. */
const olderBlock =
  '# written by joust install-skill\n[mcp_servers.joust]\ncommand = "joust"\nargs = ["mcp"]\n';
/** `codex exec` can't ask a person: without approval it refuses every call. */
const tomlBlock = `${olderBlock}default_tools_approval_mode = "approve"\n`;

/** At its end, where a table is always allowed. */
export const tomlEntry: TextEdit = {
  add(before = '') {
    if (before.includes(tomlBlock)) return before;
    if (holdsWhole(before, olderBlock)) return before.replace(olderBlock, () => tomlBlock);
    if (/^\s*\[\s*mcp_servers\s*\.\s*["']?joust["']?\s*[.\]]|^\s*mcp_servers\s*=/m.test(before))
      return refuse('it has an entry of that name that joust did not write');
    return before === '' ? tomlBlock : `${before}\n${tomlBlock}`;
  },
  remove(before) {
    const block = [tomlBlock, olderBlock].find((one) => before?.includes(one));
    if (before === undefined || block === undefined) return before;
    const at = before.indexOf(block);
    const [head, tail] = [before.slice(0, at).replace(/\n$/, ''), before.slice(at + block.length)];
    // More of the same table would become another's.
    if (!holdsWhole(before, block)) return refuse('the entry was changed since');
    const rest = `${head}${tail}`;
    return rest === '' ? undefined : rest;
  },
};

/** Nothing was added to its table. */
function holdsWhole(text: string, block: string): boolean {
  const at = text.indexOf(block);
  return at >= 0 && /^\s*(?:\[|#|$)/.test(text.slice(at + block.length));
}

/** The first member of a table of JSON, which is made where there is none. */
export function jsonEntry(table: string, entry: object): TextEdit {
  const member = `\n    "joust": ${JSON.stringify(entry)}`;
  const whole = `\n  "${table}": {${member}\n  }`;
  const alone = `{${whole}\n}\n`;
  /** As they may stand in a file, with the comma that is theirs. */
  const forms = [whole, member].flatMap((text) => [`${text},`, `,${text}`, text]);
  return {
    add(before) {
      if (before === undefined || before.trim() === '') return alone;
      if (before.includes(member)) return before;
      // JSON is YAML too, whose parser knows where everything stands.
      const { contents } = parseDocument(before);
      if (!isJson(before) || !isMap(contents)) return refuse('it is not plain JSON');
      const found = contents.items.find(({ key }) => isScalar(key) && key.value === table)?.value;
      if (found === undefined) return insert(before, contents, whole);
      if (!isMap(found)) return refuse(`its "${table}" is not a table`);
      if (found.has('joust')) return refuse('it has an entry of that name that joust did not write');
      return insert(before, found, member);
    },
    remove(before) {
      if (before === undefined || before === alone) return undefined;
      const form = forms.find((one) => before.includes(one));
      return form === undefined ? before : before.replace(form, () => '');
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Place {
  readonly range?: readonly [number, number, number] | null | undefined;
  readonly items: readonly unknown[];
}

/** Behind the brace that opens it. */
function insert(text: string, { range, items }: Place, added: string): string {
  const at = text.indexOf('{', range?.[0] ?? 0) + 1;
  return `${text.slice(0, at)}${added}${items.length === 0 ? '' : ','}${text.slice(at)}`;
}

function refuse(why: string): never {
  throw new JoustError(why, { code: 'config' });
}
