import fc from 'fast-check';
import type { CommandStartedEvent } from 'mongodb';
import type { NewSuppression } from '../../../shared/adapters/mongo/suppressions.repository';
import { noteLimit, type SuppressionFields } from '../../../shared/domain/suppression/suppression';
import { aJob } from '../../support/builders';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;
const number = '+14155550142';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
});
afterAll(() => opened.drop());

let organizations = 0;
const anOrganization = (): string => `org_${++organizations}`;
const suppressions = () => opened.store.suppressions;
const entry = (fields: Partial<NewSuppression> = {}): NewSuppression => ({
  phoneNumber: number,
  Reason: 'opted_out',
  Source: 'api',
  CreatedMS: nowMs,
  ...fields,
});
const add = (orgId: string, fields: Partial<NewSuppression> = {}, atMs = nowMs) =>
  suppressions().add({ orgId }, [entry(fields)], atMs);
const holds = async (orgId: string, campaignId = 'campaign_1', atMs = nowMs) =>
  (await suppressions().findHolding({ orgId, campaignId }, [number], atMs)).get(number);

describe('an entry', () => {
  it('of an organization holds in each of its campaigns, one of a campaign in that one, and neither elsewhere', async () => {
    const [own, other] = [anOrganization(), anOrganization()];
    await suppressions().add({ orgId: own, campaignId: 'campaign_1' }, [entry({ Reason: 'legal' })], nowMs);
    expect(await holds(own)).toEqual({ scope: 'campaign', reason: 'legal' });
    expect(await holds(own, 'campaign_2')).toBeUndefined();
    await add(own);
    expect(await holds(own)).toEqual({ scope: 'organization', reason: 'opted_out' });
    expect(await holds(own, 'campaign_2')).toEqual({ scope: 'organization', reason: 'opted_out' });
    expect(await holds(other)).toBeUndefined();
    const phones = await suppressions().findHolding({ orgId: own, campaignId: 'campaign_2' }, ['+14155550143'], nowMs);
    expect(phones.size).toBe(0);
  });

  it('that has ended no longer holds, is not listed, can be added anew, and is purged', async () => {
    const orgId = anOrganization();
    await add(orgId, { UntilMS: nowMs + hourMs });
    const laterMs = nowMs + hourMs;
    expect(await holds(orgId, 'campaign_1', laterMs - 1)).toBeDefined();
    expect(await holds(orgId, 'campaign_1', laterMs)).toBeUndefined();
    expect(await suppressions().list({ orgId }, laterMs, 10)).toEqual([]);
    expect(await suppressions().find({ orgId }, number, laterMs)).toBeUndefined();
    expect(await suppressions().listByNumber(orgId, number, laterMs, 10)).toEqual([]);
    expect(await add(orgId, { UntilMS: laterMs + hourMs }, laterMs)).toEqual(['added']);
    const stored = () => opened.mongo.db.collection('suppressions').countDocuments({ OrgID: orgId });
    await opened.store.purge.deleteBatch(laterMs + hourMs - 1, 1_000);
    expect(await stored()).toBe(1);
    await opened.store.purge.deleteBatch(laterMs + hourMs, 1_000);
    expect(await stored()).toBe(0);
  });

  it('holds neither number nor note in clear, and gives the note back', async () => {
    const orgId = anOrganization();
    const Note = 'Zebulon asked by letter. '.padEnd(noteLimit, '.');
    await add(orgId, { Note });
    const stored = JSON.stringify(await opened.mongo.db.collection('suppressions').find({ OrgID: orgId }).toArray());
    expect(stored).not.toContain(number.slice(1));
    expect(stored).not.toContain('Zebulon');
    expect(await suppressions().find({ orgId }, number, nowMs)).toMatchObject({ Note });
  });

  it('is found under an id that no other organization has for the same number', async () => {
    const ids = [anOrganization(), anOrganization()].map((orgId) => suppressions().idOf({ orgId }, number));
    expect(new Set(await Promise.all(ids)).size).toBe(2);
  });
});

