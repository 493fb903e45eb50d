import fc from 'fast-check';
import { fillTemplate } from '../../../../shared/adapters/voice-agent/template';
import { runWithoutHang } from '../../../support/hang';

const values = {
  ContactName: 'Ann Lee',
  Data: {
    plan: 'gold',
    price: 12.5,
    paid: false,
    nested: { city: 'Oulu' },
    list: ['first'],
    nothing: null,
    blank: '  ',
  },
  Metadata: { branch: 'North', trick: '{{ContactName}} $& $1' },
};
const noValues = { ContactName: undefined, Data: {}, Metadata: {} };

describe('fillTemplate', () => {
  it.each([
    ['Hello {{ContactName}}!', 'Hello Ann Lee!'],
    [
      '{{ ContactName }} has {{Data.plan}} for {{Data.price}}, paid: {{Data.paid}}',
      'Ann Lee has gold for 12.5, paid: false',
    ],
    ['From {{Metadata.branch}}, {{Data.nested.city}}, {{Data.list.0}}', 'From North, Oulu, first'],
    ['No placeholder , here', 'No placeholder , here'],
    ['Not closed {{ContactName', 'Not closed {{ContactName'],
  ])('fills %j', (text, filled) => {
    expect(fillTemplate(text, values)).toBe(filled);
  });

  it('inserts a value literally, without replacing placeholders inside it', () => {
    expect(fillTemplate('Say {{Metadata.trick}}', values)).toBe('Say {{ContactName}} $& $1');
  });

  it.each([
    ['Hello {{ContactName}}, this is us.', 'Hello, this is us.'],
    ['Hello, {{ContactName}}.', 'Hello.'],
    ['Hello, {{ContactName}}, this is us.', 'Hello, this is us.'],
    ['Hello {{ContactName}} of {{Data.city}}!', 'Hello of!'],
    ['{{ContactName}}, are you there?', 'are you there?'],
    ['Well, {{Data.word}} then', 'Well, then'],
    ['Goodbye {{ContactName}}', 'Goodbye'],
    ['{{Data.everything}}', ''],
  ])('leaves no gap where a value is missing in %j', (text, filled) => {
    expect(fillTemplate(text, noValues)).toBe(filled);
  });

  it.each([
    '{{Data.nothing}}',
    '{{Data.blank}}',
    '{{Data.nested}}',
    '{{Data.list}}',
    '{{Data}}',
    '{{Other.key}}',
    '{{Data.constructor}}',
    '{{Data.__proto__.polluted}}',
    '{{Data.plan.length}}',
    '{{1 + 1}}',
    '{{process.exit()}}',
  ])('has no value for %s', (text) => {
    expect(fillTemplate(text, values)).toBe('');
  });

  it('cuts the result off after 4,000 characters, however many long values it has', () => {
    const Data = { long: 'word '.repeat(200_000), spaces: ' '.repeat(1_000_000) };
    const long = (name: string) =>
      runWithoutHang(() => fillTemplate(`{{Data.${name}}}`.repeat(100_000), { ...noValues, Data }));
    expect(long('long')).toHaveLength(4_000);
    expect(long('long').startsWith('word word ')).toBe(true);
    expect(long('spaces').length).toBeLessThanOrEqual(4_000);
    expect(fillTemplate('a'.repeat(5_000), noValues)).toHaveLength(4_000);
    // A character outside the basic plane takes two units, which stay together.
    expect(fillTemplate(`a${'😀'.repeat(3_000)}`, noValues)).toBe(`a${'😀'.repeat(1_999)}`);
  });

  it('does not hang at any text', () => {
    const text = fc.oneof(
      fc.constantFrom(' ', '{', '{{', ',', ' ,', '{{ ').map((piece) => piece.repeat(300_000)),
      fc.array(fc.constantFrom('{{', '}}', 'Data', '.', ' ', ',')).map((pieces) => pieces.join('').repeat(10_000)),
    );
    fc.assert(
      fc.property(text, (long) => {
        expect(runWithoutHang(() => fillTemplate(long, values)).length).toBeLessThanOrEqual(4_000);
      }),
    );
  });
});
