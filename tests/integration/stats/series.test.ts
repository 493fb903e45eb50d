import type { Job } from '../../../shared/domain/job/job';
import type { CallFact } from '../../../shared/domain/stats/call-facts';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

const hourMs = 3_600_000;
const atMs = Date.parse('2026-11-23T10:05:00Z');
let api: TestApi;
let campaignId: string;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

interface Calls {
  Attempted: number;
  Answered: number;
  Talked: number;
  Objective: number;
  AnswerRate: { Rate: number; Low: number; High: number } | null;
}
interface Stats {
  AsOf: string;
  Complete: boolean;
  Jobs: number;
  Funnel: Record<string, number>;
  Waiting: { Jobs: number; Due: number; NotPlanned: number; HeldBy: Record<string, number>; Unknown: number };
  PlannedCalls: { Overdue: number; Hours: { From: string; Calls: number }[]; Later: number };
  Series: {
    From: string;
    To: string;
    TimeZone: string;
    Jobs: Record<string, number>;
    Calls: Calls;
    Groups?: ({ Value: string | null } & Calls)[];
    Buckets?: {
      From: string;
      To: string;
      JobsIn: number;
      Calls: Calls;
      Groups?: { Value: string | null; Attempted: number }[];
    }[];
  };
}
const ask = async (query: string, campaign = campaignId): Promise<Stats> => {
  const { status, body } = await api.request<Stats>('GET', `/campaigns/${campaign}/stats?${query}`);
  expect({ query, status, body: status === 200 ? undefined : body }).toEqual({ query, status: 200, body: undefined });
  return body;
};
const createCampaign = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const body = { Name: 'Stats', DefaultCallerID: '+14155550100', ...fields };
  return (await api.request<{ CampaignID: string }>('POST', '/campaigns', body)).body.CampaignID;
};
const aCall = (Attempt: number, AtMS: number, fields: Partial<CallFact> = {}): CallFact => ({
  Attempt,
  AtMS,
  CallerID: '+14155550100',
  Outcome: 'contact_busy',
  ...fields,
});
const talk = { Outcome: 'conversation_complete', Answered: true, Talked: true, Objective: true } as const;
const called = (CallFacts: CallFact[], fields: Partial<Job> = {}) =>
  api.insertJob({
    CampaignID: campaignId,
    CreatedMS: atMs,
    CallFacts,
    AnsweredCalls: CallFacts.filter(({ Answered }) => Answered).length,
    Metrics: { TotalCallAttempts: CallFacts.length, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
    CallCount: CallFacts.length,
    ...fields,
  });

describe('GET /campaigns/:campaignID/stats over time', () => {
  beforeAll(async () => {
    const Defaults = { Constraints: { TimeZone: 'Europe/Helsinki' } };
    campaignId = await createCampaign({ Defaults });
    await called([aCall(1, atMs), aCall(2, atMs + hourMs, talk)], { State: 'completed', VariantKey: 'a' });
    await called([aCall(1, atMs + 60_000, { CallerID: '+14155550101' })], { State: 'failed', VariantKey: '' });
    await called([aCall(1, atMs + 26 * hourMs, { Outcome: 'call_dropped', Answered: true, Talked: true })], {
      State: 'scheduled',
      VariantKey: 'a,b',
      NextCallMS: Date.now() + 30 * hourMs,
      HeldBy: 'RetryDelay',
    });
    await called([aCall(1, atMs, talk)], { State: 'completed', TestJob: true });
  });
  const day = 'from=2026-11-23T00:00:00Z&to=2026-11-25T00:00:00Z';

  it('has the funnel of the jobs, and of the calls by when they were dialed', async () => {
    const { Funnel, Series, Jobs } = await ask(`${day}&bucket=day`);
    expect(Jobs).toBe(3);
    expect(Funnel).toEqual({ In: 3, Attempted: 3, Answered: 2, Talked: 2, Objective: 1 });
    expect(Series.Jobs).toEqual(Funnel);
    expect(Series.Calls).toMatchObject({
      Attempted: 4,
      Answered: 2,
      Talked: 2,
      Objective: 1,
      AnswerRate: { Rate: 0.5 },
    });
    const days = Series.Buckets!.map(({ From, JobsIn, Calls }) => [
      From.slice(0, 10),
      JobsIn,
      Calls.Attempted,
      Calls.Objective,
    ]);
    expect(days).toEqual([
      ['2026-11-23', 3, 3, 1],
      ['2026-11-24', 0, 1, 0],
    ]);
    expect((await ask('from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z')).Series.Calls.AnswerRate).toBeNull();
  });

  it.each([
    ['outcome', { contact_busy: 2, conversation_complete: 1, call_dropped: 1 }],
    ['variant', { a: 3, b: 1, null: 1 }],
    ['caller_id', { '+14155550100': 3, '+14155550101': 1 }],
    ['attempt', { 1: 3, 2: 1 }],
    ['hour_of_week', { 'Mo 12:00': 2, 'Mo 13:00': 1, 'Tu 14:00': 1 }],
  ])('groups the calls by %s', async (by, expected) => {
    const { Groups = [] } = (await ask(`${day}&by=${by}`)).Series;
    expect(Object.fromEntries(Groups.map(({ Value, Attempted }) => [String(Value), Attempted]))).toEqual(expected);
  });

  it('divides the interval by the clock of a zone, widened to whole buckets', async () => {
    const { Series } = await ask(
      'from=2026-11-23T10:00:00Z&to=2026-11-23T12:00:00Z&bucket=day&time_zone=Asia/Kathmandu&by=outcome',
    );
    expect([Series.From, Series.To, Series.TimeZone]).toEqual([
      '2026-11-22T18:15:00.000Z',
      '2026-11-23T18:15:00.000Z',
      'Asia/Kathmandu',
    ]);
    expect(Series.Buckets).toHaveLength(1);
    expect(Series.Buckets![0]!.Groups!.map(({ Value, Attempted }) => [Value, Attempted])).toEqual([
      ['contact_busy', 2],
      ['conversation_complete', 1],
    ]);
  });

  it('says what the waiting jobs wait for and when they are called, which adds up, and that a pause holds all', async () => {
    const id = await createCampaign();
    const waiting = (fields: Partial<Job>) =>
      api.insertJob({ CampaignID: id, State: 'scheduled', Sequence: 2, ...fields });
    const inHours = (hours: number): number => Date.now() + hours * hourMs;
    await waiting({ NextCallMS: inHours(2), HeldBy: 'TimeRules' });
    await waiting({ NextCallMS: inHours(24 * 30), HeldBy: 'TimeRules' });
    await waiting({ NextCallMS: inHours(-2), HeldBy: 'RetryDelay' });
    await waiting({ NextCallMS: inHours(-2), HeldBy: 'MaxConcurrentCalls' });
    await waiting({ NextCallMS: inHours(3), Held: true, HeldBy: 'State' });
    await waiting({ NextCallMS: inHours(5) });
    await api.insertJob({ CampaignID: id });
    const { Waiting, PlannedCalls, Jobs } = await ask('bucket=day', id);
    expect(Waiting).toEqual({
      Jobs: 7,
      Due: 1,
      NotPlanned: 1,
      HeldBy: { TimeRules: 2, MaxConcurrentCalls: 1, State: 1 },
      Unknown: 1,
    });
    expect(Waiting.Jobs).toBe(Jobs);
    expect(PlannedCalls).toMatchObject({ Overdue: 2, Later: 1 });
    expect(PlannedCalls.Hours).toHaveLength(168);
    expect(PlannedCalls.Hours.flatMap(({ Calls }, hour) => (Calls > 0 ? [[hour, Calls]] : []))).toEqual([
      [2, 1],
      [5, 1],
    ]);
    expect((await api.request('POST', `/campaigns/${id}/pause`, {})).status).toBe(200);
    expect((await ask('bucket=day', id)).Waiting).toMatchObject({ Jobs: 7, Due: 0, HeldBy: { State: 6 }, Unknown: 0 });
  });

  it('answers without parameters as before', async () => {
    const { body } = await api.request<object>('GET', `/campaigns/${campaignId}/stats`);
    expect(Object.keys(body)).toEqual([
      'CampaignID',
      'CountedAt',
      'Jobs',
      'JobsByState',
      'TestJobs',
      'TestJobsByState',
      'CircuitBreaker',
      'Variants',
      'Agreement',
      'VariantsCountedAt',
    ]);
  });

  it.each([
    ['from=2026-11-24T00:00:00Z&to=2026-11-23T00:00:00Z', 'from'],
    ['from=2020-01-01T00:00:00Z&bucket=week', 'from'],
    ['from=2026-09-01T00:00:00Z&to=2026-11-01T00:00:00Z&bucket=hour', 'bucket'],
    ['by=hour_of_week&bucket=day', 'bucket'],
    ['by=contact', 'by'],
    ['bucket=month', 'bucket'],
    ['time_zone=Mars', 'time_zone'],
    ['time_zone=BST', 'time_zone'],
    ['from=yesterday', 'from'],
  ])('refuses %s and names the parameter', async (query, pointer) => {
    const answer = await api.request<{ errors: { pointer: string }[] }>(
      'GET',
      `/campaigns/${campaignId}/stats?${query}`,
    );
    expectProblem(answer, 'invalid_query');
    expect(answer.body.errors.map((error) => error.pointer.replace(/^\//, ''))).toEqual([pointer]);
  });

  it('shows nothing of another organization', async () => {
    const other = await api.anotherCaller();
    expectProblem(await other.request('GET', `/campaigns/${campaignId}/stats?bucket=day`), 'campaign_not_found');
  });
});
