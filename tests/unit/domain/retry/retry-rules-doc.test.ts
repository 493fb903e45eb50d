import {
  defaultRetryDelays,
  defaultRetryRules,
  outcomeNames,
  type RetryRule,
} from '../../../../shared/domain/retry/retry-rules';
import { readDocTables } from '../../../support/doc-table';

const rows = readDocTables('retry-rules.md');

function documented(rule: RetryRule): string[] {
  switch (rule.Then) {
    case 'complete':
      return ['complete', ''];
    case 'fail':
      return ['fail', rule.Reason];
    case 'retry':
      return ['retry', (rule.Delays ?? defaultRetryDelays).join(', ')];
  }
}

describe('docs/retry-rules.md', () => {
  it.each(outcomeNames)('has the default of %s', (name) => {
    expect(rows.filter(([first]) => first === name)).toEqual([
      [name, ...documented(defaultRetryRules[name] as RetryRule)],
    ]);
  });
});
