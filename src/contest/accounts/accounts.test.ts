// Accounts: who pays, and what the config says of it.
import { describe, expect, it, vi } from 'vitest';
import type { Agent } from '../../agents/agent.ts';
import { memoryLedger } from '../../ledger/memory.ts';
import { Accounts, type AccountTable, accountOf, limitedAccount } from './accounts.ts';

describe('an account', () => {
  const agent = (more: Partial<Agent> = {}) => ({ id: 'claude', ...more }) as Agent;

  it('is the agent, whatever the model, the effort and the name', () => {
    const of = (more: object) => accountOf(agent(), { name: 'a', agent: 'claude', ...more });
    expect(of({})).toBe('claude');
    expect(of({ name: 'b', model: 'opus', effort: 'high', settings: {}, environment: {} })).toBe('claude');
  });

  it('is told apart by address, key, program, environment and way of paying, without naming them', () => {
    const of = (more: object) => accountOf(agent(), { name: 'a', agent: 'claude', ...more });
    const accounts = [
      of({}),
      of({ settings: { baseUrl: 'http://127.0.0.1:1' } }),
      of({ settings: { keyEnv: 'OTHER_KEY' } }),
      of({ settings: { command: ['/opt/claude'] } }),
      of({ environment: { CLAUDE_CONFIG_DIR: '/secret/place' } }),
      of({ auth: 'key' }),
    ];
    expect(new Set(accounts).size).toBe(accounts.length);
    expect(accounts.join()).not.toMatch(/secret|OTHER_KEY|opt/);
    expect(of({ auth: 'key' })).toBe(of({ auth: 'key', model: 'opus' }));
  });

  it('is what the agent says where it says so', () => {
    const own = agent({ account: ({ model }) => model });
    expect(accountOf(own, { name: 'a', agent: 'claude', model: 'x', auth: 'key' })).toBe('claude x');
    expect(accountOf(own, { name: 'a', agent: 'claude' })).toBe('claude');
  });

  it('is that of the config where it names one for the contestant, or says whose login it is', () => {
    const of = (table: AccountTable, more: object = {}) =>
      accountOf(agent(), { name: 'fast/opus#2', agent: 'claude', auth: 'key', ...more }, table);
    expect(of({ claude: { parallel: 1 } })).toBe(of({}));
    expect(of({ fast: { parallel: 1 } })).toBe('claude account:fast');
    expect(of({ fast: { login: 'team' } })).toBe('claude login:team');
    expect(of({ claude: { login: 'team' } }, { environment: { A: 'b' } })).toBe('claude login:team');
  });
});

describe('what the config says of an account', () => {
  const table = { claude: { perMinute: 6 }, fast: { parallel: 2, login: 'team' } };

  it('is that of the contestant, else of its agent, whatever the model and the number of the copy', () => {
    expect(limitedAccount({ name: 'claude', agent: 'claude' }, table)).toEqual({
      name: 'claude',
      perMinute: 6,
    });
    expect(limitedAccount({ name: 'claude/a/b#2', agent: 'claude' }, table)?.name).toBe('claude');
    expect(limitedAccount({ name: 'slow', agent: 'claude' }, table)?.name).toBe('claude');
    expect(limitedAccount({ name: 'fast#3', agent: 'claude' }, table)).toEqual({
      name: 'claude login:team',
      parallel: 2,
      login: 'team',
    });
    expect(limitedAccount({ name: 'codex', agent: 'codex' }, table)).toBeUndefined();
    expect(limitedAccount({ name: 'constructor', agent: 'codex' }, table)).toBeUndefined();
    expect(limitedAccount({ name: 'claude', agent: 'claude' })).toBeUndefined();
  });
});

describe('turns', () => {
  /** A turn each 105 ms, of clocks that the test sets. */
  const account = { name: 'claude', perMinute: 600 };
  function place() {
    const clock = { ms: 1_800_000_000_000 };
    const ledger = memoryLedger(() => new Date(clock.ms));
    const asking = { ledger, machine: { elapsed: () => clock.ms, fraction: () => 0 } };
    const accounts = new Accounts();
    const { signal } = new AbortController();
    const near = () => {
      const seen = { waits: 0, passed: false };
      const waits = () => {
        seen.waits += 1;
      };
      const done = accounts.near(asking, account, { signal, waits }).then(() => {
        seen.passed = true;
      });
      return { seen, done };
    };
    const take = () => accounts.take(asking, account, { signal });
    return { clock, ledger, near, take };
  }

  it('are near a little before they are due, for one after the other', async () => {
    const { clock, near, take } = place();
    await near().done;
    await take();
    const [second, third] = [near(), near()];
    await vi.waitUntil(() => second.seen.waits > 0 && third.seen.waits > 0);
    clock.ms += 60;
    await second.done;
    clock.ms += 45;
    await take();
    expect(third.seen.passed).toBe(false);
    clock.ms += 60;
    await third.done;
  });

  it('are near for nobody else of the same process while one of it waits for one that somebody took', async () => {
    const { clock, ledger, near, take } = place();
    await near().done;
    await take();
    clock.ms += 60;
    await near().done;
    const taking = take();
    clock.ms += 45;
    expect(await ledger.takeTurn('turn claude', 105)).toBe(0);
    clock.ms += 100;
    const third = near();
    await vi.waitUntil(() => third.seen.passed || third.seen.waits > 0);
    expect(third.seen.passed).toBe(false);
    clock.ms += 5;
    await taking;
    expect(third.seen.passed).toBe(false);
    clock.ms += 60;
    await third.done;
  });
});
