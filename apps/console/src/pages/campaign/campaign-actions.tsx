import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@outdial/client';
import { words } from '../../lib/format';
import { Action } from '../../ui/action';
import { TextField } from '../../ui/fields';
import { campaignAction, duplicateCampaign, resetCircuitBreaker, type CampaignAction } from './campaign-requests';

/** From which states each action leads on. */
const from: Record<CampaignAction, readonly Campaign['State'][]> = {
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['draft', 'running', 'paused'],
  archive: ['draft', 'running', 'paused', 'stopped'],
};

const texts: Record<CampaignAction, string> = {
  start: 'The waiting jobs are called, within their rules.',
  pause: 'No further call is placed. Running calls go on; new jobs are accepted and wait.',
  resume: 'The waiting jobs are called again. Calls that came due in the pause are spread.',
  stop: 'New jobs are refused, and every waiting job is canceled. Running calls go on. This cannot be undone.',
  archive: 'The campaign leaves the lists; its jobs stay readable. A running or paused one must have no open job.',
};

const labels: Record<CampaignAction, string> = {
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop…',
  archive: 'Archive…',
};

/** One action on a campaign, which says why it cannot be done. */
export function CampaignActionButton({ campaign, action }: { campaign: Campaign; action: CampaignAction }) {
  const { ID, State, Data } = campaign;
  const unless = from[action].includes(State) ? undefined : `The campaign is ${words(State)}.`;
  return (
    <Action
      label={labels[action]}
      title={`${labels[action].replace('…', '')} ${Data.Name}`}
      scope="campaigns:manage"
      unless={unless}
      tone={action === 'stop' ? 'danger' : 'plain'}
      request={() => campaignAction(ID, action)}
      {...(action === 'stop' ? { typed: Data.Name } : {})}
    >
      <p>{texts[action]}</p>
    </Action>
  );
}

/** Makes a draft with the settings of a campaign, and leads to it. */
export function DuplicateButton({ campaign }: { campaign: Campaign }) {
  const [name, setName] = useState(`${campaign.Data.Name} (copy)`);
  const navigate = useNavigate();
  return (
    <Action
      label="Duplicate…"
      scope="campaigns:manage"
      request={() => duplicateCampaign(campaign.ID, name)}
      onDone={({ CampaignID }) => navigate({ to: '/campaigns/$campaignID', params: { campaignID: CampaignID } })}
    >
      <p>A draft with the same settings, without jobs.</p>
      <TextField label="Name" value={name} onChange={setName} />
    </Action>
  );
}

/** Closes an open circuit breaker. */
export const ResetBreakerButton = ({ campaignID }: { campaignID: string }) => (
  <Action label="Reset the circuit breaker…" scope="campaigns:manage" request={() => resetCircuitBreaker(campaignID)}>
    <p>It closes without probes; the calls that waited are spread. If the cause persists, it opens again.</p>
  </Action>
);

/** The actions of a campaign that make sense in its state first. */
export const CampaignActions = ({ campaign }: { campaign: Campaign }) => (
  <>
    {campaign.State === 'draft' && <CampaignActionButton campaign={campaign} action="start" />}
    <CampaignActionButton campaign={campaign} action={campaign.State === 'paused' ? 'resume' : 'pause'} />
    <CampaignActionButton campaign={campaign} action="stop" />
    <CampaignActionButton campaign={campaign} action="archive" />
    <DuplicateButton campaign={campaign} />
  </>
);
