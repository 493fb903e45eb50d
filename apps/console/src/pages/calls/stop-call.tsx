import { useState } from 'react';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { stopCall, type JobPath } from '../job/job-requests';

/** Hangs up a call that is in progress. */
export function StopCall({ path, unless }: { path: JobPath & { callID: string }; unless?: string | undefined }) {
  const [reason, setReason] = useState('');
  return (
    <Action
      label="Stop…"
      title="Stop the call"
      tone="danger"
      scope="calls:stop"
      unless={unless}
      request={() => stopCall(path, reason)}
    >
      <p>The contact is hung up on within a second. What follows is decided by the retry rules.</p>
      <TextField label="Reason" value={reason} onChange={setReason} />
    </Action>
  );
}
