import {
  lineEvents,
  outcomeRows,
  type LineOutcome,
  type OutcomeRow,
} from '../../../../shared/domain/call/line-outcome';
import { readDocTables } from '../../../support/doc-table';

const rows = readDocTables('line-outcomes.md');

const listOf = (codes: OutcomeRow['sip']): string =>
  (codes ?? []).map((code) => (typeof code === 'object' ? code.join('–') : String(code))).join(', ');

function conditionsOf({ rang, phrase, twilioError, retryAfter }: OutcomeRow): string {
  return [
    ...(phrase === undefined ? [] : [`phrase “${phrase}”`]),
    ...(twilioError === undefined ? [] : [`X-Twilio-Error: ${twilioError}`]),
    ...(retryAfter === undefined ? [] : ['Retry-After']),
    ...(rang === undefined ? [] : [rang ? 'it rang' : 'nothing rang']),
  ].join(', ');
}

function consequenceOf(outcome: LineOutcome & { congested?: true }): string {
  return [
    ...(outcome.optedOut === true ? ['opted out'] : []),
    ...(outcome.permanent === true ? ['permanent'] : []),
    ...(outcome.permanentOnEveryTrunk === true ? ['permanent on every trunk'] : []),
    ...(outcome.congested === true ? ['waits, no attempt'] : []),
  ].join(', ');
}

const cellsOf = (outcome: LineOutcome): string[] => [
  outcome.reason,
  outcome.detail ?? '',
  outcome.nextTrunk ? 'yes' : 'no',
  consequenceOf(outcome),
];

describe('docs/line-outcomes.md', () => {
  it('has every row of the table, in its order', () => {
    const expected = outcomeRows.map((row, index) => [
      String(index + 1),
      listOf(row.sip),
      listOf(row.q850),
      conditionsOf(row),
      ...cellsOf(row.outcome),
    ]);
    expect(rows.filter(([first = '']) => /^\d+$/.test(first))).toEqual(expected);
  });

  it('has every end that no answer reports', () => {
    for (const [name, outcome] of Object.entries(lineEvents)) {
      const documented = rows.find(([first]) => first === name) ?? [];
      expect([name, ...documented.slice(2)]).toEqual([name, ...cellsOf(outcome)]);
    }
  });
});