describe('adding twice', () => {
  const ends = fc.array(fc.constantFrom(undefined, 1, 2, 3), { minLength: 1, maxLength: 6 });
  const untilMs = (hours: number | undefined) => (hours === undefined ? undefined : nowMs + hours * hourMs);
  const strictest = (hours: readonly (number | undefined)[]) =>
    untilMs(hours.includes(undefined) ? undefined : Math.max(...hours.map((one) => one ?? 0)));
  const toFields = (hours: number | undefined, index: number): Partial<SuppressionFields> => ({
    Note: `entry ${index}`,
    UntilMS: untilMs(hours),
  });

  it('keeps the whole entry that holds longest, the earlier of two that hold equally long', async () => {
    await fc.assert(
      fc.asyncProperty(ends, async (hours) => {
        const orgId = anOrganization();
        const results = [];
        for (const [index, one] of hours.entries()) results.push(...(await add(orgId, toFields(one, index))));
        const expected = hours.map((_, index) => {
          const before = hours.slice(0, index);
          if (index === 0) return 'added';
          return strictest(before) === strictest(hours.slice(0, index + 1)) ? 'present' : 'extended';
        });
        expect(results).toEqual(expected);
        const first = hours.findIndex((one) => untilMs(one) === strictest(hours));
        const [stored, ...others] = await suppressions().list({ orgId }, nowMs, 10);
        expect(others).toEqual([]);
        expect([stored?.UntilMS, stored?.Note]).toEqual([strictest(hours), `entry ${first}`]);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('at the same time, or within one file, never loses the one that holds longest', async () => {
    await fc.assert(
      fc.asyncProperty(ends, fc.boolean(), async (hours, together) => {
        const orgId = anOrganization();
        const all = hours.map((one, index) => entry(toFields(one, index)));
        const results = together
          ? await suppressions().add({ orgId }, all, nowMs)
          : (await Promise.all(all.map((one) => suppressions().add({ orgId }, [one], nowMs)))).flat();
        expect(results.filter((result) => result === 'added')).toHaveLength(1);
        const stored = await suppressions().list({ orgId }, nowMs, 10);
        expect(stored.map(({ UntilMS }) => UntilMS)).toEqual([strictest(hours)]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('jobs that wait to call the number', () => {
  it('are overdue from then on, so that they are planned again and fail', async () => {
    const orgId = anOrganization();
    const dueMs = nowMs + 24 * hourMs;
    const waiting = { OrgID: orgId, PhoneNumber: number, State: 'scheduled', NextCallMS: dueMs, DueMS: dueMs } as const;
    const job = (fields: object) => aJob({ CreatedMS: nowMs - hourMs, ...waiting, ...fields });
    const [same, other, elsewhere, ended] = [
      job({ CampaignID: 'campaign_1' }),
      job({ CampaignID: 'campaign_2' }),
      job({ CampaignID: 'campaign_1', PhoneNumber: '+14155550143' }),
      job({ CampaignID: 'campaign_1', State: 'completed', DueMS: undefined }),
    ];
    for (const one of [same, other, elsewhere, ended]) await opened.store.jobs.insert(one);
    const due = async () =>
      Promise.all([same, other, elsewhere, ended].map(async ({ ID }) => (await opened.store.jobs.load(ID))?.DueMS));
    await suppressions().add({ orgId, campaignId: 'campaign_1' }, [entry()], nowMs);
    expect(await due()).toEqual([nowMs, dueMs, dueMs, undefined]);
    await add(orgId);
    expect(await due()).toEqual([nowMs, nowMs, dueMs, undefined]);
  });
});

describe('the erasure of the job whose contact refused', () => {
  it('removes what leads to the job, and keeps the number suppressed', async () => {
    const orgId = anOrganization();
    await add(orgId, { Source: 'call', JobID: 'job_1', CallID: 'call_1_1' });
    await suppressions().forgetJob('job_1');
    await suppressions().forgetJob('job_1');
    expect(await holds(orgId)).toBeDefined();
    const [stored] = await suppressions().list({ orgId }, nowMs, 10);
    expect(stored).toMatchObject({ Source: 'call', Reason: 'opted_out' });
    expect(stored?.JobID).toBeUndefined();
    expect(stored?.CallID).toBeUndefined();
  });
});

it('looks any number of numbers up by one query for primary keys', async () => {
  const orgId = anOrganization();
  const numbers = Array.from({ length: 500 }, (_, index) => `+1415555${String(index).padStart(4, '0')}`);
  const some = numbers.filter((_, index) => index % 50 === 0);
  await suppressions().add(
    { orgId },
    some.map((phoneNumber) => entry({ phoneNumber })),
    nowMs,
  );
  const filters: string[][] = [];
  const record = ({ commandName, command }: CommandStartedEvent): void => {
    const { find, filter = {} } = command as { find?: string; filter?: object };
    if (commandName === 'find' && find === 'suppressions') filters.push(Object.keys(filter));
  };
  opened.mongo.db.client.on('commandStarted', record);
  const found = await suppressions().findHolding({ orgId, campaignId: 'campaign_1' }, numbers, nowMs);
  opened.mongo.db.client.off('commandStarted', record);
  expect(filters).toEqual([['_id']]);
  expect([...found.keys()].sort()).toEqual(some);
});
