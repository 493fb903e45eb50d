import type { CorrectJob, UpdateJob } from '@outdial/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';

/** Where a job is. */
export interface JobPath {
  campaignID: string;
  jobID: string;
}

const inCampaign = ({ campaignID, jobID }: JobPath): string => `${literal(campaignID)}, ${literal(jobID)}`;
const command = (name: string, { campaignID, jobID }: JobPath): string[] => [
  'jobs',
  name,
  jobID,
  '--campaign',
  campaignID,
];

export const cancelJob = (path: JobPath) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs/{jobID}/cancel',
    { path, body: {} },
    { cli: command('cancel', path), ts: `outdial.jobs.cancel(${inCampaign(path)})` },
  );

/** @param atMs the instant of the next call */
export function rescheduleJob(path: JobPath, atMs: number) {
  const at = new Date(Math.ceil(atMs / 1000) * 1000);
  return describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs/{jobID}/reschedule',
    { path, body: { CallAtUnixSeconds: at.getTime() / 1000 } },
    {
      cli: [...command('reschedule', path), '--at', at.toISOString()],
      ts: `outdial.jobs.reschedule(${inCampaign(path)}, new Date('${at.toISOString()}'))`,
    },
  );
}

export const updateJob = (path: JobPath, body: UpdateJob) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs/{jobID}/update',
    { path, body },
    { cli: command('update', path), readsBody: true, ts: `outdial.jobs.update(${inCampaign(path)}, ${literal(body)})` },
  );

export const analyzeJob = (path: JobPath) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs/{jobID}/analyze',
    { path, body: {} },
    { cli: command('analyze', path), ts: `outdial.jobs.analyze(${inCampaign(path)})` },
  );

/** Puts a person's values beside those of the analysis, or removes them. */
export function correctJob(path: JobPath, body: CorrectJob) {
  const set = body.Corrections === undefined ? [] : ['--set', JSON.stringify(body.Corrections)];
  const remove = (body.Remove ?? []).flatMap((name) => ['--remove', name]);
  return describeRequest(
    'patch',
    '/campaigns/{campaignID}/jobs/{jobID}/corrections',
    { path, body },
    {
      cli: [...command('correct', path), ...set, ...remove],
      ts: `outdial.jobs.correct(${inCampaign(path)}, ${literal(body)})`,
    },
  );
}

export const eraseJob = (path: JobPath) =>
  describeRequest(
    'delete',
    '/campaigns/{campaignID}/jobs/{jobID}',
    { path },
    { cli: command('delete', path), ts: `outdial.jobs.delete(${inCampaign(path)})` },
  );

export const stopCall = (path: JobPath & { callID: string }, reason: string) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/stop',
    { path, body: reason === '' ? {} : { Reason: reason } },
    {
      cli: [
        'calls',
        'stop',
        path.callID,
        '--campaign',
        path.campaignID,
        ...(reason === '' ? [] : ['--reason', reason]),
      ],
      ts: `outdial.calls.stop(${literal(path)}, ${literal(reason === '' ? {} : { Reason: reason })})`,
    },
  );
