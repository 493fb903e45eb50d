import { useState } from 'react';
import type { Job } from '@outdial/client';
import { fromLocalField, toLocalField, words } from '../../lib/format';
import { parseObject } from '../../lib/json';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { cancelJob, eraseJob, rescheduleJob, updateJob, type JobPath } from './job-requests';

type State = Job['Data']['State'];
const waiting: readonly State[] = ['created', 'scheduled'];
const running: readonly State[] = [...waiting, 'calling'];
const erased: readonly State[] = ['deleting', 'deleted'];

const unlessIn = (states: readonly State[], state: State): string | undefined =>
  states.includes(state) ? undefined : `The job is ${words(state)}.`;

/** What can be done to a job; each says why it cannot. */
export function JobActions({ path, job }: { path: JobPath; job: Job }) {
  const { State } = job.Data;
  return (
    <>
      <CallNow path={path} state={State} />
      <Reschedule path={path} state={State} nextCallMs={job.Data.NextCallMS} />
      <Update path={path} job={job} />
      <Action label="Cancel…" scope="jobs:write" unless={unlessIn(running, State)} request={() => cancelJob(path)}>
        <p>The job makes no further call; a call that is in progress is hung up.</p>
      </Action>
      <Action
        label="Erase…"
        title="Erase the personal data of this job"
        tone="danger"
        scope="pii:delete"
        unless={erased.includes(State) ? `The job is ${words(State)}.` : undefined}
        typed="erase"
        request={() => eraseJob(path)}
      >
        <p>
          Deletes its recordings, transcripts, name, number and data. A running job is canceled. This cannot be undone.
        </p>
      </Action>
    </>
  );
}

const CallNow = ({ path, state }: { path: JobPath; state: State }) => {
  const [atMs] = useState(() => Date.now());
  return (
    <Action
      label="Call now"
      scope="jobs:write"
      unless={unlessIn(waiting, state)}
      request={() => rescheduleJob(path, atMs)}
    >
      <p>The call is made at once, even outside of the calling hours; limits, pauses and suppressions still hold it.</p>
    </Action>
  );
};

interface RescheduleProps {
  path: JobPath;
  state: State;
  nextCallMs: number | undefined;
}
function Reschedule({ path, state, nextCallMs }: RescheduleProps) {
  const [at, setAt] = useState(nextCallMs === undefined ? '' : toLocalField(nextCallMs));
  const atMs = fromLocalField(at);
  return (
    <Action
      label="Reschedule…"
      scope="jobs:write"
      unless={unlessIn(waiting, state)}
      request={() => (atMs === undefined || Number.isNaN(atMs) ? 'Choose an instant.' : rescheduleJob(path, atMs))}
    >
      <TextField label="Call at (your time)" type="datetime-local" value={at} onChange={setAt} />
      <p className="text-muted">{atMs === undefined ? '' : `In UTC: ${new Date(atMs).toISOString()}`}</p>
    </Action>
  );
}

function Update({ path, job }: { path: JobPath; job: Job }) {
  const { Data: data, Metadata: metadata, Priority: priority } = job.Data;
  const [text, setText] = useState(() => JSON.stringify({ Data: data ?? {}, Metadata: metadata ?? {} }, null, 2));
  const request = () => {
    const parsed = parseObject(text);
    return typeof parsed === 'string' ? parsed : updateJob(path, parsed);
  };
  return (
    <Action
      label="Update…"
      title="Update the job"
      scope="jobs:write"
      unless={unlessIn(running, job.Data.State)}
      request={request}
    >
      <TextField
        label="Data, Metadata, Constraints, Priority, as JSON"
        rows={12}
        value={text}
        onChange={setText}
        hint={`Each given field is replaced.${priority === undefined ? '' : ` Priority is ${priority}.`}`}
      />
    </Action>
  );
}
