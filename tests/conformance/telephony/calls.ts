import { equal, deepEqual, ok, rejects } from 'node:assert/strict';
import { endedReasons } from '../../../shared/domain/call/call';
import {
  dial,
  limitsOf,
  peerBehaviors,
  requestFor,
  settle,
  talkToEnd,
  type TelephonySubject,
  type TestFramework,
} from './subject';

type Subject = () => TelephonySubject;
const dialedBehaviors = peerBehaviors.filter((behavior) => behavior !== 'refused');

/** How calls begin and end. */
export function describeCalls({ describe, it }: TestFramework, subject: Subject): void {
  describe('a call', () => {
    for (const behavior of dialedBehaviors)
      it(`reports its events in order, once, and its end last: ${behavior}`, async () => {
        const observed = await dial(subject(), behavior);
        const { events } = observed;
        const end = await talkToEnd(subject(), observed);
        await subject().pass(200);
        const order = ['ringing', 'early_media', 'answered', 'ended'];
        const known = events.map(({ type }) => order.indexOf(type)).filter((index) => index !== -1);
        deepEqual(known, [...new Set(known)].sort());
        deepEqual(events.at(-1), { type: 'ended', ...end });
        ok(endedReasons.includes(end.reason));
        const times = events.map(({ atMs }) => atMs);
        deepEqual(
          times,
          [...times].sort((one, other) => one - other),
        );
      });

    it('that is busy ends without an answer', async () => {
      const { leg, events } = await dial(subject(), 'busy');
      const { reason, detail, error } = await settle(subject(), leg.ended);
      deepEqual({ reason, detail, error }, { reason: 'contact_busy', detail: 'busy', error: undefined });
      ok(!events.some(({ type }) => type === 'answered'));
    });

    it('that is not answered rings as long as it may', async () => {
      const { leg, events } = await dial(subject(), 'no_answer');
      const { reason, detail, atMs } = await settle(subject(), leg.ended);
      deepEqual({ reason, detail }, { reason: 'contact_did_not_answer', detail: 'no_answer' });
      const rangMs = atMs - (events.find(({ type }) => type === 'ringing')?.atMs ?? 0);
      const { ringTimeoutMs } = limitsOf(subject());
      // A busy machine notices the ring late, and its end too.
      ok(rangMs >= ringTimeoutMs / 2, `It rang for ${rangMs} ms.`);
      ok(subject().realTime || rangMs <= ringTimeoutMs + 2_000, `It rang for ${rangMs} ms.`);
    });

    it('ends with what the contact did, and without an error, when the contact hangs up', async () => {
      const { leg } = await dial(subject(), 'hangs_up');
      const { reason, error, by } = await settle(subject(), leg.ended);
      deepEqual({ reason, error, by }, { reason: 'contact_hung_up', error: undefined, by: 'contact' });
    });

    it('whose connection breaks ends with an error, and is no hang-up of the contact', async () => {
      const end = await talkToEnd(subject(), await dial(subject(), 'loses_connection'));
      ok(end.error !== undefined);
      equal(end.by, 'line');
    });

    it('ends at its longest duration', async () => {
      const { leg, events } = await dial(subject(), 'answers');
      const { reason, atMs } = await settle(subject(), leg.ended);
      equal(reason, 'call_timeout');
      const talkedMs = atMs - (events.find(({ type }) => type === 'answered')?.atMs ?? 0);
      const lateMs = talkedMs - limitsOf(subject()).maxDurationMs;
      ok(lateMs > -1_000 && (subject().realTime || lateMs < 1_000), `It lasted ${talkedMs} ms.`);
    });

    it('names its line, without the number', async () => {
      const { leg, request } = await dial(subject(), 'busy');
      await settle(subject(), leg.ended);
      equal(leg.line.Provider, subject().provider.name);
      ok(!JSON.stringify(leg.line).includes(request.to.replace('+', '')));
    });

    it('goes on when a listener throws', async () => {
      const { leg, events } = await dial(subject(), 'hangs_up');
      leg.onEvent(() => {
        throw new Error('listener');
      });
      await settle(subject(), leg.ended);
      equal(events.at(-1)?.type, 'ended');
    });
  });

  describe('hanging up', () => {
    it('ends an answered call once, however often, and with its reason', async () => {
      const { leg, reach, events } = await dial(subject(), 'answers');
      await reach('answered');
      await settle(subject(), Promise.all([leg.hangUp({ reason: 'stopped' }), leg.hangUp()]));
      const { reason, detail, by } = await leg.ended;
      deepEqual({ reason, detail, by }, { reason: 'assistant_hung_up', detail: 'stopped', by: 'us' });
      await settle(subject(), leg.hangUp());
      equal(events.filter(({ type }) => type === 'ended').length, 1);
    });

    it('ends a call that rings, which is then never answered', async () => {
      const { leg, reach, events, request } = await dial(subject(), 'no_answer');
      await reach('ringing');
      await settle(subject(), leg.hangUp());
      equal((await leg.ended).by, 'us');
      await subject().pass(limitsOf(subject()).ringTimeoutMs);
      ok(!events.some(({ type }) => type === 'answered'));
      equal(await subject().peer.rings(request.attemptKey), 1);
    });
  });

  describe('a phone', () => {
    it('rings once for one attempt, however often it is dialed', async () => {
      const { leg, request } = await dial(subject(), 'hangs_up');
      await rejects(settle(subject(), subject().provider.dial(request)));
      await settle(subject(), leg.ended);
      await rejects(settle(subject(), subject().provider.dial(request)));
      await rejects(settle(subject(), subject().restarted().dial(request)));
      await subject().pass(200);
      equal(await subject().peer.rings(request.attemptKey), 1);
    });

    it('does not ring if the call is refused', async () => {
      const request = requestFor(subject(), 'refused');
      await rejects(settle(subject(), subject().provider.dial(request)), { name: 'CallRefusedError' });
      deepEqual(await settle(subject(), subject().provider.lookup(request.attemptKey)), { state: 'never_sent' });
      equal(await subject().peer.rings(request.attemptKey), 0);
    });
  });
}

