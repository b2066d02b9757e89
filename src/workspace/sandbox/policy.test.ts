// Who may see and write what, and where the state of an agent lies.
import { describe, expect, it, test } from 'vitest';
import { type ContestantSurroundings, checkPolicy, contestantPolicy, statePaths } from './policy.ts';

const around: ContestantSurroundings = {
  home: '/home/u',
  joustHome: '/home/u/.local/share/joust',
  joustConfig: '/home/u/.config/joust',
  workspace: { tree: '/ws/tree', tmp: '/ws/tmp', cache: '/ws/cache', git: '/ws/git' },
  readable: ['/repo/.git/objects'],
  agentState: ['$CLAUDE_CONFIG_DIR/', '.claude/', '.claude.json'],
  otherStates: ['$CODEX_HOME/', '.codex/'],
  scratch: '/spool/scratch',
  env: { PATH: '/home/u/.local/bin:relative::/usr/bin' },
};

describe('a contestant', () => {
  const policy = contestantPolicy(around);

  it('writes its workspace, its scratch and its own state', () => {
    expect(policy.writable).toEqual([
      '/ws/tree',
      '/ws/cache/',
      '/ws/git',
      '/spool/scratch',
      '/home/u/.claude/',
      '/home/u/.claude.json',
    ]);
    expect(policy).toMatchObject({ tmp: '/ws/tmp', cwd: '/ws/tree', network: 'open' });
  });

  it('sees neither joust’s data nor secrets nor the login of others', () => {
    expect(policy.hidden).toEqual(
      expect.arrayContaining([
        '/home/u/.local/share/joust',
        '/home/u/.config/joust',
        '/home/u/.ssh',
        '/home/u/.codex',
      ]),
    );
    expect(policy.hidden.filter((path) => path.endsWith('/') || !path.startsWith('/home/u/'))).toEqual([]);
  });

  it('reads the user’s objects and the folders of programs', () => {
    expect(policy.readable).toEqual(['/home/u/.local/bin', '/usr/bin', '/repo/.git/objects']);
  });
});

test('a check has no login at all, and the network only where it is allowed', () => {
  const otherStates = [...around.otherStates, ...around.agentState];
  const policy = checkPolicy({ ...around, otherStates }, { network: 'none' });
  expect(policy.network).toBe('none');
  expect(policy.writable).toEqual(['/ws/tree', '/ws/cache/', '/ws/git', '/spool/scratch']);
  expect(policy.hidden).toEqual(expect.arrayContaining(['/home/u/.claude', '/home/u/.claude.json']));
});

describe('state', () => {
  const paths = (state: readonly string[], env = {}) => statePaths(state, { home: '/home/u', env });

  it('lies in the home folder unless a variable says otherwise; then nothing is made there', () => {
    expect(paths(['$CODEX_HOME/', '.codex/'])).toEqual(['/home/u/.codex/']);
    expect(paths(['$CODEX_HOME/', '.codex/'], { CODEX_HOME: '/c' })).toEqual(['/c/', '/home/u/.codex']);
    expect(paths(['$GEMINI_CLI_HOME/.gemini/'], { GEMINI_CLI_HOME: '/g/' })).toEqual(['/g/.gemini/']);
    expect(paths(['$CODEX_HOME/', '.codex/'], { CODEX_HOME: '' })).toEqual(['/home/u/.codex/']);
  });

  it('knows where the XDG folders are', () => {
    expect(paths(['$XDG_DATA_HOME/opencode/', '.x/'])).toEqual([
      '/home/u/.local/share/opencode/',
      '/home/u/.x/',
    ]);
    expect(paths(['$XDG_CACHE_HOME/opencode/', '.x/'], { XDG_CACHE_HOME: '/c' })).toEqual([
      '/c/opencode/',
      '/home/u/.x/',
    ]);
  });

  it('takes no variable that names everything, or a place relative to nobody knows what', () => {
    for (const value of ['/', '/home', '/home/u', '/home/u/', 'relative', './x'])
      expect(paths(['$CODEX_HOME/'], { CODEX_HOME: value })).toEqual([]);
    expect(paths(['$CODEX_HOME/'], { CODEX_HOME: '/home/u2' })).toEqual(['/home/u2/']);
  });
});
