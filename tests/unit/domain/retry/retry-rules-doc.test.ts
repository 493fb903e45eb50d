import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultRetryDelays,
  defaultRetryRules,
  outcomeNames,
  type RetryRule,
} from '../../../../shared/domain/retry/retry-rules';

const rows = readFileSync(join(__dirname, '../../../../docs/retry-rules.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

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
