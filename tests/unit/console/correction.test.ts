import fc from 'fast-check';
import { analysisField, parseDraft, toDraft, type AnalysisField } from '../../../apps/console/src/lib/correction';

const schema = {
  type: 'object',
  properties: {
    Confirmed: { type: ['boolean', 'null'], description: 'Whether it was confirmed.' },
    Day: { type: 'string', format: 'date' },
    Guests: { type: 'integer' },
    Room: { enum: ['single', 'double', null] },
    Notes: { type: 'array', items: { type: 'string' } },
    Any: {},
  },
};
const kindOf = (name: string) => analysisField(schema, name).kind;

describe('a correction of the analysis', () => {
  it('is entered as the schema says, and as JSON where it does not say', () => {
    expect(['Confirmed', 'Day', 'Guests', 'Room', 'Notes', 'Any', 'Unknown', 'constructor'].map(kindOf)).toEqual([
      'choice',
      'text',
      'number',
      'choice',
      'json',
      'json',
      'json',
      'json',
    ]);
    expect(analysisField(schema, 'Room').choices.map(([, text]) => text)).toEqual(['single', 'double']);
    expect(analysisField(schema, 'Confirmed').description).toBe('Whether it was confirmed.');
    expect(analysisField(undefined, 'Day').kind).toBe('json');
  });

  it('that is not changed is the value that was there', () => {
    const same = (field: AnalysisField, value: unknown) =>
      expect(parseDraft(field, toDraft(field, value))).toEqual({ value });
    const of = (name: string) => analysisField(schema, name);
    fc.assert(fc.property(fc.string(), (value) => same(of('Day'), value)));
    fc.assert(fc.property(fc.integer(), (value) => same(of('Guests'), value)));
    fc.assert(fc.property(fc.boolean(), (value) => same(of('Confirmed'), value)));
    // -0 and null are written otherwise: JSON has no -0, and null has a box of its own.
    const json = fc.jsonValue().filter((value) => value !== null && !JSON.stringify(value).includes('-0'));
    fc.assert(fc.property(json, (value) => same(of('Notes'), JSON.parse(JSON.stringify(value)))));
  });

  it('says what is wrong with it', () => {
    expect(parseDraft(analysisField(schema, 'Confirmed'), '')).toEqual({ problem: 'Choose a value.' });
    expect(parseDraft(analysisField(schema, 'Guests'), 'two')).toEqual({ problem: 'Enter a number.' });
    expect(parseDraft(analysisField(schema, 'Notes'), '[')).toHaveProperty('problem');
    const exactly = { problem: expect.stringContaining('Expected a number that a double') as string };
    expect(parseDraft(analysisField(schema, 'Guests'), ' 1546130668394913822')).toEqual(exactly);
    expect(parseDraft(analysisField(schema, 'Any'), '{"a":1546130668394913822}')).toEqual(exactly);
  });
});
