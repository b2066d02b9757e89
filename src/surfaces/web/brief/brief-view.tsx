// One brief: how it stands, what can be done with it, and its work, scores and text, tab by tab.
import { useState } from 'react';
import { plural } from '../../../domain/figures.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { BriefJson } from '../../../views/wire/brief-json.ts';
import { contestHref, useRoute, withQuery } from '../address.ts';
import { answersOf } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { CopyButton, State, Tabs } from '../design/parts.tsx';
import { AboutTab } from './about-tab.tsx';
import { BriefDeeds, type Started } from './brief-deeds-bar.tsx';
import { ScoresTab } from './scores-tab.tsx';
import { WorkTab } from './work-tab.tsx';

const tabs = [
  { name: 'work', title: 'Work', View: WorkTab },
  { name: 'scores', title: 'Scores', View: ScoresTab },
  { name: 'about', title: 'The brief', View: AboutTab },
] as const;

export function BriefView({ brief }: { readonly brief: BriefJson }) {
  const route = useRoute();
  const source = useSource();
  const [started, setStarted] = useState<Started>();
  const isNew = brief.status.round === 0;
  const said = route.query['tab'] ?? (isNew ? 'about' : 'work');
  const here = tabs.find(({ name }) => name === said) ?? tabs[0];
  const onStarted = (one: Started) => {
    setStarted(one);
    answersOf(source).refresh('/brief');
  };
  const playing = brief.status.contests.findLast(({ state }) => state === 'open')?.id;
  return (
    <>
      <header className="stack tight">
        <div className="row spread">
          <h1>{visibleLine(brief.brief.name)}</h1>
          <BriefDeeds brief={brief} onStarted={onStarted} />
        </div>
        <div className="row brief-stands">
          <BriefStateMark state={brief.status.state} />
          <span className="muted">
            {isNew ? 'nothing was played yet' : `round ${brief.status.round}`},{' '}
            {plural(brief.brief.contestants.length, 'contestant')}
          </span>
          {playing !== undefined && <a href={contestHref(playing)}>Watch it</a>}
          <code className="muted oneline">{visibleLine(brief.folder)}</code>
        </div>
      </header>
      <Untrusted brief={brief} />
      {started !== undefined && <StartedNotice started={started} />}
      {brief.notes.map((note) => (
        <p key={note} className="notice">
          {visibleLine(note)}
        </p>
      ))}
      <Tabs
        label="Of this brief"
        tabs={tabs.map(({ name, title }) => ({
          name: title,
          isHere: name === here.name,
          href: withQuery(route, { tab: name }),
        }))}
      />
      <here.View brief={brief} onStarted={onStarted} />
    </>
  );
}

const stateWords: Readonly<Record<string, readonly [is: string, word: string]>> = {
  created: ['queued', 'not played'],
  playing: ['playing', 'playing'],
  judging: ['playing', 'being judged'],
  consulting: ['playing', 'being reviewed'],
  handed_in: ['ok', 'handed in'],
  judged: ['ok', 'judged'],
  consulted: ['ok', 'reviewed'],
};

function BriefStateMark({ state }: { readonly state: string }) {
  const [is, word] = stateWords[state] ?? [state, state];
  return <State is={is} word={word} />;
}

function StartedNotice({ started: { what, id, waiting, notes } }: { readonly started: Started }) {
  return (
    <div className="started" role="status">
      <p>
        {what} {waiting ? 'waits for you to agree:' : 'is started:'} <a href={contestHref(id)}>open it</a>
      </p>
      {notes.map((note) => (
        <p key={note} className="muted small">
          {visibleLine(note)}
        </p>
      ))}
    </div>
  );
}

/** What its file would run or reach waits for the user: nothing of it is played before. */
function Untrusted({ brief: { brief, folder } }: { readonly brief: BriefJson }) {
  if (brief.untrusted === undefined) return null;
  const command = `joust trust '${folder.replaceAll("'", "'\\''")}'`;
  return (
    <div className="notice stack tight" role="note">
      <p>
        It cannot be played: {visibleLine(brief.untrusted.why)}, and brief.yaml asks for what has to be
        allowed first.
      </p>
      <ul className="points">
        {brief.untrusted.asksFor.map((line) => (
          <li key={line}>{visibleLine(line)}</li>
        ))}
      </ul>
      <p className="row">
        Look at it, then allow it in a terminal: <code>{visibleLine(command)}</code>
        <CopyButton text={command} what="the command" />
      </p>
    </div>
  );
}
