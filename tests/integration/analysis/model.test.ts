import type { BulkActionBody } from '../../../shared/contracts/bulk-action.schema';
import type { Caller } from '../../support/caller';
import { chat, messagesOf, type ChatServer } from '../../support/chat-server';
import { outdial } from '../../support/command-line';
import { until } from '../../support/until';
import { createJobsClient, finds, inHours, schema, startModelEnv, type JobsClient, type ModelEnv } from './model-env';

let env: ModelEnv;
let server: ChatServer;
let sweepAt: ModelEnv['sweepAt'];
let caller: Caller;
let { get, complete, stats, correct }: JobsClient = {} as JobsClient;
beforeAll(async () => {
  env = await startModelEnv();
  ({ server, sweepAt } = env);
}, 60_000);
beforeEach(async () => {
  caller = await env.api.anotherCaller({ AnalysisSchema: schema, Variants: [] });
  ({ get, complete, stats, correct } = createJobsClient(caller));
});
afterAll(() => env.stop(), 30_000);
jest.setTimeout(40_000);
describe('a call that a model analyzes', () => {
  it('ends with each field quoted from its transcript, or null', async () => {
    server.behave(finds());
    const { ID, Data } = await complete();
    const [call] = Data.Calls ?? [];
    const quoted = call?.Messages[0]?.content?.slice(0, 11);
    expect(Data.Analysis).toMatchObject({
      Data: { Greeted: true, Day: null },
      CallSummary: 'They talked.',
      ConversationEndReason: 'conversation_complete',
      Evidence: {
        Greeted: { Quotes: [{ CallID: call?.ID, MessageIndex: 0, Start: 0, Text: quoted }] },
        Day: { Unknown: 'quote_not_found' },
      },
      Source: { Analyzer: 'openai', Model: 'stand-in', SchemaVersion: 1, Calls: 1 },
    });
    expect(Data.CallAnalyses?.[call?.ID ?? '']).toEqual(Data.Analysis);
    expect(Data.AnalysisStatus).toBeUndefined();
    expect(Data.PreviousCallsSummary).toBe('They talked.');
    expect(await env.deps.store.jobs.load(ID)).toMatchObject({ AnalysisTokens: 120 });
    expect((await env.deps.store.jobs.load(ID))?.AnalysisDueMS).toBeUndefined();
  });

  it('has left no word that the operator or the job redacts', async () => {
    server.behave(finds());
    const card = '4111 1111 1111 1111';
    await caller.request('PATCH', `/campaigns/${caller.campaignId}`, { Agent: { Lines: [`Your card is ${card}.`] } });
    const { Data } = await complete({ TestJob: true }); // It stores what was said; a model does not see it.
    expect(JSON.stringify(Data.Calls)).toContain(card);
    expect(server.requests).toHaveLength(1);
    const texts = messagesOf(server.requests[0]!).map(({ text }) => text);
    expect(texts).toContain('Your card is [credit_card].');
    expect(JSON.stringify(server.requests)).not.toMatch(/4111|4155550123/);
  });

  it('goes on by the rules while the model fails, and gets the data later', async () => {
    server.behave(chat.fails(500, { 'Retry-After': '0' }));
    const { ID, Data } = await complete();
    expect(Data.Analysis).toMatchObject({
      Data: { Greeted: null, Day: null },
      ConversationEndReason: 'conversation_complete',
    });
    expect(Data.Analysis?.Evidence).toEqual({ Greeted: { Unknown: 'not_analyzed' }, Day: { Unknown: 'not_analyzed' } });
    expect(Data.AnalysisStatus).toMatchObject({ Pending: true, Attempts: 1, Failure: 'unavailable' });
    server.behave(finds());
    await sweepAt(Date.now());
    expect(server.requests).toEqual([]);
    await sweepAt(inHours(1));
    const later = await get(ID);
    expect(later.Data.Analysis).toMatchObject({ Data: { Greeted: true }, Source: { Analyzer: 'openai' } });
    expect(later.Data.AnalysisStatus).toBeUndefined();
    expect(await env.countEvents(ID, 'analysis_ready')).toBe(2); // By the rules, then by the model.
  });

  it('does not keep its job waiting for a silent model', async () => {
    const { analysis } = env.deps;
    env.deps.analysis = { ...analysis, waitMs: 200 };
    server.behave(chat.isSilent);
    try {
      const { ID, Data } = await complete();
      expect(Data.Analysis).toMatchObject({ Data: { Greeted: null }, ConversationEndReason: 'conversation_complete' });
      expect(Data.AnalysisStatus).toMatchObject({ Pending: true });
      server.behave(finds());
      await sweepAt(inHours(1));
      expect((await get(ID)).Data).toMatchObject({
        Analysis: { Data: { Greeted: true } },
        PreviousCallsSummary: 'They talked.',
      });
    } finally {
      env.deps.analysis = analysis;
    }
  });

  it('gives up what the model refuses, and says so', async () => {
    server.behave(chat.says(null, { refusal: 'No.' }));
    const { Data } = await complete();
    expect(Data.AnalysisStatus).toMatchObject({ Pending: false, Failure: 'refused' });
    await sweepAt(inHours(48));
    expect(server.requests).toHaveLength(1);
  });

  it('is not sent to a model if its campaign leaves it to the rules', async () => {
    server.behave(finds());
    await caller.request('PATCH', `/campaigns/${caller.campaignId}`, { Analyzer: 'rules' });
    const { ID, Data } = await complete();
    expect(Data.Analysis?.Data).toEqual({ Greeted: null, Day: null });
    expect(server.requests).toEqual([]);
    expect(await caller.request('POST', `${caller.jobs}/${ID}/analyze`)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_analyze' },
    });
  });
});

