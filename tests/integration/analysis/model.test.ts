import { sweepAnalyses } from '../../../activities/sweeper/sweep-analyses';
import { createOpenAiExtractor } from '../../../shared/adapters/analysis/openai/extractor';
import type { BulkActionBody } from '../../../shared/contracts/bulk-action.schema';
import type { CampaignStatsBody } from '../../../shared/contracts/campaign-stats.schema';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { JobCorrectionsBody } from '../../../shared/contracts/analysis.schema';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { simulated } from '../../support/builders';
import type { Caller } from '../../support/caller';
import { chat, messagesOf, startChatServer, type ChatServer } from '../../support/chat-server';
import { until } from '../../support/until';

const schema = {
  type: 'object',
  properties: { Greeted: { type: 'boolean' }, Day: { type: 'string', format: 'date' } },
};
/** Finds that the contact was greeted, by the first words of the agent, and no day. */
const finds = (Greeted: unknown = true) =>
  chat.finds((messages) => ({
    Greeted: { Value: Greeted, Quotes: [{ MessageID: messages[0]?.id, Text: messages[0]?.text.slice(0, 11) }] },
    Day: { Value: '2026-12-24', Quotes: [{ MessageID: messages[0]?.id, Text: 'Words that were never said' }] },
  }));

let server: ChatServer;
let env: ApiWithWorkers;
let caller: Caller;
beforeAll(async () => {
  server = await startChatServer();
  const limits = { maxOutputTokens: 500, maxInputTokens: 10_000, maxTokensPerJob: 100_000, firstPauseMs: 1 };
  const extractor = createOpenAiExtractor({ baseUrl: server.baseUrl, model: 'stand-in', ...limits });
  env = await startApiWithWorkers({ change: (deps) => ({ ...deps, extractor }) });
}, 60_000);
beforeEach(async () => {
  caller = await env.api.anotherCaller({ AnalysisSchema: schema, Variants: [] });
});
afterAll(async () => {
  await env.stop();
  await server.close();
}, 30_000);
jest.setTimeout(40_000);

const get = async (id: string): Promise<JobBody> => (await caller.request<JobBody>('GET', `${caller.jobs}/${id}`)).body;
const reach = (id: string, holds: (job: JobBody) => boolean): Promise<JobBody> => until(() => get(id), holds, 30_000);
async function complete(fields: object = {}): Promise<JobBody> {
  const body = {
    ContactPhoneNumber: '+14155550123',
    Overrides: simulated({ Scenario: 'conversation_complete' }),
    ...fields,
  };
  const { status, body: created } = await caller.request<{ JobID: string }>('POST', caller.jobs, body);
  expect({ status, created }).toMatchObject({ status: 201 });
  return reach(created.JobID, ({ Data }) => Data.State === 'completed');
}
/** What a worker does every few seconds, at an instant. */
const sweepAt = (ms: number) => sweepAnalyses(env.deps, ms);
const inHours = (hours: number): number => Date.now() + hours * 3_600_000;
const stats = async (): Promise<CampaignStatsBody> =>
  (await caller.request<CampaignStatsBody>('GET', `/campaigns/${caller.campaignId}/stats`)).body;
const correct = (id: string, body: object) =>
  caller.request<JobCorrectionsBody>('PATCH', `${caller.jobs}/${id}/corrections`, body);

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
    // A test job stores what was said; a model does not see it.
    const { Data } = await complete({ TestJob: true });
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
