import { loadNumberFacts } from '../../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../../shared/adapters/numbers/zones-of-number';
import { rowShape } from '../../../../shared/contracts/import-row';
import { createRowValidator, type RowValidator } from '../../../../shared/domain/import/validate-row';
import { openPolicy } from '../../../../shared/domain/organization/policy';
import { rowsOf } from './files';

const createValidator = (defaultCountry?: string): Promise<RowValidator> =>
  createRowValidator({
    shape: rowShape,
    campaign: { Name: 'Test', DefaultCallerID: '+14155550100' },
    policy: openPolicy,
    hasCeilings: false,
    validateOverrides: () => [],
    loadZones,
    loadNumberFacts,
    loadNumberReader,
    defaultCountry,
    nowMs: Date.UTC(2026, 0, 5, 12),
  });
let validate: RowValidator;
beforeAll(async () => {
  validate = await createValidator();
});
const row = (fields: Record<string, unknown>) => ({ number: 3, fields, problems: [] });

describe('the numbers of a row', () => {
  const numbers = { ContactPhoneNumber: '4155551002', CallerID: '(415) 555-0100' };

  it('are read by the default country, and each change is reported', async () => {
    const validator = await createValidator('US');
    expect(validator(row({ ...numbers, ContactName: 'Ann' }))).toEqual({
      kind: 'valid',
      number: 3,
      job: { ContactPhoneNumber: '+14155551002', CallerID: '+14155550100', ContactName: 'Ann', Overrides: {} },
      normalized: [
        { column: 'ContactPhoneNumber', written: numbers.ContactPhoneNumber, number: '+14155551002' },
        { column: 'CallerID', written: numbers.CallerID, number: '+14155550100' },
      ],
    });
    expect(validator(row({ ContactPhoneNumber: '+14155551002' }))).not.toHaveProperty('normalized');
  });

  it('are never guessed without a country: both are problems, beside the others of the row', () => {
    expect(validate(row({ ...numbers, TestJob: 'yes' }))).toMatchObject({
      kind: 'invalid',
      problems: [
        { column: 'ContactPhoneNumber', code: 'invalid_value', value: numbers.ContactPhoneNumber },
        { column: 'CallerID', code: 'invalid_value', value: numbers.CallerID },
        { column: 'TestJob' },
      ],
      salvaged: {},
    });
  });

  it('need no country if they have its code', () => {
    expect(validate(row({ ContactPhoneNumber: '+1 (415) 555-1909' }))).toMatchObject({
      kind: 'valid',
      job: { ContactPhoneNumber: '+14155551909' },
      normalized: [{ written: '+1 (415) 555-1909' }],
    });
  });

  it('in the spelling of a former numbering plan are refused with punctuation as without', () => {
    for (const ContactPhoneNumber of ['+5215555550123', '+52 1 55 5555 0123'])
      expect(validate(row({ ContactPhoneNumber }))).toMatchObject({
        kind: 'invalid',
        problems: [{ code: 'not_allowed_by_policy', value: ContactPhoneNumber }],
      });
  });
});

describe('a CSV file', () => {
  it.each(['4155550002', '(415) 555-0002', '020 7946 0958', "'+14155550002"])(
    'does not let an unclosed quote swallow a row whose number is written %s',
    (number) => {
      const few = rowsOf('csv', `ContactPhoneNumber,ContactName\n${number},"Ann\n${number},Bo"\n${number},Cy`);
      expect(few.map(({ problems, fields }) => problems[0]?.code ?? fields['ContactName'])).toEqual([
        'unbalanced_quote',
        'Bo"',
        'Cy',
      ]);
      const [name] = rowsOf('csv', `ContactPhoneNumber,ContactName\n${number},"Ann\n12 Main Street"`);
      expect(name?.fields['ContactName']).toBe('Ann\n12 Main Street');
    },
  );
});
