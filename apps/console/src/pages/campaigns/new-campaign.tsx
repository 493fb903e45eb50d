import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { CreateCampaign } from '@outdial/client';
import { parseObject } from '../../lib/json';
import { Action } from '../../ui/action';
import { CheckField, TextField } from '../../ui/fields';
import { createCampaign } from '../campaign/campaign-requests';

/** Creates a campaign from a name and a number, or from all its settings as JSON. */
export function NewCampaignButton() {
  const [name, setName] = useState('');
  const [callerID, setCallerID] = useState('');
  const [isDraft, setIsDraft] = useState(true);
  const [settings, setSettings] = useState('{}');
  const navigate = useNavigate();
  const request = () => {
    const parsed = parseObject(settings);
    if (typeof parsed === 'string') return parsed;
    const body = { ...parsed, ...(name === '' ? {} : { Name: name }) } as CreateCampaign;
    if (typeof (body as Partial<CreateCampaign>).Name !== 'string') return 'Enter a name.';
    if (callerID !== '') body.DefaultCallerID = callerID;
    return createCampaign({ State: isDraft ? 'draft' : 'running', ...body });
  };
  return (
    <Action
      label="New campaign…"
      tone="primary"
      scope="campaigns:manage"
      request={request}
      onDone={({ CampaignID }) => navigate({ to: '/campaigns/$campaignID', params: { campaignID: CampaignID } })}
    >
      <TextField label="Name" value={name} onChange={setName} />
      <TextField
        label="Default caller ID"
        type="tel"
        value={callerID}
        onChange={setCallerID}
        hint="The number that contacts see, such as +14155550100."
      />
      <CheckField label="A draft: no call before it is started" checked={isDraft} onChange={setIsDraft} />
      <TextField
        label="Further settings, as JSON"
        rows={6}
        value={settings}
        onChange={setSettings}
        hint="As POST /campaigns takes them: Defaults, Agent, RetryRules, Variants, Pacing…"
      />
    </Action>
  );
}
