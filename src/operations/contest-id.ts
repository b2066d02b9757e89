// The input of every operation about one contest, and of those that read over a span of time or a folder.
import { textRule } from '../domain/settings/rule.ts';
import { needed, setting } from '../domain/settings/setting.ts';

const help = 'the contest: its ID, a unique beginning of it, or @last';

/** Left out: the newest contest that fits the operation. */
export const contestId = setting(textRule, {
  help,
  value: 'ID',
  flag: false,
  complete: 'contest',
  builtIn: '@last',
});

/** For what can't be undone: the user names the contest. */
export const namedContest = needed(textRule, { help, value: 'ID', flag: false, complete: 'contest' });
