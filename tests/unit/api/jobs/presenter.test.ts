import { callSchema } from '../../../../shared/contracts/call-response.schema';
import { toJobResponse, toJobsListItem } from '../../../../apps/api/jobs/presenter';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import type { Job } from '../../../../shared/domain/job/job';
import { jobStates } from '../../../../shared/domain/job/state';

const aJob = (fields: Partial<Job> = {}): Job => ({
  ID: 'job_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  PhoneNumber: '+14155550123',
  Overrides: {},
  State: 'created',
  Sequence: 1,
  EventTimeMS: 0,
  CreatedMS: 1_795_254_061_325,
  UpdatedMS: 1_795_254_061_325,
  CampaignVersion: null,
  Metrics: { TotalCallAttempts: 0, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
  CallCount: 0,
  ...fields,
});
const aCall = (fields: Partial<CallRecord> = {}): CallRecord => ({
  ID: 'call_1_1',
  JobID: 'job_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  Attempt: 1,
  State: 'ended',
  CreatedMS: 1_795_254_061_325,
  Messages: [],
  ...fields,
});
/** As serialized in a response. */
const json = (job: Job, calls: CallRecord[] = []): { Data: Record<string, unknown> } =>
  JSON.parse(JSON.stringify(toJobResponse(job, { calls, publicUrl: 'https://api.test' }))) as never;

describe('jobResponse', () => {
  it('contains only the contract’s fields for a new job', () => {
    expect(json(aJob({ DueMS: 5, CancelRequestedMS: 6, PlannedFromMS: 7, NextCallMS: 8, TestJob: false }))).toEqual({
      OrgID: 'org_1',
      CampaignID: 'campaign_1',
      ID: 'job_1',
      Data: { PhoneNumber: '+14155550123', CampaignVersion: null, State: 'created' },
      Metrics: { TotalCallAttempts: 0, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
      CreatedAt: '2026-11-21T09:41:01.325Z',
    });
  });

  it('spreads the overrides into Data', () => {
    expect(json(aJob({ Overrides: { MaxCallSeconds: 60, Constraints: { MaxTotalCalls: 2 } } })).Data).toMatchObject({
      MaxCallSeconds: 60,
      Constraints: { MaxTotalCalls: 2 },
    });
  });

  it('has a message with each reason, also after the erasure of the job', () => {
    const failed = { FailureReason: 'opted_out', FailureMessage: 'Ada asked for no more calls.' } as const;
    expect(json(aJob({ ...failed, State: 'failed' })).Data).toMatchObject(failed);
    const { FailureReason } = failed;
    expect(json(aJob({ FailureReason, State: 'deleted' })).Data).toMatchObject({
      FailureReason,
      FailureMessage: 'The message was deleted with the personal data of the job.',
    });
    expect(json(aJob({ State: 'deleted' })).Data).not.toHaveProperty('FailureMessage');
  });

  it('shows the next call only while the job waits for it', () => {
    for (const State of jobStates) {
      const { NextCallMS } = json(aJob({ State, NextCallMS: 5 })).Data;
      expect({ State, NextCallMS }).toEqual({ State, NextCallMS: State === 'scheduled' ? 5 : undefined });
    }
  });

  it('shows analyzing as calling', () => {
    expect(json(aJob({ State: 'analyzing' })).Data).toMatchObject({ State: 'calling' });
    expect(toJobsListItem(aJob({ State: 'analyzing' })).State).toBe('calling');
  });

  it('sets TestJob for test jobs only', () => {
    expect(json(aJob({ TestJob: true })).Data).toHaveProperty('TestJob', true);
    expect(json(aJob()).Data).not.toHaveProperty('TestJob');
  });

  it('maps analyses by call', () => {
    const analysis = {
      CallSummary: 's',
      Data: {},
      ConversationEndReason: 'call_dropped' as const,
      AskedIfBotOrAI: false,
    };
    const calls = [aCall({ Analysis: analysis }), aCall({ ID: 'call_1_2', Attempt: 2 })];
    expect(json(aJob({ CallCount: 2 }), calls).Data).toMatchObject({ CallAnalyses: { call_1_1: analysis } });
  });

  it('shows the known fields of a call, and a disconnection only after a connection', () => {
    const never = aCall({
      EndedMS: 1_795_254_071_325,
      EndedReason: 'contact_busy',
      MessageCount: 0,
      MediaAddress: '127.0.0.1:1',
      DialedMS: 2,
      StopReason: 'x',
    });
    const talked = aCall({
      ...never,
      ConnectedMS: 1_795_254_066_325,
      EndedReason: 'contact_hung_up',
      Recordings: ['input.mp3'],
    });
    expect(json(aJob(), [never, talked]).Data).toMatchObject({
      Calls: [
        {
          ID: 'call_1_1',
          CreatedAt: '2026-11-21T09:41:01.325Z',
          State: 'ended',
          EndedAt: '2026-11-21T09:41:11.325Z',
          EndedReason: 'contact_busy',
          Messages: [],
        },
        {
          ConnectedAt: '2026-11-21T09:41:06.325Z',
          DisconnectedAt: '2026-11-21T09:41:11.325Z',
          Recordings: ['https://api.test/campaigns/campaign_1/jobs/job_1/calls/call_1_1/recordings/input.mp3'],
        },
      ],
    });
    const [shown] = json(aJob(), [never]).Data['Calls'] as object[];
    expect(Object.keys(shown ?? {}).sort()).toEqual(['CreatedAt', 'EndedAt', 'EndedReason', 'ID', 'Messages', 'State']);
  });
});

describe('a call whose line reported more', () => {
  it('shows its line, the detail of its end, and its events with instants', () => {
    const atMs = 1_795_254_066_325;
    const At = new Date(atMs).toISOString();
    const Line = { Provider: 'sip', SipCode: 486, SipReason: 'Busy Here', Q850: 17 };
    const call = aCall({
      EndedDetail: 'busy',
      Line,
      CallbackAtMS: atMs,
      Events: [
        { Type: 'early_media', AtMS: atMs },
        { Type: 'keys_received', AtMS: atMs, Keys: '42#' },
        { Type: 'machine', AtMS: atMs, Verdict: 'machine', Confidence: 1, Cause: 'beep', BeepAtMS: atMs },
        { Type: 'callback_requested', AtMS: atMs, CallbackAtMS: atMs },
        { Type: 'transfer_requested', AtMS: atMs, To: 'Support' },
      ],
    });
    const Calls = json(aJob(), [call]).Data['Calls'] as object[];
    expect(Calls).toMatchObject([
      {
        EndedDetail: 'busy',
        Line,
        CallbackAt: At,
        Events: [
          { Type: 'early_media', At },
          { Type: 'keys_received', At, Keys: '42#' },
          { Type: 'machine', At, Verdict: 'machine', Confidence: 1, Cause: 'beep', BeepAt: At },
          { Type: 'callback_requested', At, CallbackAt: At },
          { Type: 'transfer_requested', At, To: 'Support' },
        ],
      },
    ]);
    expect(() => callSchema.strict().parse(Calls[0])).not.toThrow();
  });
});

describe('jobsListItem', () => {
  it('has every field of the contract; a missing name is empty', () => {
    expect(toJobsListItem(aJob())).toEqual({
      ID: 'job_1',
      PhoneNumber: '+14155550123',
      ContactName: '',
      State: 'created',
      CreatedAt: 1_795_254_061_325,
      UpdatedAt: 1_795_254_061_325,
      Attempts: 0,
    });
  });
});