describe('an analysis again', () => {
  it('replaces the former one, by the current schema, and keeps it until then', async () => {
    server.behave(finds());
    const { ID } = await complete();
    const Day = { type: 'string', description: 'The day of the appointment.' };
    const changed = await caller.request('PATCH', `/campaigns/${caller.campaignId}`, {
      AnalysisSchema: { ...schema, properties: { Greeted: schema.properties.Greeted, When: Day } },
    });
    expect(changed.status).toBe(200);
    expect(await caller.request('POST', `${caller.jobs}/${ID}/analyze`)).toMatchObject({
      status: 202,
      body: { JobID: ID },
    });
    expect((await get(ID)).Data).toMatchObject({
      AnalysisStatus: { Pending: true },
      Analysis: { Data: { Greeted: true } },
    });
    server.behave(chat.fails(503, { 'Retry-After': '0' }));
    await sweepAt(Date.now());
    expect((await get(ID)).Data).toMatchObject({
      AnalysisStatus: { Attempts: 1 },
      Analysis: { Data: { Greeted: true } },
    });
    server.behave(finds(false));
    await sweepAt(inHours(1));
    const { Data } = await get(ID);
    expect(Data.Analysis).toMatchObject({
      Data: { Greeted: false, When: null },
      SchemaErrors: [{ Pointer: '/Day' }, { Pointer: '/When' }],
      Source: { SchemaVersion: 2 },
    });
    expect(Data.AnalysisStatus).toBeUndefined();
    const entries = await caller.request<{ AuditLogEntries: unknown[] }>(
      'GET',
      `/audit-log?job=${ID}&action=job.analysis_requested`,
    );
    expect(entries.body.AuditLogEntries).toHaveLength(1);
  });

  it('of many jobs is counted first, and then made for each', async () => {
    server.behave(finds());
    const jobs = [await complete(), await complete()];
    const ask = { Action: 'analyze', Filter: { States: ['completed'] } };
    const path = `/campaigns/${caller.campaignId}/bulk-actions`;
    expect((await caller.request('POST', path, { ...ask, DryRun: true })).body).toMatchObject({ Jobs: 2 });
    const { body: created } = await caller.request<{ BulkActionID: string }>('POST', path, ask);
    const done = await until(
      async () => (await caller.request<BulkActionBody>('GET', `${path}/${created.BulkActionID}`)).body,
      ({ State }) => State !== 'running',
      30_000,
    );
    expect(done).toMatchObject({ State: 'completed', Changed: 2 });
    server.behave(finds(false));
    await sweepAt(Date.now());
    for (const { ID } of jobs) expect((await get(ID)).Data.Analysis?.Data).toMatchObject({ Greeted: false });
  });

  it('is refused for a job without a call, and for one of another organization', async () => {
    const body = { ContactPhoneNumber: '+14155550123', Overrides: { Constraints: { MinCreationDelay: '100h' } } };
    const { body: waiting } = await caller.request<{ JobID: string }>('POST', caller.jobs, body);
    expect(await caller.request('POST', `${caller.jobs}/${waiting.JobID}/analyze`)).toMatchObject({ status: 409 });
    expect(await env.api.request('POST', `${caller.jobs}/${waiting.JobID}/analyze`)).toMatchObject({ status: 404 });
  });
});

