import fc from 'fast-check';
import { createTransactions } from '../../../../../../shared/adapters/telephony/sip/transaction/client';
import type { Target } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { createFakeClock } from '../../fake-clock';
import { answerTo, requestOf } from '../transport/peer';
import { createMemory } from './memory-transports';
import { createEvents } from './set-up';

/** What happens to an INVITE, in any order. */
type Step =
  { type: 'response'; status: number; tag: string } | { type: 'wait'; ms: number } | { type: 'cancel' | 'break' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('response' as const),
        status: fc.constantFrom(100, 180, 183, 200, 200, 302, 401, 486, 487, 503),
        tag: fc.constantFrom('one', 'two'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(0, 400, 3_000, 31_000, 70_000) }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('cancel' as const, 'break' as const) }) },
  ),
  { maxLength: 12 },
);

async function play(given: readonly Step[], transport: 'udp' | 'tcp') {
  const target: Target = { transport, host: '127.0.0.1', port: 5_060 };
  const memory = createMemory(target);
  const clock = createFakeClock(0);
  const transactions = createTransactions(memory.transports, { setTimer: (fn, ms) => clock.setTimer(fn, ms) });
  const { events, reports } = createEvents();
  let unmatched = 0;
  transactions.onUnmatched2xx(() => unmatched++);
  const request = requestOf('INVITE');
  const transaction = transactions.invite(request, target, events);
  await clock.advance(0);
  const finals = { answered: 0, refused: 0 };
  for (const step of given) {
    if (step.type === 'response') {
      if (step.status >= 200) finals[step.status < 300 ? 'answered' : 'refused']++;
      memory.respond(answerTo(request, step.status, { tag: step.tag }));
    } else if (step.type === 'wait') await clock.advance(step.ms);
    else if (step.type === 'cancel') transaction.cancel();
    else memory.breakConnection();
  }
  return { ...memory, clock, transactions, reports, finals, unmatched: () => unmatched };
}

describe('whatever happens to an INVITE', () => {
  it.each(['udp', 'tcp'] as const)('its rules hold over %s', async (transport) => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, sent, reports, finals, unmatched, transactions } = await play(given, transport);
        const kinds = reports.map((report) => (typeof report === 'number' ? report : 'over'));
        const closing = kinds.findIndex((kind) => kind === 'over' || kind >= 200);
        const after = closing === -1 ? [] : kinds.slice(closing + 1);
        // Nothing follows the end but further 2xx after a 2xx.
        expect(after.every((kind) => kind !== 'over' && kind >= 200 && kind < 300)).toBe(true);
        if (after.length > 0) expect(kinds[closing]).toBe(200);
        // Every 2xx reaches what ends its call.
        expect(kinds.filter((kind) => kind === 200).length + unmatched()).toBe(finals.answered);
        // No CANCEL before a 1xx.
        if (!kinds.some((kind) => kind !== 'over' && kind < 200)) expect(sent).not.toContain('CANCEL');
        // Each refusal that is reported had its ACK; without one there is none.
        const refused = kinds.some((kind) => kind !== 'over' && kind >= 300);
        expect(sent.includes('ACK')).toBe(refused);
        if (transport === 'tcp') expect(sent.filter((method) => method === 'INVITE')).toHaveLength(1);
        // An INVITE that rings waits as long as it takes; all else ends.
        await clock.advance(200_000);
        const rings = reports.length > 0 && reports.every((report) => typeof report === 'number' && report < 200);
        expect(transactions.stats().open).toBe(rings ? 1 : 0);
        if (!rings) expect(clock.pending()).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a request over a new connection', () => {
  it('is not affected by the end of the one before, whose target the dialog still names', async () => {
    const former: Target = { transport: 'tcp', host: '127.0.0.1', port: 5_060 };
    const memory = createMemory({ ...former });
    const clock = createFakeClock(0);
    const transactions = createTransactions(memory.transports, { setTimer: (fn, ms) => clock.setTimer(fn, ms) });
    const { events, reports } = createEvents();
    transactions.invite(requestOf('INVITE'), former, events);
    const bye = transactions.request(requestOf('BYE'), former);
    memory.breakConnection(former);
    await clock.advance(0);
    memory.breakConnection(former);
    memory.respond(answerTo(requestOf('INVITE'), 200));
    memory.respond(answerTo(requestOf('BYE'), 200));
    expect([(await bye).status, reports]).toEqual([200, [200]]);
    transactions.close();
  });
});
