import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import { redactionEntities } from '../../../../shared/domain/job/redaction';
import { english, national } from './corpus';

const redactor = createRedactor();

describe('the redaction of tricky texts', () => {
  const contact = { name: "Seán O'Brien-Smith", phoneNumber: '+14155550123' };
  it.each(english)('%j is stored as %j', (said, stored) => {
    expect(redactor.forContact(contact, redactionEntities).redactText(said)).toBe(stored);
  });

  const rows = national.flatMap(([number, ...spoken]) =>
    spoken.map(([said, stored]) => [number, said, stored] as const),
  );
  it.each(rows)('of a contact at %s: %j is stored as %j', (phoneNumber, said, stored) => {
    expect(redactor.forContact({ phoneNumber }, redactionEntities).redactText(said)).toBe(stored);
  });

  it.each([
    ['山田太郎', '山田太郎です。', '[name]です。'],
    ['山田 太郎', '山田さん、太郎さん', '[name]さん、[name]さん'],
    ['김민준', '저는 김민준입니다', '저는 [name]입니다'],
    ['Иван Петров', 'Говорит Иван ПЕТРОВ.', 'Говорит [name].'],
    ['Ludwig van Beethoven', 'van de Ludwig van Beethoven', 'van de [name]'],
    ['Will Mark', 'I will mark it, said Will.', 'I will mark it, said [name].'],
    ['ØYVIND Straße', 'oyvind strasse', '[name]'],
    ['J', 'J is a letter', 'J is a letter'],
    ['', 'Anyone', 'Anyone'],
  ])('the name %j: %j is stored as %j', (name, said, stored) => {
    expect(redactor.forContact({ name, phoneNumber: '+14155550123' }, ['name']).redactText(said)).toBe(stored);
  });

  it('covers at least 120 texts', () => {
    expect(english.length + rows.length).toBeGreaterThanOrEqual(120);
  });
});
