import { campaignQuota } from '../../../shared/domain/planning/call-quotas';
import { constraints, givenJob, iso, minutes, noonMs, startNoonApi } from './given';
import type { TestApi } from '../../support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startNoonApi();
});
afterAll(() => api.stop());

/** A job that waits for one of 20 places of its campaign. */
const waiting = (campaignId: string, sinceMs: number) => {
  const { scope } = campaignQuota(campaignId);
  const limit = { By: 'MaxConcurrentCalls', Limit: 20, Scope: scope, WaitsIn: scope } as const;
  return { ...limit, UntilMS: noonMs + minutes(60), SinceMS: sinceMs, Priority: 0 };
};
type Body = { Queue: { Before: number; AboutMS: number | null } | null };

/** The explanation of a job before which two others wait. */
async function explained(job: object = {}) {
  const given = await givenJob(api, { campaign: { JitterSeconds: 0, Pacing: { MaxConcurrentCalls: 20 } }, job });
  const { campaignId, orgId } = given.caller;
  const fields = { OrgID: orgId, CampaignID: campaignId, State: 'scheduled' as const, Sequence: 2 };
  for (const ago of [5, 4]) await api.insertJob({ ...fields, Queued: waiting(campaignId, noonMs - minutes(ago)) });
  await api.store.jobTransitions.amend(given.job.ID, 2, { Queued: waiting(campaignId, noonMs - minutes(3)) });
  const scopes = api.mongo.db.collection<{ _id: string }>('call_quotas');
  const read = async () => ({
    given,
    body: (await given.get()).body as Awaited<ReturnType<typeof given.get>>['body'] & Body,
  });
  return { ...(await read()), read, scopes, scope: campaignQuota(campaignId).scope };
}

it('says that a job is held by pacing, how many are before it, and about when its turn is', async () => {
  const { body, read, scopes, scope } = await explained();
  expect(body).toMatchObject({
    NextCallMS: null,
    HeldBy: 'MaxConcurrentCalls',
    Queue: { Before: 2, AboutMS: null },
    Message: 'At most 20 calls of the campaign at once: held by pacing, 2 before it.',
  });
  expect(body.Gates.find(({ Name }) => Name === 'MaxConcurrentCalls')).toMatchObject({
    Origin: 'campaign',
    Satisfied: false,
  });
  const Limits = { MaxConcurrentCalls: 20, MaxCallsPerMinute: 0, MaxCallsPerDay: 0 };
  await scopes.insertOne({ _id: scope, Running: [], Limits, HandedMS: noonMs, PaceMS: minutes(4) } as never);
  const later = (await read()).body;
  expect(later.Queue).toEqual({ Before: 2, AboutMS: noonMs + minutes(12) });
  expect(later.Message).toMatch(/, 2 before it, about 2026-11-20 10:12 UTC\.$/);
  expect(iso(later.Forecast[0]!.CallMS)).toBe('2026-11-20T10:12:00Z');
});

it('names the window instead if that has closed while the job waited', async () => {
  const windows = { TimeZone: 'Europe/Helsinki', TimeRules: [{ TimeRanges: [{ Start: '15:00', End: '17:00' }] }] };
  const { body } = await explained(constraints(windows));
  expect(body).toMatchObject({ HeldBy: 'TimeRules', Queue: null });
  expect(iso(body.NextCallMS)).toBe('2026-11-20T13:00:00Z');
});

it('keeps its turn in the queue if the campaign was resumed while the job waited: the queue spreads the calls', async () => {
  const { given, read } = await explained();
  const before = (await read()).body;
  const { orgId, campaignId } = given.caller;
  const ramp = { FromMS: noonMs, UntilMS: noonMs + minutes(30) };
  await api.store.campaigns.setState({ orgId, campaignId }, 'active', ramp);
  const { body } = await read();
  expect(body).toMatchObject({ HeldBy: before.HeldBy, Queue: before.Queue, NextCallMS: before.NextCallMS });
  expect(body.Queue).not.toBeNull();
});

it('refuses invalid limits, and shows those that are set', async () => {
  const caller = await api.anotherCaller({});
  const path = `/campaigns/${caller.campaignId}`;
  for (const Pacing of [{ MaxConcurrentCalls: -1 }, { MaxCallsPerMinute: 1.5 }, { RampMinutes: 2_000 }, { Speed: 1 }])
    expect((await caller.request('PATCH', path, { Pacing })).status).toBe(400);
  expect((await caller.request('PATCH', path, { Priority: 101 })).status).toBe(400);
  const set = { Pacing: { MaxConcurrentCalls: 20, MaxCallsPerMinute: 60, RampMinutes: 10 }, Priority: 5 };
  expect((await caller.request('PATCH', path, set)).body).toMatchObject({ Data: set });
  // Jobs whose calls pinned the first version follow the limits of the current one.
  expect(await api.store.campaigns.findConfig(caller.campaignId, 1)).toMatchObject({
    version: 1,
    pacing: set.Pacing,
    priority: 5,
  });
  const CallerIDPacing = { MaxConcurrentCalls: 5 };
  expect((await caller.request('PATCH', '/organization', { CallerIDPacing })).body).toMatchObject({
    Data: { CallerIDPacing },
  });
  const removed = await caller.request('PATCH', '/organization', { CallerIDPacing: null });
  expect(removed.body).not.toHaveProperty('Data.CallerIDPacing');
});
