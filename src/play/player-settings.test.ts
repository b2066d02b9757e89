// What a player is set to by the config: whose account somebody plays with.
import { expect, it } from 'vitest';
import { type Entry, toConfig } from '../config/config.ts';
import { accountTable } from './player-settings.ts';

const config = (keys: Readonly<Record<string, string | number>>) =>
  toConfig(
    Object.entries(keys).map(
      ([key, value]): Entry => ({ path: key.split('.'), value, origin: { from: 'built-in' } }),
    ),
  );

it('finds the account of a name by what it stands for, the nearest first', () => {
  const values = config({
    'accounts.compatible.per_minute': 6,
    'accounts.claude.parallel': 3,
    'accounts.fast.login': 'team',
    'agents.mine.uses': 'compatible',
    'contestants.big.agent': 'mine',
    'contestants.fast.agent': 'claude',
    'contestants.slow.agent': 'claude',
    'contestants.other.agent': 'codex',
  });
  const compatible = { account: 'compatible', perMinute: 6 };
  const claude = { account: 'claude', parallel: 3 };
  const fast = { account: 'fast', login: 'team' };
  const own = { compatible, claude, fast, big: compatible, slow: claude, mine: compatible };
  expect(accountTable(values)).toEqual(own);
  const cast = { alice: { agent: 'fast' }, bob: { agent: 'codex' }, slow: { agent: 'other' } };
  const { slow: _ofCast, ...rest } = own;
  expect(accountTable(values, cast)).toEqual({ ...rest, alice: fast });
});