describe('the command line', () => {
  it('shows fields with their words and corrections, corrects and analyzes', async () => {
    server.behave(finds());
    const { ID } = await complete();
    const run = (...args: string[]) =>
      outdial(['jobs', ...args], {
        env: { OUTDIAL_URL: env.api.url, OUTDIAL_API_KEY: caller.key, OUTDIAL_CAMPAIGN: caller.campaignId },
      });
    expect(await run('correct', ID, '--set', '{"Greeted":false}')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Greeted +false +key_/) as string,
    });
    expect((await run('get', ID)).out).toMatch(/Greeted +true +false +"[^"]+"\n *Day +null +- +quote_not_found/);
    expect((await run('correct', ID, '--remove', 'Greeted')).code).toBe(0);
    expect((await run('correct', ID)).err).toContain('Pass --set or --remove');
    expect((await run('analyze', ID, '--json')).values()).toEqual([{ JobID: ID, State: 'completed' }]);
    expect((await get(ID)).Data).toMatchObject({ AnalysisStatus: { Pending: true } });
  });
});

describe('a correction', () => {
  it('stands beside the value of the model, is counted, and follows the next analysis', async () => {
    server.behave(finds());
    const { ID, Data: before } = await complete();
    expect(await correct(ID, { Corrections: { Greeted: false, Day: null } })).toMatchObject({
      status: 200,
      body: { JobID: ID, Corrections: { Greeted: { Value: false }, Day: { Value: null } } },
    });
    const { Data } = await get(ID);
    expect(Data.Analysis).toEqual(before.Analysis);
    expect(Data.Corrections).toMatchObject({ Greeted: { Value: false, By: expect.stringMatching(/^key_/) as string } });
    const one = { SchemaVersion: 1 };
    expect((await stats()).Agreement).toEqual([
      { ...one, Field: 'Day', Agreed: 1, Disagreed: 0 },
      { ...one, Field: 'Greeted', Agreed: 0, Disagreed: 1 },
    ]);
    await correct(ID, { Remove: ['Day'] });
    await caller.request('POST', `${caller.jobs}/${ID}/analyze`);
    server.behave(finds(false));
    await sweepAt(Date.now());
    expect((await stats()).Agreement).toEqual([{ ...one, Field: 'Greeted', Agreed: 1, Disagreed: 0 }]);
    const line = await caller.request('GET', caller.jobs, undefined, { headers: { accept: 'application/x-ndjson' } });
    expect(JSON.stringify(line.body ?? line)).toContain('Corrections');
  });

  it('must fit the schema', async () => {
    server.behave(finds());
    const { ID } = await complete();
    const { status, body } = await correct(ID, { Corrections: { Greeted: 'yes', Mood: 'good' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/Corrections/Greeted' }, { pointer: '/Corrections/Mood' }] });
    expect(await correct(ID, {})).toMatchObject({ status: 400 });
  });

  it('goes with the erasure of the job, and what was counted stays', async () => {
    server.behave(finds());
    const { ID } = await complete();
    await correct(ID, { Corrections: { Greeted: true } });
    await env.deps.store.jobs.requestErasure(
      { orgId: caller.orgId, campaignId: caller.campaignId, jobId: ID },
      Date.now(),
    );
    await env.deps.store.jobTransitions.erase(ID);
    expect(await correct(ID, { Corrections: { Greeted: false } })).toMatchObject({ status: 409 });
    expect((await get(ID)).Data.Corrections).toBeUndefined();
    await sweepAt(inHours(1));
    expect((await stats()).Agreement).toMatchObject([{ Agreed: 1, Disagreed: 0 }]);
  });
});
