// Who plays, or who judges: what doctor found as buttons, each chosen one with its model and copies, and free words for the rest.
import { useId, useState } from 'react';
import type { AgentFinding } from '../../../views/wire/doctor-json.ts';
import { pastText, readiness } from '../agents/agent-findings.ts';
import { State } from '../design/parts.tsx';
import { readSpec, type Spec, specText } from './contestant-spec.ts';

interface RosterProps {
  readonly label: string;
  /** What happens where nobody is chosen. */
  readonly otherwise: string;
  readonly agents: readonly AgentFinding[];
  readonly chosen: readonly string[];
  /** Judges are never two of one. */
  readonly copies: boolean;
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function RosterPicker(props: RosterProps) {
  const { label, otherwise, agents, chosen, problem, onChange } = props;
  const usable = agents.filter((one) => one.problem === undefined);
  const others = agents.filter((one) => one.problem !== undefined);
  const toggle = (name: string) => {
    const without = chosen.filter((spec) => readSpec(spec).name !== name);
    onChange(without.length === chosen.length ? [...chosen, name] : without);
  };
  return (
    <fieldset className="roster stack tight">
      <legend className="unseen">{label}</legend>
      <div className="agent-chips">
        {usable.map((agent) => (
          <AgentChip
            key={agent.contestant}
            agent={agent}
            isOn={chosen.some((spec) => readSpec(spec).name === agent.contestant)}
            onToggle={() => toggle(agent.contestant)}
          />
        ))}
      </div>
      {chosen.length === 0 ? (
        <p className="muted small">{otherwise}</p>
      ) : (
        <ul className="chosen">
          {chosen.map((spec, at) => (
            <ChosenRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and a row keeps its place while it is typed in
              key={at}
              spec={readSpec(spec)}
              copies={props.copies}
              onChange={(changed) =>
                onChange(
                  changed === undefined
                    ? chosen.filter((_, other) => other !== at)
                    : chosen.with(at, specText(changed)),
                )
              }
            />
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className="bad small" role="alert">
          {problem}
        </p>
      )}
      <OwnWords label={label} onAdd={(spec) => onChange([...chosen, spec])} />
      {others.length > 0 && (
        <p className="muted small">
          {others.length} more cannot play now: <a href="#/agents">what to do about it</a>
        </p>
      )}
    </fieldset>
  );
}

interface ChipProps {
  readonly agent: AgentFinding;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function AgentChip({ agent, isOn, onToggle }: ChipProps) {
  const { contestant, title, lane } = agent;
  const past = pastText(agent);
  return (
    <button type="button" className="agent-chip" aria-pressed={isOn} onClick={onToggle}>
      <span className="row spread">
        <span className="strong">{contestant}</span>
        <span className="small">
          <State {...readiness(agent)} />
        </span>
      </span>
      <span className="muted small oneline">
        {title === contestant ? '' : `${title} · `}
        {lane}
      </span>
      <span className="muted small oneline">{past ?? 'not on record yet'}</span>
    </button>
  );
}

interface ChosenProps {
  readonly spec: Spec;
  readonly copies: boolean;
  readonly onChange: (spec: Spec | undefined) => void;
}

function ChosenRow({ spec, copies, onChange }: ChosenProps) {
  const { name } = spec;
  return (
    <li className="chosen-row">
      <span className="strong oneline">{name}</span>
      <input
        aria-label={`Model of ${name}`}
        placeholder="its usual model"
        value={spec.model}
        onChange={({ target }) => onChange({ ...spec, model: target.value.trim() })}
        spellCheck={false}
        autoComplete="off"
      />
      {copies && (
        <span className="copies muted">
          ×
          <input
            type="number"
            aria-label={`Copies of ${name}`}
            min={1}
            max={64}
            value={spec.copies}
            onChange={({ target }) => onChange({ ...spec, copies: Math.max(1, Number(target.value) || 1) })}
          />
        </span>
      )}
      <button
        type="button"
        className="button plain small"
        aria-label={`Remove ${name}`}
        onClick={() => onChange(undefined)}
      >
        Remove
      </button>
    </li>
  );
}

function OwnWords({ label, onAdd }: { readonly label: string; readonly onAdd: (spec: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = () => {
    if (typed.trim() !== '') onAdd(typed.trim());
    setTyped('');
  };
  return (
    <div className="own-words">
      <label htmlFor={id} className="unseen">
        {label}: somebody else
      </label>
      <input
        id={id}
        value={typed}
        placeholder="or write one: claude/opus, codex*2"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" className="button" onClick={add} disabled={typed.trim() === ''}>
        Add
      </button>
    </div>
  );
}
