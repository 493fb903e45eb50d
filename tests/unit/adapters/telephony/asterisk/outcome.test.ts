import fc from 'fast-check';
import {
  createCallRecords,
  failures,
  toLegEnd,
  toRecordedEnd,
} from '../../../../../shared/adapters/telephony/asterisk/call-records';
import { endingOf, failedEnding, outcomeOf } from '../../../../../shared/adapters/telephony/asterisk/outcome';
import { endedReasons } from '../../../../../shared/domain/call/call';
import { endedDetails } from '../../../../../shared/domain/call/line';

const destroyed = (cause?: number, status?: number) => ({
  type: 'ChannelDestroyed',
  ...(cause !== undefined && { cause }),
  ...(status !== undefined && { tech_cause: status }),
});
const unanswered = { rang: false, answered: false };
const answered = { rang: true, answered: true };

describe('the end of a channel', () => {
  it('is what the SIP status says, for a refusal: the cause is only its translation', () => {
    expect(endingOf(destroyed(1, 404), unanswered).end).toMatchObject({ detail: 'no_route', sip: { code: 404 } });
    expect(endingOf(destroyed(1, 404), unanswered).end).not.toHaveProperty('q850');
    expect(outcomeOf(destroyed(34, 503), unanswered)).not.toHaveProperty('retryAfterMs');
    expect(outcomeOf(destroyed(127, 429), unanswered)).toMatchObject({ retryAfterMs: 10_000 });
  });

  it('costs no attempt if the line was congested and nothing rang, however late it says so', () => {
    expect(endingOf(destroyed(127, 429), unanswered).end).toMatchObject({ retryAfterMs: 10_000 });
    expect(endingOf(destroyed(127, 429), { rang: true, answered: false }).end).not.toHaveProperty('retryAfterMs');
  });

  it('is what the cause says, for a line without a SIP status', () => {
    expect(endingOf(destroyed(17), unanswered).end).toMatchObject({ reason: 'contact_busy', q850: 17, by: 'contact' });
    expect(endingOf(destroyed(1, 0), unanswered).end).toMatchObject({ detail: 'invalid_number', permanent: true });
    expect(endingOf(destroyed(), unanswered).end).toMatchObject({ reason: 'assistant_error', by: 'line' });
  });

  it('of an answered call is a hang-up of the contact, unless the cause names a fault', () => {
    expect(endingOf(destroyed(16), answered).end).toEqual({ reason: 'contact_hung_up', q850: 16, by: 'contact' });
    expect(endingOf(destroyed(38), answered)).toMatchObject({
      end: { reason: 'contact_hung_up', detail: 'line_failed', by: 'line', error: failures.line_failed },
      failure: 'line_failed',
    });
    expect(endingOf(destroyed(44), answered).end).toMatchObject({ reason: 'assistant_error', detail: 'media_lost' });
  });

  it('has an error exactly when the line ended it, for every code', () => {
    const code = fc.option(fc.integer({ min: -1, max: 800 }), { nil: undefined });
    fc.assert(
      fc.property(code, code, fc.boolean(), fc.boolean(), (cause, status, rang, wasAnswered) => {
        const { end, failure } = endingOf(destroyed(cause, status), { rang, answered: wasAnswered });
        const isFault = end.by === 'line';
        return isFault === (end.error !== undefined) && isFault === (failure !== undefined);
      }),
    );
  });
});

describe('the record of a call', () => {
  const variables = new Map<string, string>();
  const records = createCallRecords({
    request: ({ method, query = {} }) => {
      const [name, value] = [String(query['variable']), query['value']];
      if (method === 'GET') return Promise.resolve({ status: 200, body: { value: variables.get(name) ?? '' } });
      if (value === undefined) variables.delete(name);
      else variables.set(name, String(value));
      return Promise.resolve({ status: 204, body: undefined });
    },
    close: () => Promise.resolve(),
  });

  it('gives the end back as it was, with every code, and removes the records of ended calls at the end', async () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const end = fc.record({
      reason: fc.constantFrom(...endedReasons),
      atMs: fc.nat(),
      detail: optional(fc.constantFrom(...endedDetails)),
      q850: optional(fc.integer({ min: 1, max: 127 })),
      by: optional(fc.constantFrom('contact' as const, 'us' as const, 'line' as const)),
      permanent: optional(fc.constant(true as const)),
      sip: optional(fc.record({ code: fc.integer({ min: 300, max: 699 }), phrase: fc.constant('') })),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(), end, async (id, how) => {
        const known = Object.fromEntries(Object.entries(how).filter(([, value]) => value !== undefined));
        const legEnd = { reason: how.reason, atMs: how.atMs, ...known };
        await records.write(`call_${id}`, { dialedMs: 1, answeredMs: 2, end: toRecordedEnd(legEnd, undefined) });
        const found = await records.find(`call_${id}`);
        expect(found && toLegEnd(found.end!)).toEqual(legEnd);
        expect(found).toMatchObject({ dialedMs: 1, answeredMs: 2 });
      }),
    );
    await records.write('call_open', { dialedMs: 1 });
    await records.close();
    expect([...variables.keys()]).toEqual(['OUTDIAL_CALL_call_open']);
    await records.remove('call_open');
    expect(await records.find('call_open')).toBeUndefined();
  });

  it('holds the code of a failure, and gives back its text', () => {
    const { end, failure } = failedEnding('worker_lost');
    const recorded = toRecordedEnd({ ...end, atMs: 5 }, failure);
    expect(JSON.stringify(recorded)).not.toContain(failures.worker_lost);
    expect(toLegEnd(recorded)).toEqual({ ...end, atMs: 5 });
  });
});
