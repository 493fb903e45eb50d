import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { http } from '../../api/client';
import { formatNumber, fromLocalField, words } from '../../lib/format';
import { failureReasons, type FailureReason, type JobsSearch } from '../../lib/jobs-search';
import { Action } from '../../ui/action';
import { CheckField, TextField } from '../../ui/fields';
import { Loaded } from '../../ui/loaded';
import { bulkBody, bulkRefusal, type BulkFields, type BulkKind } from './bulk-filter';
import { bulkAction } from './bulk-requests';

const kinds: Record<BulkKind, { label: string; text: string }> = {
  redial: {
    label: 'Redial…',
    text: 'Makes a new job for each contact. Numbers that are suppressed or over their limit are not called.',
  },
  reschedule: {
    label: 'Reschedule…',
    text: 'Sets the next call of each waiting job to one instant, within its rules.',
  },
  cancel: { label: 'Cancel…', text: 'Cancels each job; a call that is in progress is hung up.' },
  erase: { label: 'Erase…', text: 'Deletes recordings, transcripts, names and numbers. This cannot be undone.' },
};

/** What can be done to every job that matches the filters, with a dry run first. */
export const BulkBar = ({ campaignID, search }: { campaignID: string; search: JobsSearch }) => (
  <div role="group" aria-label="All matching jobs" className="flex flex-wrap items-center gap-2">
    <span className="text-muted">All matching jobs:</span>
    {(Object.keys(kinds) as BulkKind[]).map((kind) => (
      <BulkButton key={kind} kind={kind} campaignID={campaignID} search={search} />
    ))}
  </div>
);

function BulkButton({ kind, campaignID, search }: { kind: BulkKind; campaignID: string; search: JobsSearch }) {
  const [reasons, setReasons] = useState<readonly FailureReason[]>([]);
  const [at, setAt] = useState('');
  const fields: BulkFields = { reasons, callAtMs: kind === 'reschedule' ? fromLocalField(at) : undefined };
  const { label, text } = kinds[kind];
  const isReady = kind !== 'reschedule' || fields.callAtMs !== undefined;
  const isFailed = search.state === undefined || search.state === 'failed' || search.state === 'canceled';
  return (
    <Action
      label={label}
      title={`${label.replace('…', '')} matching jobs`}
      scope={kind === 'erase' ? ['jobs:write', 'pii:delete'] : 'jobs:write'}
      tone={kind === 'erase' ? 'danger' : 'plain'}
      unless={bulkRefusal(kind, search)}
      {...(kind === 'erase' ? { typed: 'erase' } : {})}
      request={() => (isReady ? bulkAction(kind, campaignID, search, fields) : 'Choose an instant.')}
    >
      <p>{text}</p>
      {kind === 'reschedule' && (
        <TextField label="Call at (your time)" type="datetime-local" value={at} onChange={setAt} />
      )}
      {kind === 'redial' && isFailed && <Reasons chosen={reasons} onChange={setReasons} />}
      {isReady && <DryRun kind={kind} campaignID={campaignID} search={search} fields={fields} />}
    </Action>
  );
}

interface ReasonsProps {
  chosen: readonly FailureReason[];
  onChange: (reasons: readonly FailureReason[]) => void;
}
const Reasons = ({ chosen, onChange }: ReasonsProps) => (
  <fieldset className="grid grid-cols-2 gap-1">
    <legend className="font-medium">Only those that failed because of</legend>
    {failureReasons.map((reason) => (
      <CheckField
        key={reason}
        label={words(reason)}
        checked={chosen.includes(reason)}
        onChange={(on) => onChange(on ? [...chosen, reason] : chosen.filter((each) => each !== reason))}
      />
    ))}
  </fieldset>
);

interface DryRunProps {
  kind: BulkKind;
  campaignID: string;
  search: JobsSearch;
  fields: BulkFields;
}

/** Asks the service how many jobs would be changed. */
function DryRun({ kind, campaignID, search, fields }: DryRunProps) {
  const body = bulkBody(kind, search, fields, true);
  const counted = useQuery({
    queryKey: ['bulk-dry-run', campaignID, body],
    queryFn: async () => {
      const path = { campaignID };
      const { data } = await http.POST('/campaigns/{campaignID}/bulk-actions', { params: { path }, body });
      return data as { Jobs: number; Estimated?: true };
    },
  });
  return (
    <Loaded query={counted}>
      {({ Jobs, Estimated }) => (
        <p role="status" className="font-medium">
          {Estimated === true ? 'About ' : ''}
          {formatNumber(Jobs)} jobs match.
        </p>
      )}
    </Loaded>
  );
}
