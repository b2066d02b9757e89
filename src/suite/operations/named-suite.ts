// The input of operations that read a suite: on record, or from the file of a JSON report.
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';

/** Left out: the newest suite on record. */
export const namedSuite = setting(textRule, {
  value: 'ID',
  help: 'the suite: its ID, a unique beginning of it, @last, or the file of its JSON report',
  flag: false,
  complete: 'contest',
  builtIn: '@last',
});
