// Who may see what of a contest: one rule for exports, reports, pages, callers and judges' copies.
import { redactor } from '../kept-text.ts';

/** Nothing of the class secret is ever shown; it is there so that a reader knows the class exists. */
export type Visibility = 'public' | 'operator' | 'secret';

/**
 * everybody: readers of an export. model: judges, and agents that call joust. owner: at the own terminal or page, and with
 * --operator.
 */
export type Audience = 'everybody' | 'model' | 'owner';

type Content =
  /** Task, answers and reports: written so that everybody may read them. */
  | { readonly type: 'told' }
  /**
   * A patch, or a file that was handed in. `secrets` are files that looked like holding one when it was; `text` is all of it,
   * where it is at hand.
   */
  | { readonly type: 'patch'; readonly secrets: readonly string[] | undefined; readonly text?: string }
  /** Streams, events, paths and programs of the machine. */
  | { readonly type: 'machine' }
  /** Of a variable. */
  | { readonly type: 'value' };

/** A patch is never altered: it is shown whole, or not at all. */
export function visibilityOf(content: Content): Visibility {
  if (content.type === 'value') return 'secret';
  if (content.type === 'machine') return 'operator';
  return content.type === 'patch' && holdsSecret(content) ? 'operator' : 'public';
}

function holdsSecret({ secrets = [], text = '' }: Extract<Content, { type: 'patch' }>): boolean {
  return secrets.length > 0 || redactor({})(text) !== text;
}

export function maySee(audience: Audience, content: Content): boolean {
  const visibility = visibilityOf(content);
  return visibility === 'public' || (visibility === 'operator' && audience === 'owner');
}

/** For a line of a table, a note or a page; the files are those that an entry names. */
export function secretNote(kinds: readonly string[] | undefined, files: readonly string[]): string {
  const what = kinds === undefined || kinds.length === 0 ? 'a secret' : `a secret (${kinds.join(', ')})`;
  const where = files.length === 0 ? '' : ` in ${someOf(files)}`;
  return `the patch has what looks like ${what}${where}: public exports leave it out, and no model sees it`;
}

const mostNamed = 5;

function someOf(files: readonly string[]): string {
  const more = files.length - mostNamed;
  return `${files.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