/** What is known of an attempt whose worker was lost. */
export function describeLookups({ describe, it }: TestFramework, subject: Subject): void {
  describe('a lookup', () => {
    it('finds nothing of an attempt that was never dialed', async () => {
      const { attemptKey } = requestFor(subject(), 'answers');
      deepEqual(await settle(subject(), subject().provider.lookup(attemptKey)), { state: 'never_sent' });
    });

    it('finds a call that this process handles, and leaves it alone', async () => {
      const { leg, reach, request, events } = await dial(subject(), 'answers');
      await reach('answered');
      deepEqual(await settle(subject(), subject().provider.lookup(request.attemptKey, leg.line)), { state: 'active' });
      await subject().pass(100);
      ok(!events.some(({ type }) => type === 'ended'));
      await settle(subject(), leg.hangUp());
    });

    it('finds how a call ended, also in another process', async () => {
      const { leg, request } = await dial(subject(), 'busy');
      const { reason } = await settle(subject(), leg.ended);
      for (const provider of [subject().provider, subject().restarted()]) {
        const found = await settle(subject(), provider.lookup(request.attemptKey, leg.line));
        equal(found.state === 'ended' ? found.end.reason : found.state, reason);
      }
    });

    it('closes a call whose process was lost, and never rings', async () => {
      const { leg, reach, request } = await dial(subject(), 'answers');
      await reach('answered');
      const other = subject().restarted();
      const lookUp = async (): Promise<string> => (await other.lookup(request.attemptKey, leg.line)).state;
      if (subject().confirmsEnds === false) await rejects(settle(subject(), lookUp()), /not confirmed/);
      else {
        const state = await settle(subject(), lookUp());
        ok(['ended', 'unknown'].includes(state), state);
        equal(await settle(subject(), lookUp()), state);
      }
      equal(await subject().peer.rings(request.attemptKey), 1);
      await settle(subject(), leg.hangUp());
    });
  });
}
