import fc from 'fast-check';
import { callId } from '../../../shared/domain/call/call-record';
import type { NumberLimit } from '../../../shared/domain/planning/number-limits';
import { aJob } from '../../support/builders';
import { openTestStore, type TestStore } from '../../support/worker';

const phoneNumber = '+14155550142';
const nowMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.drop());

let numbers = 0;
/** A number without calls: an organization and a campaign of its own. */
function aNumber() {
  numbers++;
  return { orgId: `org_${numbers}`, campaignId: `campaign_${numbers}`, phoneNumber };
}
const limit = (count: number, durationMs = hourMs, origin: NumberLimit['origin'] = 'campaign'): NumberLimit => ({
  origin,
  count,
  durationMs,
});
const attempts = () => opened.store.numberAttempts;
const ask = { force: false };
const startsOf = (number: ReturnType<typeof aNumber>, one: NumberLimit, atMs = nowMs) =>
  attempts().listStartsMs(number, one, { nowMs: atMs, nextCallId: '' });

describe('reserving an attempt to a number', () => {
  it.each([1, 2, 7])('admits exactly %i of fifty concurrent attempts', async (count) => {
    const number = aNumber();
    const granted = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        attempts().reserve({ ...number, callId: `call_${n}_1`, atMs: nowMs + n }, [limit(count)], ask),
      ),
    );
    expect(granted.filter((reservation) => reservation !== undefined)).toHaveLength(count);
    expect(await startsOf(number, limit(count), nowMs + 50)).toHaveLength(count);
  });

  it('never admits more than the limit in any span, with concurrent, late, repeated and released attempts', async () => {
    // Batches are twenty minutes apart; within one, clocks differ by less than the tolerated ten minutes.
    const attempt = fc.record({
      job: fc.nat(15),
      skewMs: fc.integer({ min: 0, max: 9 * 60 }).map((seconds) => seconds * 1000),
      giveBack: fc.boolean(),
    });
    const batches = fc.array(fc.array(attempt, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 1, max: 3 }), async (all, count) => {
        const number = aNumber();
        const made = new Map<string, number>();
        for (const [turn, batch] of all.entries()) {
          await Promise.all(
            batch.map(async ({ job, skewMs, giveBack }, index) => {
              const atMs = nowMs + turn * 20 * 60_000 + skewMs;
              // Two at the same time are two calls: one call is never handled by two workers at once.
              const id = `call_${job}_${index}`;
              if (made.has(id)) return;
              const reservation = await attempts().reserve({ ...number, callId: id, atMs }, [limit(count)], ask);
              if (reservation === undefined) return;
              if (giveBack) await attempts().release(reservation);
              else made.set(id, atMs);
            }),
          );
        }
        const starts = [...made.values()];
        for (const endMs of starts)
          expect(starts.filter((ms) => ms > endMs - hourMs && ms <= endMs).length).toBeLessThanOrEqual(count);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('opens again at the end of the span, to the millisecond', async () => {
    const number = aNumber();
    const at = (callId: string, atMs: number) => attempts().reserve({ ...number, callId, atMs }, [limit(1)], ask);
    expect(await at('call_a_1', nowMs)).toBeDefined();
    expect(await at('call_b_1', nowMs + hourMs - 1)).toBeUndefined();
    expect(await at('call_b_1', nowMs + hourMs)).toBeDefined();
  });

  it('counts an attempt once, even if its worker crashed repeatedly before it dialed', async () => {
    const number = aNumber();
    const again = (atMs: number) => attempts().reserve({ ...number, callId: 'call_a_1', atMs }, [limit(1)], ask);
    expect(await again(nowMs)).toBeDefined();
    expect(await again(nowMs + 60_000)).toBeDefined();
    // It counts from its last reservation, and a slow worker does not move it to an earlier time.
    expect(await again(nowMs + 1_000)).toBeDefined();
    expect(await startsOf(number, limit(1), nowMs + 60_000)).toEqual([nowMs + 60_000]);
  });

  it('does not block its own attempt after a crash, but blocks others', async () => {
    const number = aNumber();
    await attempts().reserve({ ...number, callId: 'call_a_1', atMs: nowMs }, [limit(1)], ask);
    const seenBy = (nextCallId: string) => attempts().listStartsMs(number, limit(1), { nowMs: nowMs + 1, nextCallId });
    expect(await seenBy('call_a_1')).toEqual([]);
    expect(await seenBy('call_b_1')).toEqual([nowMs]);
  });

  it('reserves in every limit or in none', async () => {
    const number = aNumber();
    const [campaign, organization] = [limit(1), limit(5, hourMs, 'organization')];
    await attempts().reserve({ ...number, callId: 'call_a_1', atMs: nowMs }, [organization, campaign], ask);
    expect(
      await attempts().reserve({ ...number, callId: 'call_b_1', atMs: nowMs + 1 }, [organization, campaign], ask),
    ).toBeUndefined();
    expect(await startsOf(number, organization, nowMs + 1)).toEqual([nowMs]);
  });

  it('applies the organization’s limit to all of its campaigns, and to no other organization', async () => {
    const number = aNumber();
    const one = limit(1, hourMs, 'organization');
    const at = (campaignId: string, orgId = number.orgId) =>
      attempts().reserve(
        { ...number, orgId, campaignId, callId: `call_${orgId}${campaignId}_1`, atMs: nowMs },
        [one],
        ask,
      );
    expect(await at('campaign_x')).toBeDefined();
    expect(await at('campaign_y')).toBeUndefined();
    expect(await at('campaign_z', 'org_other')).toBeDefined();
  });

  it('releases an unused reservation, and only its own', async () => {
    const number = aNumber();
    const reserve = (atMs: number) => attempts().reserve({ ...number, callId: 'call_a_1', atMs }, [limit(1)], ask);
    const [early, late] = [await reserve(nowMs), await reserve(nowMs + 5)];
    if (early) await attempts().release(early);
    expect(await startsOf(number, limit(1), nowMs + 6)).toEqual([nowMs + 5]);
    if (late) await attempts().release(late);
    expect(await startsOf(number, limit(1), nowMs + 6)).toEqual([]);
  });

  it('counts an operator’s call without limiting it', async () => {
    const number = aNumber();
    const force = { force: true };
    for (const n of [1, 2])
      await attempts().reserve({ ...number, callId: `call_${n}_1`, atMs: nowMs + n }, [limit(1)], force);
    expect(await startsOf(number, limit(1), nowMs + 3)).toHaveLength(2);
    expect(
      await attempts().reserve({ ...number, callId: 'call_3_1', atMs: nowMs + 3 }, [limit(1)], ask),
    ).toBeUndefined();
  });

  it('lets no person exceed the limit of the policy, which counts over all campaigns for its own duration', async () => {
    const number = aNumber();
    const [policy, organization] = [limit(2, 24 * hourMs, 'policy'), limit(100, hourMs, 'organization')];
    const at = (callId: string, campaignId: string, atMs: number) =>
      attempts().reserve({ ...number, campaignId, callId, atMs }, [policy, organization], { force: true });
    expect(await at('call_1_1', 'campaign_x', nowMs)).toBeDefined();
    expect(await at('call_2_1', 'campaign_y', nowMs + 12 * hourMs)).toBeDefined();
    expect(await at('call_3_1', 'campaign_x', nowMs + 23 * hourMs)).toBeUndefined();
    expect(await startsOf(number, policy, nowMs + 23 * hourMs)).toEqual([nowMs, nowMs + 12 * hourMs]);
    expect(await at('call_3_1', 'campaign_x', nowMs + 24 * hourMs)).toBeDefined();
  });

  it('counts the calls from before the limit was set', async () => {
    const number = aNumber();
    const job = aJob({
      CreatedMS: nowMs - 2 * hourMs,
      OrgID: number.orgId,
      CampaignID: number.campaignId,
      PhoneNumber: phoneNumber,
      UpdatedMS: nowMs - 60_000,
      CallCount: 2,
    });
    await opened.store.jobs.insert(job);
    for (const [attempt, agoMs] of [
      [1, 90 * 60_000],
      [2, 60_000],
    ] as const) {
      await opened.store.calls.claim({
        ID: callId(job.ID, attempt),
        JobID: job.ID,
        OrgID: number.orgId,
        CampaignID: number.campaignId,
        Attempt: attempt,
        State: 'ended',
        CreatedMS: nowMs - agoMs,
        DialedMS: nowMs - agoMs,
      });
    }
    expect(await startsOf(number, limit(1))).toEqual([nowMs - 60_000]);
    expect(await attempts().reserve({ ...number, callId: 'call_x_1', atMs: nowMs }, [limit(1)], ask)).toBeUndefined();
    expect(await attempts().reserve({ ...number, callId: 'call_x_1', atMs: nowMs }, [limit(2)], ask)).toBeDefined();
  });

  it('stores no number', async () => {
    await attempts().reserve({ ...aNumber(), callId: 'call_a_1', atMs: nowMs }, [limit(1)], ask);
    const stored = JSON.stringify(await opened.mongo.db.collection('number_attempts').find().toArray());
    expect(stored).not.toContain(phoneNumber.slice(1));
  });

  it('reads and writes nothing without a limit', async () => {
    const number = aNumber();
    expect(await attempts().reserve({ ...number, callId: 'call_a_1', atMs: nowMs }, [], ask)).toMatchObject({
      documentIds: [],
    });
    expect(await startsOf(number, limit(1))).toEqual([]);
  });
});
