// What can be done with a brief: each with the command line that does the same.
import { useState } from 'react';
import { visibleLine } from '../../../views/visible.ts';
import type { BriefJson } from '../../../views/wire/brief-json.ts';
import { useRoute, withQuery } from '../address.ts';
import { useDeed } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { Dialog } from '../design/dialog.tsx';
import { CopyButton, TroubleCard } from '../design/parts.tsx';
import { type Deed, type DeedForm, deedBody, deedCommand } from './brief-deeds.ts';

export interface Started {
  /** As a sentence begins. */
  readonly what: string;
  readonly id: string;
  readonly waiting: boolean;
  readonly notes: readonly string[];
}

export interface BriefProps {
  readonly brief: BriefJson;
  /** Something was started: how it went is told above. */
  readonly onStarted: (started: Started) => void;
}

type Asked = Exclude<Deed, 'refine'>;

const words: Readonly<Record<Asked, readonly [title: string, about: string, begins: string]>> = {
  play: ['Play', 'Whoever has not handed in yet works alone; the others keep what they have.', 'Playing it'],
  judge: ['Judge', 'A panel scores all entries without names.', 'Judging it'],
  merge: ['Merge', 'One of them makes the best of all entries, without knowing whose they are.', 'Merging'],
  consult: [
    'Consult',
    'Reviewers say what would help one entry; it goes into its feedback.',
    'A consultation',
  ],
};

export function BriefDeeds({ brief, onStarted }: BriefProps) {
  const route = useRoute();
  const [asked, setAsked] = useState<Asked>();
  if (useSource().post === undefined) return null;
  const { state } = brief.status;
  const entries = entriesOf(brief).length;
  const isBusy = ['playing', 'judging', 'consulting'].includes(state);
  const first = firstOf(state, entries);
  const can: Readonly<Record<Asked, boolean>> = {
    play: true,
    judge: entries > 1,
    merge: entries > 1,
    consult: entries > 0,
  };
  return (
    <div className="row">
      {(['play', 'judge'] as const).map((deed) => (
        <DeedButton
          key={deed}
          deed={deed}
          isFirst={first === deed}
          off={isBusy || !can[deed]}
          onAsk={setAsked}
        />
      ))}
      {entries > 0 && (
        <a
          className={`button${first === 'refine' ? ' primary' : ''}`}
          href={withQuery(route, { tab: 'work', round: undefined })}
          onClick={() => document.getElementById('feedback')?.scrollIntoView()}
        >
          Next round
        </a>
      )}
      {(['merge', 'consult'] as const).map((deed) => (
        <DeedButton key={deed} deed={deed} isFirst={false} off={isBusy || !can[deed]} onAsk={setAsked} />
      ))}
      <Dialog
        title={asked === undefined ? '' : words[asked][0]}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        {asked !== undefined && (
          <Asking
            deed={asked}
            brief={brief}
            onStarted={(started) => {
              setAsked(undefined);
              onStarted(started);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

/** What fits next. */
function firstOf(state: string, entries: number): Deed | undefined {
  if (state === 'judged' || state === 'consulted') return 'refine';
  if (state === 'handed_in' && entries > 1) return 'judge';
  return state === 'created' || entries < 2 ? 'play' : undefined;
}

interface ButtonProps {
  readonly deed: Asked;
  readonly isFirst: boolean;
  readonly off: boolean;
  readonly onAsk: (deed: Asked) => void;
}

function DeedButton({ deed, isFirst, off, onAsk }: ButtonProps) {
  return (
    <button
      type="button"
      className={`button${isFirst ? ' primary' : ''}`}
      disabled={off}
      onClick={() => onAsk(deed)}
    >
      {words[deed][0]}
    </button>
  );
}

function Asking({ deed, brief, onStarted }: BriefProps & { readonly deed: Asked }) {
  const [form, setForm] = useState<DeedForm>({});
  const start = useDeed<object, Omit<Started, 'what'>>(`/brief/${deed}`);
  const say = (more: DeedForm) => setForm({ ...form, ...more });
  const entries = entriesOf(brief);
  const [title, about, begins] = words[deed];
  const command = deedCommand(deed, brief.folder, form);
  return (
    <div className="stack">
      <p className="muted">{about}</p>
      {deed === 'play' && (
        <>
          <Names
            label="Only these"
            names={brief.brief.contestants.map(({ name }) => name)}
            chosen={listIn(form, 'contestant')}
            onChange={(contestant) => say({ contestant })}
          />
          <Switch label="Also those who have handed in" onChange={(again) => say({ again })} />
        </>
      )}
      {deed === 'judge' && (
        <>
          <Specs
            label="Judges"
            fallback={brief.brief.judges?.join(' ') ?? 'joust chooses'}
            onChange={(judge) => say({ judge })}
          />
          <Switch label="One entry at a time" onChange={(oneAtATime) => say({ oneAtATime })} />
          <Switch label="Even out Markdown" onChange={(even) => say({ even })} />
        </>
      )}
      {deed === 'merge' && (
        <>
          <OneOf label="Who merges" names={entries} onChange={(by) => say({ by })} />
          <OneOf label="Begins with" names={entries} onChange={(base) => say({ base })} />
          <Names
            label="Takes from"
            names={entries}
            chosen={listIn(form, 'from')}
            onChange={(from) => say({ from })}
          />
        </>
      )}
      {deed === 'consult' && (
        <>
          <OneOf label="Whose entry" names={entries} onChange={(of) => say({ of })} />
          <Specs
            label="Reviewers"
            fallback="those of the brief, or its judges"
            onChange={(by) => say({ by })}
          />
        </>
      )}
      <p className="sunk command-line">
        <code>{visibleLine(command)}</code>
        <CopyButton text={command} what="the command" />
      </p>
      {start.trouble !== undefined && <TroubleCard trouble={start.trouble} />}
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={start.isDoing}
          onClick={async () => {
            const started = await start.do?.(deedBody(brief.folder, form));
            if (started !== undefined) onStarted({ ...started, what: begins });
          }}
        >
          {title}
        </button>
      </div>
    </div>
  );
}

function listIn(form: DeedForm, name: string): readonly string[] {
  const value = form[name];
  return typeof value === 'object' ? value : [];
}

/** Who has handed in. */
export function entriesOf({ status }: Pick<BriefJson, 'status'>): readonly string[] {
  return Object.values(status.cells)
    .filter(({ role, entry }) => role === 'contestant' && entry !== undefined)
    .map(({ name }) => name);
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function Names({ label, names, chosen, onChange }: NamesProps) {
  return (
    <fieldset className="names">
      <legend className="muted">{label} (none: all that fit)</legend>
      {names.map((name) => (
        <label key={name} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
          {visibleLine(name)}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps<T> {
  readonly label: string;
  readonly onChange: (value: T) => void;
}

function Switch({ label, onChange }: FieldProps<boolean>) {
  return (
    <label className="row">
      <input type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

function Specs({ label, fallback, onChange }: FieldProps<readonly string[]> & { readonly fallback: string }) {
  return (
    <label className="stack tight">
      <span className="muted">{label}, as -c takes them, with spaces between</span>
      <input
        placeholder={fallback}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.split(/\s+/).filter(Boolean))}
      />
    </label>
  );
}

function OneOf({ label, names, onChange }: FieldProps<string> & { readonly names: readonly string[] }) {
  return (
    <label className="stack tight">
      <span className="muted">{label}</span>
      <select onChange={({ target }) => onChange(target.value)}>
        <option value="">who was judged best</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {visibleLine(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
