import fc from 'fast-check';
import { createQuoteFinder } from '../../../../../shared/adapters/analysis/openai/find-quote';

describe('a quote', () => {
  it.each([
    ['I said yes.', 'said yes', { start: 2, text: 'said yes' }],
    ['I  said\nyes.', 'i said YES', { start: 0, text: 'I  said\nyes' }],
    ['I said (yes).', '“said (yes)”', { start: 2, text: 'said (yes)' }],
    ['I said yes.', 'said no', undefined],
    ['I said yes.', ' . ', undefined],
    ['I said yes.', '', undefined],
    ['a'.repeat(5_000), `${'a '.repeat(60)}b`, undefined],
  ])('in %j of %j is found as it is there', (text, quote, found) => {
    expect(createQuoteFinder(quote)(text)).toEqual(found);
  });

  it('is found only where its words are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, words, after) => {
        const text = before + words + after;
        const found = createQuoteFinder(words)(text);
        if (/[\p{L}\p{N}]/u.test(words)) expect(found).toBeDefined();
        if (found !== undefined) expect(text.slice(found.start, found.start + found.text.length)).toBe(found.text);
      }),
    );
  });
});
