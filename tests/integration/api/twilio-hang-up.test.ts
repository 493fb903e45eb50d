import { accountSidOf, callSidOf } from '../../../shared/adapters/voice-agent/media-streams/ids';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';

describe('the REST call with which agents made for Twilio hang up', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  });
  afterAll(() => api.stop());

  const insertCall = async (State: 'active' | 'ended' = 'active') => {
    const job = await api.insertJob({ State: 'calling', CallCount: 1 });
    const call = await api.insertCall(job, { State, CallSid: callSidOf(job.ID) });
    return { call, callSid: callSidOf(job.ID) };
  };
  interface Form {
    account?: string;
    user?: string;
    password?: string;
    form?: string;
    type?: string;
  }
  /** Posts as Twilio's clients do. */
  const update = async (callSid: string, { account, user, password, form, type }: Form = {}) => {
    const credentials = `${user ?? account ?? api.orgId}:${password ?? api.key}`;
    const response = await fetch(`${api.url}/2010-04-01/Accounts/${account ?? api.orgId}/Calls/${callSid}.json`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': type ?? 'application/x-www-form-urlencoded',
      },
      body: form ?? 'Status=completed',
    });
    return { status: response.status, body: await response.json() };
  };

  it('stops the call, for an agent that calls the account by either of its names', async () => {
    for (const account of [api.orgId, accountSidOf(api.orgId)]) {
      const { call, callSid } = await insertCall();
      expect(await update(callSid, { account })).toEqual({
        status: 200,
        body: { sid: callSid, account_sid: accountSidOf(api.orgId), status: 'completed' },
      });
      expect(await api.store.calls.find(call.ID)).toMatchObject({
        StopRequestedMS: expect.any(Number) as number,
        StoppedByAgent: true,
      });
    }
  });

  it('leaves no detail that says an operator stopped the call', async () => {
    const end = { state: 'ended', endedMs: 9, endedReason: 'assistant_hung_up', detail: 'stopped' } as const;
    const { call, callSid } = await insertCall();
    await update(callSid);
    expect(await api.store.calls.close(call, end)).not.toHaveProperty('EndedDetail');
    const other = await insertCall();
    await api.store.calls.requestStop(other.call, 5);
    expect(await api.store.calls.close(other.call, end)).toMatchObject({ EndedDetail: 'stopped' });
  });

  it('has no effect on a call that has ended, or that an operator stopped', async () => {
    const { call, callSid } = await insertCall('ended');
    expect((await update(callSid)).status).toBe(200);
    expect(await api.store.calls.find(call.ID)).not.toHaveProperty('StopRequestedMS');
    const stopped = await insertCall();
    await api.store.calls.requestStop(stopped.call, 5);
    expect((await update(stopped.callSid)).status).toBe(200);
    expect(await api.store.calls.find(stopped.call.ID)).not.toHaveProperty('StoppedByAgent');
  });

  it('refuses everything else', async () => {
    const { call, callSid } = await insertCall();
    expect((await update(callSid, { form: 'Status=canceled' })).status).toBe(400);
    expect((await update(callSid, { form: 'Url=x' })).status).toBe(400);
    expect((await update(callSid, { form: '' })).status).toBe(400);
    expect((await update(callSid, { form: '{}', type: 'application/json' })).status).toBe(415);
    expect((await update(callSidOf('another'))).status).toBe(404);
    expect((await update('CA123')).status).toBe(404);
    expect((await update(callSid, { account: 'org_other', user: api.orgId })).status).toBe(404);
    expect((await update(callSid, { password: 'wrong'.repeat(6) })).status).toBe(401);
    expect((await update(callSid, { user: 'org_other' })).status).toBe(401);
    const stranger = await api.anotherCaller();
    const other = { account: stranger.orgId, password: stranger.key };
    expect((await update(callSid, other)).status).toBe(404);
    expect(await api.store.calls.find(call.ID)).not.toHaveProperty('StopRequestedMS');
  });

  it('accepts basic authentication on this path only', async () => {
    const authorization = `Basic ${Buffer.from(`${api.orgId}:${api.key}`).toString('base64')}`;
    const response = await fetch(`${api.url}/campaigns`, { headers: { authorization } });
    expect(response.status).toBe(401);
  });
});
