import { useNavigate } from '@tanstack/react-router';
import type { CreateJob } from '@outdial/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';
import { Action } from '../../ui/action';

const createJob = (campaignID: string, body: CreateJob) =>
  describeRequest(
    'post',
    '/campaigns/{campaignID}/jobs',
    { path: { campaignID }, body },
    {
      cli: ['jobs', 'create', '--campaign', campaignID],
      readsBody: true,
      ts: `outdial.jobs.create(${literal(campaignID)}, ${literal(body)})`,
    },
  );

/** Creates the job, and leads to its page. */
export function RingButton({ campaignID, body }: { campaignID: string | undefined; body: CreateJob | string }) {
  const navigate = useNavigate();
  const unless = campaignID === undefined ? 'Create a campaign first.' : typeof body === 'string' ? body : undefined;
  return (
    <Action
      label="Ring"
      tone="primary"
      scope="jobs:write"
      unless={unless}
      request={() =>
        campaignID === undefined || typeof body === 'string' ? 'The job is incomplete.' : createJob(campaignID, body)
      }
      onDone={({ JobID }) => {
        if (campaignID === undefined) return undefined;
        return navigate({ to: '/campaigns/$campaignID/jobs/$jobID', params: { campaignID, jobID: JobID } });
      }}
    >
      <p>Creates the job. It is called as soon as its rules allow; with a real provider, a real phone rings.</p>
    </Action>
  );
}
