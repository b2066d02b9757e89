// Accounts: who pays, and what the config says of it.
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/agent.ts';
import { type AccountTable, accountOf, limitedAccount } from './accounts.ts';

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
      ...{ name: 'claude login:team', parallel: 2, login: 'team' },
    });
    expect(limitedAccount({ name: 'codex', agent: 'codex' }, table)).toBeUndefined();
    expect(limitedAccount({ name: 'constructor', agent: 'codex' }, table)).toBeUndefined();
    expect(limitedAccount({ name: 'claude', agent: 'claude' })).toBeUndefined();
  });
});
