import { useState } from 'react';
import { fromLocalField, words } from '../../lib/format';
import { Action } from '../../ui/action';
import { SelectField, TextField } from '../../ui/fields';
import { toE164 } from '../../shell/find-hits';
import { addSuppression, reasons, type Reason } from './number-requests';

/** Keeps a number from being called in the whole organization. Without a number, it is asked for. */
export function SuppressButton({ phoneNumber }: { phoneNumber?: string }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<Reason>('opted_out');
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const request = () => {
    const number = phoneNumber ?? toE164(typed);
    if (number === undefined) return 'Enter a number such as +14155550123.';
    const untilMs = fromLocalField(until);
    return addSuppression({
      PhoneNumber: number,
      Reason: reason,
      ...(note === '' ? {} : { Note: note }),
      ...(untilMs === undefined ? {} : { Until: new Date(untilMs).toISOString() }),
    });
  };
  return (
    <Action label="Suppress…" title="Suppress a number" scope="suppressions:add" request={request}>
      <p>No campaign of the organization calls it; jobs that wait to call it are held or fail.</p>
      {phoneNumber === undefined && <TextField label="Phone number" type="tel" value={typed} onChange={setTyped} />}
      <SelectField<Reason>
        label="Reason"
        value={reason}
        options={reasons.map((each) => [each, words(each)])}
        onChange={(each) => setReason(each === '' ? 'other' : each)}
      />
      <TextField label="Note" value={note} onChange={setNote} hint="Stored encrypted." />
      <TextField
        label="Until (your time)"
        type="datetime-local"
        value={until}
        onChange={setUntil}
        hint="Empty: for good."
      />
    </Action>
  );
}
