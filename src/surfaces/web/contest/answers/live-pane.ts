// Writes what an attempt says into its pane, outside of React: bounded blocks, every 60 ms, only where somebody looks.
import type { AgentEvent } from '../../../../domain/agent-event.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import type { Piece } from '../../data/live/live-words.ts';
import { compact, mostLoose, unitsOf } from '../../data/live/voices.ts';
import { cutBlocks, settledLength } from './live-blocks.ts';

/** Characters that stay in a pane while it streams. */
export const shownLive = 64 * 1024;
const flushMs = 60;

interface Changed {
  /** It does not follow: somebody reads further up. */
  readonly paused: boolean;
  /** Some of the beginning is not shown any more. */
  readonly cut: boolean;
}

type Kind = Piece['kind'] | 'gap';

/** Text that is not finished Markdown yet, and the blocks that show it as it is. */
interface Growing {
  readonly blocks: HTMLElement[];
  text: string;
}

/** Without an empty line in so much, it stays as it is. */
const mostGrowing = 16 * 1024;

/** Scrolls in a box of `column-reverse`: it stays at its end by itself. */
export class LivePane {
  readonly #box: HTMLElement;
  readonly #text: HTMLElement;
  readonly #changed: (state: Changed) => void;
  #waiting: Piece[] = [];
  #waitingUnits = 0;
  #open: { readonly kind: Kind; readonly node: Text } | undefined;
  #growing: Growing | undefined;
  #render: ((markdown: string) => string | undefined) | undefined;
  #shown = 0;
  #units: number | undefined;
  #isSeen = true;
  #paused = false;
  #cut = false;

  constructor(box: HTMLElement, text: HTMLElement, changed: (state: Changed) => void) {
    this.#box = box;
    this.#text = text;
    this.#changed = changed;
    box.addEventListener('scroll', this.#scrolled, { passive: true });
  }

  hear(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#waitingUnits += unitsOf(piece);
    }
    this.#forget();
    this.#soon();
  }

  /** From now on what is finished of its text is shown as Markdown: for the one somebody reads. */
  renderBy(render: (markdown: string) => string | undefined): void {
    this.#render = render;
  }

  /** Another run of the same attempt begins anew. */
  clear(): void {
    this.#waiting = [];
    this.#waitingUnits = 0;
    this.#open = undefined;
    this.#growing = undefined;
    this.#shown = 0;
    this.#units = undefined;
    this.#text.replaceChildren();
    this.#say({ paused: false, cut: false });
  }

  see(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#soon();
  }

  follow(): void {
    this.#say({ paused: false, cut: this.#cut });
    this.#write();
    this.#box.scrollTop = 0;
  }

  close(): void {
    this.#box.removeEventListener('scroll', this.#scrolled);
    dirty.delete(this);
  }

  /** As far as it is to be written now. */
  flush(): void {
    if (this.#isSeen && !this.#paused) this.#write();
  }

  #soon(): void {
    if (this.#waiting.length > 0 && this.#isSeen && !this.#paused) writeSoon(this);
  }

  readonly #scrolled = (): void => {
    const paused = this.#box.scrollTop < -8;
    if (paused === this.#paused) return;
    this.#say({ paused, cut: this.#cut });
    this.#soon();
  };

  #say({ paused, cut }: Changed): void {
    if (paused === this.#paused && cut === this.#cut) return;
    this.#paused = paused;
    this.#cut = cut;
    this.#changed({ paused, cut });
  }

  /** What waits for somebody to look is no more than what would be shown. */
  #forget(): void {
    if (this.#waiting.length > 2 * mostLoose) this.#waiting = compact(this.#waiting);
    if (this.#waitingUnits <= 2 * shownLive) return;
    let at = 0;
    while (this.#waitingUnits > shownLive) {
      const piece = this.#waiting[at];
      if (piece === undefined) break;
      this.#waitingUnits -= unitsOf(piece);
      at += 1;
    }
    this.#waiting.splice(0, at);
  }

  #write(): void {
    const pieces = this.#waiting;
    if (pieces.length === 0) return;
    this.#waiting = [];
    this.#waitingUnits = 0;
    for (const piece of pieces) {
      if (this.#units !== undefined && piece.from > this.#units)
        this.#add('gap', 'Something is left out here.');
      this.#units = piece.from + unitsOf(piece);
      if ('text' in piece) this.#add(piece.kind, visible(piece.text));
      else if (piece.kind !== 'usage') this.#add(piece.kind, lineOf(piece.event));
    }
    this.#settle();
    this.#trim();
  }

  #add(kind: Kind, text: string): void {
    if (kind !== 'text') this.#growing = undefined;
    else if (this.#render !== undefined) {
      this.#growing ??= { blocks: [], text: '' };
      this.#growing.text += text;
      // The next block is the first of what grows.
      if (this.#growing.blocks.length === 0) this.#open = undefined;
    }
    const runs = kind === 'text' || kind === 'thought';
    const goesOn = runs && this.#open?.kind === kind ? this.#open.node.length : undefined;
    this.#shown += text.length;
    for (const part of cutBlocks(text, goesOn)) {
      if (part.opens || this.#open === undefined) this.#open = { kind, node: this.#block(kind, part.text) };
      else this.#open.node.appendData(part.text);
    }
  }

  #block(kind: Kind, text: string): Text {
    const block = document.createElement('div');
    block.className = `said ${kind}`;
    const node = document.createTextNode(text);
    block.append(node);
    this.#text.append(block);
    if (kind === 'text') this.#growing?.blocks.push(block);
    return node;
  }

  /** What is finished of the growing text takes the place of its blocks. */
  #settle(): void {
    const growing = this.#growing;
    if (growing === undefined) return;
    const end = settledLength(growing.text);
    const html = end === 0 ? undefined : this.#render?.(growing.text.slice(0, end));
    if (html === undefined) {
      if (end > 0 || growing.text.length > mostGrowing) this.#growing = undefined;
      return;
    }
    const finished = document.createElement('div');
    finished.className = 'said text markdown';
    finished.innerHTML = html;
    growing.blocks[0]?.before(finished);
    for (const block of growing.blocks) block.remove();
    const rest = growing.text.slice(end);
    this.#growing = undefined;
    this.#open = undefined;
    this.#shown -= rest.length;
    if (rest !== '') this.#add('text', rest);
  }

  #trim(): void {
    let first = this.#text.firstChild;
    while (this.#shown > shownLive && first !== null && first !== this.#text.lastChild) {
      this.#shown -= first.textContent?.length ?? 0;
      const next = first.nextSibling;
      first.remove();
      first = next;
      this.#say({ paused: this.#paused, cut: true });
    }
  }
}

function lineOf(event: AgentEvent): string {
  if (event.type === 'notice') return visibleLine(event.text);
  if (event.type !== 'tool') return '';
  return visibleLine(event.detail === undefined ? event.name : `${event.name} ${event.detail}`).slice(0, 400);
}

/** One clock for all panes: it runs while one of them has something to write. */
const dirty = new Set<LivePane>();

function writeSoon(pane: LivePane): void {
  if (dirty.size === 0) setTimeout(writeAll, flushMs);
  dirty.add(pane);
}

function writeAll(): void {
  const panes = [...dirty];
  dirty.clear();
  for (const one of panes) one.flush();
}
