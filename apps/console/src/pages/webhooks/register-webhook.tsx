import { useState } from 'react';
import { Action } from '../../ui/action';
import { CopyButton } from '../../ui/copy-as';
import { TextField } from '../../ui/fields';
import { registerWebhook } from './webhook-requests';

/** Shows a secret once. */
export const Secret = ({ secret }: { secret: string }) => (
  <div className="space-y-2">
    <p>Store the signing secret now: it is not shown again.</p>
    <code className="bg-page block rounded p-2 break-all">{secret}</code>
    <CopyButton text={secret} />
    <p className="text-muted">
      A receiver verifies each request: <code>verifyWebhook(body, headers, secret)</code> of{' '}
      <code>@outdial/client/webhook</code>.
    </p>
  </div>
);

/** Registers a webhook, and shows its secret. */
export function RegisterWebhookButton() {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const request = () => {
    if (!URL.canParse(url)) return 'Enter a URL.';
    return registerWebhook({ DestinationURL: url, ...(description === '' ? {} : { Description: description }) });
  };
  return (
    <Action
      label="New webhook…"
      tone="primary"
      scope="webhooks:manage"
      request={request}
      result={({ Secret: secret }) => <Secret secret={secret} />}
    >
      <TextField label="Destination URL" type="url" value={url} onChange={setUrl} />
      <TextField label="Description" value={description} onChange={setDescription} />
    </Action>
  );
}
