import { createTwilioCallsRepository } from '../../../../shared/adapters/mongo/twilio-calls.repository';
import {
  AttemptKnownError,
  createMemoryTwilioCallLog,
  type TwilioCallLog,
} from '../../../../shared/adapters/telephony/twilio/call-log';
import { aJob } from '../../../support/builders';
import { openTestStore, type TestStore } from '../../../support/worker';

let opened: TestStore;
const logs: Partial<Record<'memory' | 'database', TwilioCallLog>> = { memory: createMemoryTwilioCallLog() };
beforeAll(async () => {
  opened = await openTestStore();
  logs.database = createTwilioCallsRepository(opened.mongo.db, opened.keys.dataKeys);
});
afterAll(() => opened.drop());

const numbers = { to: '+358401234567', from: '+358409876543' };
const sid = `CA${'1'.repeat(32)}`;
let attempts = 0;

/** An attempt of a job of its own. */
async function begin(log: TwilioCallLog) {
  const job = aJob({ CreatedMS: 1_000 });
  await opened.store.jobs.insert(job);
  const attemptKey = `call_log_${++attempts}`;
  const call = { attemptKey, jobId: job.ID, ...numbers, startedMs: 1_000 };
  await log.begin(call);
  return { attemptKey, job, call };
}

describe.each(['memory', 'database'] as const)('the log of calls in the %s', (kind) => {
  it('knows an attempt once, with its numbers', async () => {
    const log = logs[kind]!;
    const { attemptKey, call } = await begin(log);
    await expect(log.begin(call)).rejects.toBeInstanceOf(AttemptKnownError);
    expect(await log.find(attemptKey)).toMatchObject({ attemptKey, startedMs: 1_000, numbers });
    expect(await log.find('call_other')).toBeUndefined();
  });

  it('forbids only an attempt that it does not know, and then does not take it any more', async () => {
    const log = logs[kind]!;
    const { attemptKey: known, call } = await begin(log);
    expect(await log.forbid(known, 2_000)).toBe(false);
    const attemptKey = `call_log_${++attempts}`;
    expect(await log.forbid(attemptKey, 2_000)).toBe(true);
    expect(await log.forbid(attemptKey, 3_000)).toBe(false);
    expect(await log.find(attemptKey)).toMatchObject({ startedMs: 2_000, refused: true, abandoned: true });
    await expect(log.begin({ ...call, attemptKey })).rejects.toBeInstanceOf(AttemptKnownError);
  });

  it('keeps the first id and the first end, and forgets who was called', async () => {
    const log = logs[kind]!;
    const { attemptKey } = await begin(log);
    const own = `CA${String(attempts).padStart(32, '0')}`;
    await log.saveSid(attemptKey, own);
    await log.saveSid(attemptKey, sid);
    expect((await log.find(attemptKey))?.sid).toBe(own);
    expect(await log.findSids([own, sid])).toEqual(new Set([own]));
    await log.recordEnd(attemptKey, { reason: 'contact_busy', atMs: 3_000, by: 'contact' }, 2_000);
    await log.recordEnd(attemptKey, { reason: 'assistant_error', atMs: 4_000 });
    await log.saveSid(attemptKey, sid);
    const { end, answeredAtMs, ...rest } = (await log.find(attemptKey))!;
    expect({ end, answeredAtMs }).toEqual({
      end: { reason: 'contact_busy', atMs: 3_000, by: 'contact' },
      answeredAtMs: 2_000,
    });
    expect([rest.sid, rest.numbers]).toEqual([undefined, undefined]);
    expect(await log.findSids([own])).toEqual(new Set());
  });

  it('knows what was refused, and what was given up', async () => {
    const log = logs[kind]!;
    const [refused, abandoned] = [await begin(log), await begin(log)];
    await log.refuse(refused.attemptKey);
    await log.abandon(abandoned.attemptKey);
    expect(await log.find(refused.attemptKey)).toMatchObject({ refused: true });
    expect(await log.find(abandoned.attemptKey)).toMatchObject({ abandoned: true, numbers });
  });
});

describe('the log of calls in the database', () => {
  it('holds no number in clear, and none that opens once the job is erased', async () => {
    const log = logs.database!;
    const { attemptKey, job } = await begin(log);
    const stored = await opened.mongo.db.collection<{ _id: string }>('twilio_calls').findOne({ _id: attemptKey });
    expect(JSON.stringify(stored)).not.toContain('358401234567');
    await opened.keys.dataKeys.destroy(job.ID);
    expect((await log.find(attemptKey))?.numbers).toBeUndefined();
  });

  it('keeps no text of an error', async () => {
    const log = logs.database!;
    const { attemptKey } = await begin(log);
    await log.recordEnd(attemptKey, { reason: 'assistant_error', atMs: 1, error: 'No route to +358401234567.' });
    const stored = await opened.mongo.db.collection<{ _id: string }>('twilio_calls').findOne({ _id: attemptKey });
    expect(JSON.stringify(stored)).not.toContain('route');
    expect((await log.find(attemptKey))?.end).toMatchObject({ error: 'The call failed at Twilio.' });
  });
});
