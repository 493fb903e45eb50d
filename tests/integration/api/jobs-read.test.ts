import { startTestApi, type TestApi } from '../../support/api';
import type { CallAnalysis, LLMMessage } from '../../../shared/domain/call/call';
import { jobStates } from '../../../shared/domain/job/state';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const analysis: CallAnalysis = {
  CallSummary: 'They talked.',
  Data: { Interested: true, $odd: { 'a.b': 1 } },
  ConversationEndReason: 'conversation_complete',
  AskedIfBotOrAI: false,
};
const message: LLMMessage = {
  role: 'assistant',
  content: 'Hello',
  created_at: '2026-11-21T09:41:01.325Z',
  start_ms: 0,
};

describe('GET /campaigns/:campaignID/jobs/:jobID', () => {
  it('shows a finished job with its calls, oldest first', async () => {
    const job = await api.insertJob({
      State: 'completed',
      CallCount: 2,
      CampaignVersion: 1,
      ContactName: 'Ada',
      Analysis: analysis,
      PreviousCallsSummary: 'One call before.',
      OutputData: { ticket: 5 },
      AuditLogEntries: ['audit_1'],
      CampaignVariants: ['calm'],
      Metrics: { TotalCallAttempts: 2, TotalCallSeconds: 41, TotalCallConversationalSeconds: 20 },
    });
    const second = await api.insertCall(job, {
      Attempt: 2,
      State: 'ended',
      ConnectedMS: job.CreatedMS + 5_000,
      EndedMS: job.CreatedMS + 25_000,
      EndedReason: 'contact_hung_up',
      Messages: [message],
      Analysis: analysis,
    });
    const first = await api.insertCall(job, {
      Attempt: 1,
      State: 'failed',
      EndedMS: job.CreatedMS + 1,
      Error: 'No line.',
    });
    const { status, body } = await api.request('GET', `${api.jobs}/${job.ID}`);
    expect(status).toBe(200);
    const at = (ms: number) => new Date(job.CreatedMS + ms).toISOString();
    expect(body).toEqual({
      OrgID: api.orgId,
      CampaignID: api.campaignId,
      ID: job.ID,
      Data: {
        PhoneNumber: '+14155550123',
        PreviousCallsSummary: 'One call before.',
        Analysis: analysis,
        ContactName: 'Ada',
        CampaignVersion: 1,
        Calls: [
          { ID: first.ID, CreatedAt: at(0), State: 'failed', EndedAt: at(1), Error: 'No line.', Messages: [] },
          {
            ID: second.ID,
            CreatedAt: at(0),
            State: 'ended',
            ConnectedAt: at(5_000),
            EndedAt: at(25_000),
            DisconnectedAt: at(25_000),
            EndedReason: 'contact_hung_up',
            Messages: [message],
          },
        ],
        CallAnalyses: { [second.ID]: analysis },
        OutputData: { ticket: 5 },
        AuditLogEntries: ['audit_1'],
        State: 'completed',
      },
      Metrics: job.Metrics,
      CampaignVariants: ['calm'],
      CreatedAt: at(0),
    });
  });

  it('shows why a job failed', async () => {
    const job = await api.insertJob({
      State: 'failed',
      FailureReason: 'opted_out',
      FailureMessage: 'They asked us to stop.',
    });
    expect((await api.request('GET', `${api.jobs}/${job.ID}`)).body).toMatchObject({
      Data: { State: 'failed', FailureReason: 'opted_out', FailureMessage: 'They asked us to stop.' },
    });
  });

  it.each(jobStates)('shows a job in state %s with a state of the contract', async (State) => {
    const job = await api.insertJob({ State, NextCallMS: 1_795_254_061_325 });
    const { body } = await api.request<{ Data: Record<string, unknown> }>('GET', `${api.jobs}/${job.ID}`);
    expect(body.Data['State']).toBe(State === 'analyzing' ? 'calling' : State);
    expect(body.Data['NextCallMS']).toBe(State === 'scheduled' ? 1_795_254_061_325 : undefined);
  });

  it('adds the events, in order, on request', async () => {
    const job = await api.insertJob();
    const event = (sequence: number, state: 'scheduled' | 'calling') => ({
      orgId: api.orgId,
      campaignId: api.campaignId,
      jobId: job.ID,
      sequence,
      state,
      eventTimeMs: job.CreatedMS + sequence,
      testJob: false,
    });
    await api.store.events.recordStates([[event(3, 'calling'), { CallID: 'call_1' }]]);
    await api.store.events.recordStates([[event(2, 'scheduled'), {}]]);
    const { body } = await api.request('GET', `${api.jobs}/${job.ID}?events=1`);
    expect(body).toMatchObject({
      Events: [
        { EventType: 'job_state_updated', CreatedMS: job.CreatedMS + 2, Properties: { State: 'scheduled' } },
        {
          EventType: 'job_state_updated',
          CreatedMS: job.CreatedMS + 3,
          Properties: { State: 'calling', CallID: 'call_1' },
        },
      ],
    });
    for (const query of ['', '?events=0', '?events=false'])
      expect((await api.request('GET', `${api.jobs}/${job.ID}${query}`)).body).not.toHaveProperty('Events');
  });

  it.each(['events=yes', 'events=', 'events=1&events=1', 'events[]=1', 'Events=1'])('rejects ?%s', async (query) => {
    const job = await api.insertJob();
    expectProblem(await api.request('GET', `${api.jobs}/${job.ID}?${query}`), 'invalid_query');
  });

  it.each(['job_unknown', 'a%20b', '%00', '%2B14155550123', 'x'.repeat(129)])('is 404 for the job %s', async (id) => {
    expectProblem(await api.request('GET', `${api.jobs}/${id}`), 'job_not_found');
  });
});
