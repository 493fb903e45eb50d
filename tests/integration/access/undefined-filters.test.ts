import type { CallKey } from '../../../shared/adapters/mongo/calls.repository';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const none = undefined as unknown as string;

describe('a query whose organization or id is undefined', () => {
  it('throws instead of selecting every document', async () => {
    const job = await api.insertJob();
    const call = await api.insertCall(job);
    const { store } = api;
    const key = { orgId: none, campaignId: api.campaignId, jobId: job.ID };
    const callKey: CallKey = { ...key, callId: call.ID };
    const queries: [string, () => Promise<unknown>][] = [
      ['find', () => store.apiKeys.list(none)],
      ['findOne', () => store.jobs.find(key)],
      ['findOne', () => store.jobs.find({ ...key, orgId: api.orgId, jobId: none })],
      ['findOne', () => store.calls.findInJob(callKey)],
      ['findOneAndUpdate', () => store.jobs.requestCancel(key, 1)],
      ['updateOne', () => store.jobs.requestErasure(key, 1)],
      ['find', () => store.stats.foldCampaign({ orgId: none, campaignId: api.campaignId }, 1)],
      [
        'aggregate',
        () =>
          api.mongo.db
            .collection('jobs')
            .aggregate([{ $match: { OrgID: undefined } }])
            .toArray(),
      ],
      [
        'aggregate',
        () =>
          api.mongo.db
            .collection('jobs')
            .aggregate([{ $lookup: { from: 'calls', pipeline: [{ $match: { JobID: undefined } }], as: 'Calls' } }])
            .toArray(),
      ],
      ['find', () => store.calls.listSummariesInJob({ orgId: none, jobId: job.ID })],
    ];
    for (const [operation, query] of queries)
      await expect(Promise.resolve().then(query)).rejects.toThrow(
        new RegExp(`\\.${operation}: \\w+ of the filter is undefined`),
      );
    expect(await store.jobs.find({ ...key, orgId: api.orgId })).toMatchObject({ ID: job.ID, State: 'created' });
  });

  it('throws within $and, $or and for hashes too, and leaves other fields out as before', async () => {
    const jobs = api.mongo.db.collection('jobs');
    const within = [{ $and: [{ OrgID: undefined }] }, { $or: [{ a: 1 }, { $and: [{ JobID: undefined }] }] }];
    for (const filter of [...within, { NumberHash: undefined }])
      expect(() => jobs.deleteMany(filter as object)).toThrow('is undefined');
    expect(await jobs.countDocuments({ OrgID: api.orgId, ImportedAt: undefined })).toBe(1);
  });
});

it("reads a job's calls within its organization only", async () => {
  const job = await api.insertJob({ CallCount: 1 });
  await api.insertCall(job);
  const { calls } = api.store;
  expect(await calls.listSummariesInJob({ orgId: api.orgId, jobId: job.ID })).toHaveLength(1);
  expect(await calls.listSummariesInJob({ orgId: 'org_other', jobId: job.ID })).toEqual([]);
});
