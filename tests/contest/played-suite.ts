// A suite of two tasks, two contestants and a judge, for the record it leaves; its cells are contests of their own.
import { simulatedVerdict } from '../../src/agents/scripted/scripted-play.ts';
import type { SuitePlan } from '../../src/domain/suite/suite-plan.ts';
import type { PlayedFormat } from './play-prefix.ts';

const every = { weight: 1 };
const tasks: SuitePlan['tasks'] = [
  {
    id: 'capital',
    format: 'ask',
    prompt: 'Capital of France?',
    settings: {},
    place: { kind: 'empty' },
    asserts: [{ kind: 'contains', name: 'Paris', value: 'Paris', ...every }],
  },
  {
    id: 'polite',
    format: 'ask',
    prompt: 'Say hello.',
    settings: {},
    place: { kind: 'empty' },
    asserts: [
      { kind: 'rubric', name: 'polite', value: 'It is polite.', threshold: 0.5, ...every },
      {
        kind: 'command',
        name: 'some',
        value: 'test -s "$JOUST_ANSWER"',
        cwd: '/',
        timeoutMs: 60_000,
        ...every,
      },
    ],
  },
];

export const playedSuite: PlayedFormat = {
  name: 'suite',
  functions: {
    knows: () => 'Paris',
    fails: () => ({ text: '', outcome: 'crashed', reason: 'exit code 3' }),
    judge: ({ prompt }) => simulatedVerdict(prompt, 'longer'),
  },
  requests: [
    ({ folder }) => ({
      format: 'suite',
      prompt: 'Suite',
      files: [],
      cwd: folder,
      tier: 'read',
      joustVersion: '0',
      roster: ['knows', 'fails'].map((name) => ({ name, agent: 'inline' })),
      staff: [{ name: 'judge', agent: 'inline' }],
      async prepare({ ledger }) {
        const kept = await ledger.stage(JSON.stringify(tasks));
        const plan = { name: 'test', trials: 2, parallel: 2, thresholds: { pass: 1 }, expected: [] };
        return { options: { ...plan, cells: 8, tasks: kept.ref, judges: ['judge'] }, blobs: [kept] };
      },
    }),
  ],
};
