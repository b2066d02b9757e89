// From what an observer is told to the lines of `--json`. Text deltas are left out: an answer comes whole.
import type { AgentEvent, Observation } from '../domain/agent-event.ts';
import type { AttemptEnded, JoustEvent, VerdictGiven } from '../domain/event.ts';
import type { OutputLine } from '../domain/events/output.ts';

export function outputLine(observation: Observation): OutputLine | undefined {
  switch (observation.type) {
    case 'queued': {
      const { contestant, lane, ahead, round } = observation;
      return { type: 'attempt.queued', v: 1, contestant, lane, ahead, round };
    }
    case 'unrecorded': {
      const { contestant, outcome, text, spool } = observation;
      const kept = spool === undefined ? {} : { spool };
      return { type: 'attempt.unrecorded', v: 1, contestant, outcome, text, ...kept };
    }
    case 'parked': {
      const { contestant, until, guessed, reason } = observation.parked;
      return { type: 'attempt.parked', v: 1, contestant, until, guessed, reason };
    }
    case 'waiting':
    case 'note':
      return undefined;
    case 'landed':
      return endedLine(observation.end, observation.text);
    case 'live':
      return liveLine(observation.contestant, observation.event);
    case 'recorded':
      return recordedLine(observation.contest, observation.event);
  }
}

function endedLine(end: AttemptEnded, text: string): OutputLine {
  const { contestant, outcome, truncated, reason, model, agentVersion, sessionId, usage, cost, timing } = end;
  const { lane, role, round } = end;
  return {
    type: 'attempt.ended',
    v: 1,
    contestant,
    outcome,
    text,
    timing,
    truncated,
    reason,
    model,
    agentVersion,
    sessionId,
    usage,
    cost,
    lane,
    role,
    round,
  };
}

function liveLine(contestant: string, event: AgentEvent): OutputLine | undefined {
  if (event.type === 'notice') {
    return { type: 'attempt.notice', v: 1, contestant, kind: event.kind, text: event.text };
  }
  if (event.type !== 'tool') return undefined;
  const detail = event.detail === undefined ? {} : { detail: event.detail };
  return { type: 'attempt.tool', v: 1, contestant, name: event.name, ...detail };
}

function recordedLine(contest: string, event: JoustEvent): OutputLine | undefined {
  switch (event.type) {
    case 'contest.opened': {
      const roster = event.roster.map(({ name, agent, model }) => ({
        name,
        agent,
        model,
      }));
      const { format, simulated } = event;
      return { type: 'contest.opened', v: 1, contest, format, simulated, roster };
    }
    case 'attempt.started': {
      const { contestant, run, round } = event;
      return { type: 'attempt.started', v: 1, contestant, run, round };
    }
    case 'attempt.retried':
      return {
        type: 'attempt.retried',
        v: 1,
        contestant: event.contestant,
        run: event.run,
        reason: event.reason,
      };
    case 'attempt.lost':
      return { type: 'attempt.lost', v: 1, contestant: event.contestant, run: event.run, host: event.host };
    case 'attempt.interrupted':
      return { type: 'attempt.interrupted', v: 1, contestant: event.contestant };
    case 'attempt.reopened':
      return { type: 'attempt.reopened', v: 1, contestant: event.contestant };
    case 'check.ended':
      return { type: 'check.ended', v: 1, key: event.key, outcome: event.outcome, code: event.code };
    case 'gate.asked': {
      const { key, question, choices, exhibits } = event;
      const shown = exhibits === undefined ? {} : { exhibits };
      return { type: 'gate.asked', v: 1, contest, key, question, choices, ...shown };
    }
    case 'gate.answered':
      return {
        type: 'gate.answered',
        v: 1,
        key: event.key,
        answer: event.answer,
        by: event.by,
        program: event.program,
      };
    case 'stop.decided':
      return { type: 'stop.decided', v: 1, attempts: event.attempts, reason: event.reason };
    case 'verdict.given':
      return verdictLine(event);
    case 'winner.decided': {
      const { winner, tied, rule, reason } = event;
      const named = { winner, reason };
      return { type: 'winner.decided', v: 1, tied, rule, ...named };
    }
    case 'folder.watched':
    case 'agents.identified':
      return event;
    case 'contest.closed':
      return { type: 'contest.closed', v: 1, contest, outcome: event.outcome };
    default:
      return undefined;
  }
}

function verdictLine({ judge, shown, verdict, rationale, setAside }: VerdictGiven): OutputLine {
  return {
    type: 'verdict.given',
    v: 1,
    judge,
    about: shown.map(({ contestant }) => contestant),
    verdict: verdict.type === 'choice' ? verdict.winner : verdict.type,
    rationale,
    setAside,
  };
}
