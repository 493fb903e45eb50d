import { AggregationCursor, MongoServerError } from 'mongodb';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { LLMMessage } from '../../../shared/domain/call/call';
import type { Job } from '../../../shared/domain/job/job';
import { aJob } from '../../support/builders';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';

let testEnv: TestStore;
/** The commands that the database has got, by their names. */
let commands: string[] = [];
beforeAll(async () => {
  testEnv = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
  testEnv.mongo.db.client.on('commandStarted', ({ commandName }) => commands.push(commandName));
});
afterAll(() => testEnv.drop());

const size = { items: 200, bytes: 4_000_000 };
const said = (content: string): LLMMessage => ({ role: 'user', content, created_at: '2026-11-20T10:00:00Z' });
const keyOf = ({ OrgID, CampaignID, ID }: Job) => ({ orgId: OrgID, campaignId: CampaignID, jobId: ID });

/** What is shown of a job: the messages of each call, oldest first. */
const shownOf = async (job: Job, pageSize = size, beforeAttempt?: number) =>
  (await testEnv.store.jobsWithCalls.find(keyOf(job), pageSize, beforeAttempt))?.calls.map(({ Messages }) =>
    Messages.map(({ content }) => content),
  );

/** A job whose calls have these messages, by their places; `undefined` is a call that goes on. */
async function jobWith(callsOfJob: { sequences: readonly number[]; count: number | undefined }[]): Promise<Job> {
  const job = aJob({ CreatedMS: 1, CallCount: callsOfJob.length });
  await testEnv.store.jobs.insert(job);
  for (const [index, { sequences, count }] of callsOfJob.entries()) {
    const call = createCallRecord(job, index + 1, 1_000);
    await testEnv.store.calls.claim(call);
    for (const sequence of sequences)
      await testEnv.store.calls.addMessage(call, said(`${index + 1}: ${sequence}`), sequence);
    if (count !== undefined)
      await testEnv.store.calls.close(call, {
        ...{ state: 'ended', endedMs: 9, endedReason: 'contact_hung_up', messageCount: count },
      });
  }
  return job;
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ended = (count: number) => ({ sequences: upTo(count), count });

describe('a job with its calls', () => {
  it('is read by one command, with what was said in its calls', async () => {
    const job = await jobWith([ended(2), ended(0), ended(3)]);
    commands = [];
    expect(await shownOf(job)).toEqual([['1: 1', '1: 2'], [], ['3: 1', '3: 2', '3: 3']]);
    expect(commands).toEqual(['aggregate']);
    const waiting = await jobWith([]);
    commands = [];
    expect(await shownOf(waiting)).toEqual([]);
    expect(commands).toEqual(['aggregate']);
  });

  it('is shown whole, whether a call goes on, lacks a message, is long, is one of many or is erased', async () => {
    for (const calls of [
      [ended(1), { sequences: [1, 2], count: undefined }],
      [{ sequences: [1, 3], count: 3 }],
      [ended(2), ended(70), ended(1)],
      Array.from({ length: 12 }, () => ended(1)),
      Array.from({ length: 4 }, () => ended(20)),
    ]) {
      const job = await jobWith(calls);
      const expected = calls.map(({ sequences }, index) => sequences.map((sequence) => `${index + 1}: ${sequence}`));
      expect(await shownOf(job)).toEqual(expected);
      expect(await shownOf(job, size, 2)).toEqual(expected.slice(0, 1));
      await testEnv.store.calls.eraseByJob(job.ID);
      expect(await shownOf(job)).toEqual(calls.map(() => []));
    }
  });

  it('is shown with its latest calls, as many as fit', async () => {
    const job = await jobWith([ended(1), ended(1), ended(1)]);
    expect(await shownOf(job, { items: 200, bytes: 1 })).toEqual([['3: 1']]);
    const long = await jobWith(Array.from({ length: 12 }, () => ended(1)));
    expect(await shownOf(long, { items: 2, bytes: 4_000_000 })).toEqual([['11: 1'], ['12: 1']]);
  });

  it('is not shown to another organization or campaign', async () => {
    const job = await jobWith([ended(1)]);
    expect(await shownOf({ ...job, OrgID: 'org_other' })).toBeUndefined();
    expect(await shownOf({ ...job, CampaignID: 'campaign_other' })).toBeUndefined();
    expect(await shownOf({ ...job, ID: job.ID.slice(0, -1) })).toBeUndefined();
  });

  it('is shown though the database refuses to read it in one document', async () => {
    const job = await jobWith([ended(2), ended(1)]);
    const refused = new MongoServerError({ message: 'Total size of documents exceeds maximum', code: 4568 });
    const spy = jest.spyOn(AggregationCursor.prototype, 'toArray').mockRejectedValue(refused);
    expect(await shownOf(job)).toEqual([['1: 1', '1: 2'], ['2: 1']]);
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
  });
});
