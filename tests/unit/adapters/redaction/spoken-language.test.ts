import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import { spokenLanguages } from '../../../../shared/adapters/redaction/spoken-language';

describe('the numbers of each spoken language', () => {
  it.each(spokenLanguages.map(({ digits }) => [digits]))('cover 0 to 99 without gaps: %#', (digits) => {
    const values = new Set(digits.values());
    expect(Array.from({ length: 100 }, (_, number) => String(number)).filter((value) => !values.has(value))).toEqual(
      [],
    );
  });

  it('consist of words that single spaces separate, as the reader joins them', () => {
    const spelled = spokenLanguages.flatMap(({ digits }) => [...digits.keys()]);
    expect(spelled.filter((words) => !/^\S+(?: \S+){0,3}$/.test(words))).toEqual([]);
  });

  it.each([
    ['+34612345678', 'más treinta y cuatro, sesenta y cinco, treinta y cinco, cuarenta y tres, cincuenta y siete'],
    ['+351912345678', 'mais trinta e seis, quarenta e quatro, cinquenta e oito, oitenta e nove, noventa e sete'],
    ['+48501234567', 'plus dwadzieścia dwa, trzydzieści pięć, siedemdziesiąt siedem, osiemdziesiąt trzy'],
  ])('redact a number that is read in pairs to a contact at %s', (phoneNumber, spoken) => {
    expect(createRedactor().forContact({ phoneNumber }, ['phone_number']).redactText(spoken)).toBe('[phone_number]');
  });
});
