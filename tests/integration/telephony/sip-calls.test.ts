import type { SipSignaling } from '../../../shared/adapters/telephony/sip/call-log';
import type { Job } from '../../../shared/domain/job/job';
import { aJob } from '../../support/builders';
import { openTestStore, type TestStore } from '../../support/worker';

let env: TestStore;
beforeAll(async () => {
  env = await openTestStore();
});
afterAll(() => env.drop());

const number = '+14155559173';
const signaling: SipSignaling = {
  trunk: 'main',
  target: { transport: 'udp', host: '192.0.2.1', port: 5060 },
  requestUri: `sip:${number}@carrier.example`,
  callId: 'abc@outdial',
  from: '<sip:+14155550000@carrier.example>;tag=us',
  to: `<sip:${number}@carrier.example>`,
  cseq: 1,
  via: 'SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bK-1',
  route: [],
};
const dialog = {
  ...{ callId: 'abc@outdial', from: signaling.from, to: `${signaling.to};tag=them`, remoteTag: 'them', cseq: 1 },
  ...{ remoteTarget: `sip:${number}@192.0.2.9`, routes: [] },
};
const outcome = { reason: 'contact_hung_up', endedAtMs: 9, answeredAtMs: 5, by: 'contact' } as const;

let calls = 0;
async function begunCall(fields: Partial<Job> = {}): Promise<{ job: Job; attemptKey: string }> {
  const job = aJob({ CreatedMS: 1, ...fields });
  await env.store.jobs.insert(job);
  const attemptKey = `call_log_${++calls}`;
  expect(await env.store.sipCalls.begin({ attemptKey, jobId: job.ID, atMs: 1 }, signaling)).toBe(true);
  return { job, attemptKey };
}
const stored = async (attemptKey: string): Promise<string> =>
  JSON.stringify(await env.mongo.db.collection<{ _id: string }>('sip_calls').findOne({ _id: attemptKey }));

describe('the log of calls over SIP', () => {
  it('begins an attempt once, whichever process asks', async () => {
    const { job, attemptKey } = await begunCall();
    const again = await Promise.all(
      [1, 2, 3].map(() => env.store.sipCalls.begin({ attemptKey, jobId: job.ID, atMs: 2 }, signaling)),
    );
    expect(again).toEqual([false, false, false]);
  });

  it('keeps the latest step, sealed: no number is in clear', async () => {
    const { attemptKey } = await begunCall();
    expect(await env.store.sipCalls.advance(attemptKey, { ...signaling, cseq: 2, dialog, answeredAtMs: 5 })).toBe(true);
    expect(await env.store.sipCalls.find(attemptKey)).toEqual({
      signaling: { ...signaling, cseq: 2, dialog, answeredAtMs: 5 },
    });
    expect(await stored(attemptKey)).not.toContain(number.slice(1));
  });

  it('keeps the first end, without what led to the number, and takes no step after it', async () => {
    const { attemptKey } = await begunCall({ TestJob: true });
    expect(await stored(attemptKey)).toContain(number.slice(1));
    await env.store.sipCalls.end(attemptKey, outcome);
    await env.store.sipCalls.end(attemptKey, { reason: 'assistant_error', endedAtMs: 99, failed: true });
    expect(await env.store.sipCalls.find(attemptKey)).toEqual({ outcome });
    expect(await env.store.sipCalls.advance(attemptKey, signaling)).toBe(false);
    expect(await stored(attemptKey)).not.toContain(number.slice(1));
  });

  it('knows nothing of an attempt that was never begun, and takes no step of it', async () => {
    expect(await env.store.sipCalls.find('call_log_none')).toBeUndefined();
    expect(await env.store.sipCalls.advance('call_log_none', signaling)).toBe(false);
  });

  it.each([{ TestJob: false }, { TestJob: true }])(
    'holds nothing of an erased job, nor gets it later: %o',
    async (fields) => {
      const { job, attemptKey } = await begunCall(fields);
      await env.store.sipCalls.eraseByJob(job.ID);
      expect(await env.store.sipCalls.find(attemptKey)).toEqual({});
      expect(await env.store.sipCalls.advance(attemptKey, signaling)).toBe(false);
      expect(await stored(attemptKey)).not.toContain(number.slice(1));
    },
  );

  it('begins no attempt of a job whose key was destroyed', async () => {
    const { job } = await begunCall();
    await env.keys.dataKeys.destroy(job.ID);
    const begun = env.store.sipCalls.begin({ attemptKey: 'call_log_erased', jobId: job.ID, atMs: 1 }, signaling);
    await expect(begun).rejects.toThrow('erased');
    expect(await env.store.sipCalls.find('call_log_erased')).toBeUndefined();
  });
});
