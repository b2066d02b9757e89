// A new contest: what kind, the task, where, who, and what it may take. Kept while it is written, and shown as a command line.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DescribedFormat } from '../../../domain/settings/settings.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import type { DoctorJson } from '../../../views/wire/doctor-json.ts';
import { hrefTo, type Route, replaceHash, useRoute } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { Empty, Shown } from '../design/parts.tsx';
import { type Field, type Formats, fieldsOf, isLaunched, revived } from './form-fields.ts';
import { FormatChoice } from './format-choice.tsx';
import { type Draft, draftFrom, keepDraft, noDraft, type OpenedJson, readDraft } from './launch-draft.ts';
import { LaunchForm } from './launch-form.tsx';
import './launcher.css';

export function LauncherPage() {
  const route = useRoute();
  // A project's extensions bring formats too: those of the folder it was last about.
  const [{ folder }] = useState(readDraft);
  const answer = useAnswer<Formats>(
    folder === '' ? '/formats' : `/formats?cwd=${encodeURIComponent(folder)}`,
  );
  return (
    <div className="page stack launcher">
      <Shown answer={answer}>{(said) => <Launcher said={said} route={route} />}</Shown>
    </div>
  );
}

function Launcher({ said, route }: { readonly said: Formats; readonly route: Route }) {
  const { contest, formats } = useMemo(() => revived(said), [said]);
  const { format: name, from } = route.query;
  const format = formats.find((one) => one.name === name);
  const fields = useMemo(() => (format === undefined ? [] : fieldsOf(format, contest)), [format, contest]);
  if (from !== undefined) return <Again from={from} contest={contest} formats={formats} format={format} />;
  if (format === undefined || !isLaunched(format))
    return (
      <>
        <h1>New contest</h1>
        <FormatChoice formats={formats} />
      </>
    );
  return <Kept key={format.name} format={format} fields={fields} formats={formats} />;
}

interface KeptProps {
  readonly format: DescribedFormat;
  readonly fields: readonly Field[];
  readonly formats: readonly DescribedFormat[];
}

function Kept({ format, fields, formats }: KeptProps) {
  const [draft, setDraft] = useState<Draft>(readDraft);
  const change = useCallback(
    (changes: Partial<Draft>) => setDraft((known) => ({ ...known, ...changes })),
    [],
  );
  useEffect(() => keepDraft(draft), [draft]);
  return (
    <LaunchForm
      format={format}
      fields={fields}
      formats={formats}
      draft={draft}
      onChange={change}
      onClear={() => setDraft(noDraft)}
      onStarted={() => keepDraft({ ...draft, prompt: '', attachments: [], files: '' })}
    />
  );
}

interface AgainProps extends Omit<KeptProps, 'format' | 'fields'> {
  readonly from: string;
  readonly contest: Formats['contest'];
  /** Another one than it was, if it is named. */
  readonly format: DescribedFormat | undefined;
}

/** Puts a contest on record into the draft, and goes on as if it had been typed. */
function Again({ from, contest: general, formats, format: named }: AgainProps) {
  const path = `/contests/${encodeURIComponent(from)}`;
  const contest = useAnswer<ContestJson>(path);
  const events = useAnswer<{ events: readonly { event: OpenedJson }[] }>(`${path}/events`);
  const agents = useAnswer<DoctorJson>('/agents?past=true');
  const isThere = contest.data !== undefined && events.data !== undefined && !agents.isReading;
  useEffect(() => {
    if (!isThere || contest.data === undefined) return;
    const format = named ?? formats.find(({ name }) => name === contest.data?.format);
    if (format === undefined) return;
    const known = agents.data?.agents.map((one) => one.contestant) ?? [];
    const opened = events.data?.events[0]?.event ?? {};
    const fields = fieldsOf(format, general);
    keepDraft(draftFrom({ contest: contest.data, opened, format, fields, known }));
    replaceHash(hrefTo(['new'], { format: format.name }));
  }, [isThere, contest.data, events.data, agents.data, named, formats, general]);
  return <Shown answer={contest}>{() => <Empty title="Reading what it was" />}</Shown>;
}
