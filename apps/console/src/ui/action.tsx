import { useState, type ReactNode } from 'react';
import type { Scope } from '@outdial/client';
import { ConnectionError } from '../api/errors';
import { useAction } from '../api/use-action';
import type { ApiRequest } from '../api/request';
import { useRefusal } from '../api/session';
import { Button, type Tone } from './button';
import { CopyAs } from './copy-as';
import { Dialog } from './dialog';
import { Failure } from './failure';

export interface ActionProps<Data> {
  /** What the button says, as a command: "Pause". */
  label: string;
  /** The dialog's title; by default the label. */
  title?: string;
  /** What the key needs for it. */
  scope: Scope | readonly Scope[];
  /** Why it cannot be done now. */
  unless?: string | undefined;
  tone?: Tone;
  /** The request, or what the form lacks. */
  request: () => ApiRequest<Data> | string;
  /** What the action does, and its fields. */
  children?: ReactNode;
  /** What a person must type first, for what cannot be undone. */
  typed?: string;
  /** May return a promise, such as of the navigation to another page. */
  onDone?: (data: Data) => unknown;
  /** Shown after success, instead of closing the dialog. */
  result?: (data: Data) => ReactNode;
}

/** A button that opens a dialog which says what is done, shows it as code, and does it once. */
export function Action<Data>(props: ActionProps<Data>) {
  const [open, setOpen] = useState(false);
  const refusal = useRefusal(...[props.scope].flat());
  return (
    <>
      <Button tone={props.tone ?? 'plain'} reason={refusal ?? props.unless} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {open && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog of an action, for those that something else than a button opens. */
export function ActionDialog<Data>({ onClose, ...props }: ActionProps<Data> & { onClose: () => void }) {
  const { label, title = label, request, children, typed, onDone, result, tone } = props;
  const [confirmation, setConfirmation] = useState('');
  const action = useAction<Data>(async (data) => {
    await onDone?.(data);
    if (result === undefined) onClose();
  });
  const described = request();
  const missing = typeof described === 'string' ? described : undefined;
  const untyped = typed !== undefined && confirmation !== typed ? `Type ${typed} to confirm.` : undefined;
  if (action.data !== undefined && result !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        {result(action.data)}
        <Button onClick={onClose}>Close</Button>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (typeof described !== 'string' && untyped === undefined) action.run(described);
        }}
      >
        {children}
        {typed !== undefined && <Confirmation typed={typed} value={confirmation} onChange={setConfirmation} />}
        {typeof described !== 'string' && <CopyAs request={described} />}
        {action.error !== null && <Failure error={action.error} />}
        {action.error instanceof ConnectionError && <Unanswered method={action.variables?.request.method} />}
        {action.isRepeated && <p role="status">The connection was lost. Sending the same request again…</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button
            type="submit"
            tone={tone === 'danger' ? 'danger' : 'primary'}
            reason={missing ?? untyped}
            busy={action.isPending}
          >
            {action.isPending ? 'Working…' : label.replace(/…$/, '')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmationProps {
  typed: string;
  value: string;
  onChange: (value: string) => void;
}
const Confirmation = ({ typed, value, onChange }: ConfirmationProps) => (
  <label className="block">
    Type <code className="font-mono font-semibold">{typed}</code> to confirm
    <input className="mt-1 block w-full" value={value} autoComplete="off" onChange={(e) => onChange(e.target.value)} />
  </label>
);

/** What a lost answer means. */
const Unanswered = ({ method }: { method: string | undefined }) => (
  <p>
    It is unknown whether the service has done it.{' '}
    {method === 'POST'
      ? 'Confirm again: the same request is repeated, and has one effect.'
      : 'Look at the page before you confirm again.'}
  </p>
);
