import { useState } from 'react';
import type { ChangeOrganization, Organization } from '@outdial/client';
import { api } from '../../api/client';
import { useMe } from '../../api/session';
import { formatNumber, words } from '../../lib/format';
import { Action } from '../../ui/action';
import { Chip } from '../../ui/chip';
import { TextField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Facts, Page, Panel } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { KeysPanel } from './keys-panel';
import { RetentionPanel } from './retention-panel';
import { changeOrganization, OrganizationStateButton } from './organization-state';

/** The organization, what it may do, and its keys. */
export function SettingsPage() {
  const organization = api.useQuery('get', '/organization');
  return (
    <Page title="Settings" actions={<OrganizationStateButton />}>
      <Loaded query={organization}>
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-2">
            <OrganizationPanel organization={data} />
            <PolicyPanel policy={data.Data.Policy} />
          </div>
        )}
      </Loaded>
      <RetentionPanel />
      <SessionPanel />
      <KeysPanel />
    </Page>
  );
}

function OrganizationPanel({ organization: { ID, Data, CreatedAt } }: { organization: Organization }) {
  const limit = Data.MaxAttemptsPerNumber;
  const pacing = Data.CallerIDPacing;
  return (
    <Panel title="Organization" actions={<ChangeOrganizationButton data={Data} />}>
      <Facts
        facts={[
          ['Name', Data.Name],
          ['ID', <code key="id">{ID}</code>],
          ['State', <Chip key="state" state={Data.State} />],
          ['Attempts to a number', limit === undefined ? 'no limit of its own' : `${limit.Count} in ${limit.Duration}`],
          ['Calls at once per caller ID', pacing?.MaxConcurrentCalls ?? '–'],
          ['Calls a minute per caller ID', pacing?.MaxCallsPerMinute ?? '–'],
          ['Created', <Instant key="at" at={CreatedAt} />],
        ]}
      />
    </Panel>
  );
}

function ChangeOrganizationButton({ data }: { data: Organization['Data'] }) {
  const [name, setName] = useState(data.Name);
  const [count, setCount] = useState(String(data.MaxAttemptsPerNumber?.Count ?? ''));
  const [duration, setDuration] = useState(data.MaxAttemptsPerNumber?.Duration ?? '168h');
  const request = () => {
    if (name.trim() === '') return 'Enter a name.';
    const limit = count === '' ? null : { Count: Number(count), Duration: duration };
    return changeOrganization({ Name: name, MaxAttemptsPerNumber: limit } satisfies ChangeOrganization);
  };
  return (
    <Action label="Change…" title="Change the organization" scope="campaigns:manage" request={request}>
      <TextField label="Name" value={name} onChange={setName} />
      <TextField
        label="Attempts to one number"
        type="number"
        value={count}
        onChange={setCount}
        hint="Empty: no limit."
      />
      <TextField label="Within" value={duration} onChange={setDuration} hint="Such as 24h or 168h." />
    </Action>
  );
}

/** A limit of the policy; 0 is none. */
const limitOf = (limit: number): string => (limit === 0 ? 'no limit' : formatNumber(limit));

function PolicyPanel({ policy }: { policy: Organization['Data']['Policy'] }) {
  return (
    <Panel title="Policy of the operator">
      <Facts
        facts={[
          ['Calls at once', limitOf(policy.MaxConcurrentCalls)],
          ['Calls a minute', limitOf(policy.MaxCallsPerMinute)],
          ['Calls a day', limitOf(policy.MaxCallsPerDay)],
          ['Open jobs', limitOf(policy.MaxOpenJobs)],
          ['Jobs of an import', limitOf(policy.MaxJobsPerImport)],
          ['Attempts to a number a day', limitOf(policy.MaxAttemptsPerNumberPerDay)],
          ['Calls of a job', limitOf(policy.MaxCallsPerJob)],
          ['Between two calls', `${formatNumber(policy.MinRetryDelaySeconds)} s`],
          ['Countries', policy.Countries?.join(', ') ?? 'all'],
          ['Numbers that are refused', policy.DeniedNumberTypes.map(words).join(', ')],
          ['Test jobs', policy.TestJobs.Allowed ? 'allowed' : 'refused'],
        ]}
      />
    </Panel>
  );
}

function SessionPanel() {
  const me = useMe();
  return (
    <Panel title="This session">
      <Facts
        facts={[
          ['Key', me.KeyName],
          ['Scopes', me.Scopes.join(', ')],
          ['Campaigns', me.CampaignIDs?.join(', ') ?? 'all'],
          ['Session ends', <Instant key="session" at={me.SessionExpiresAt} />],
          ['Key expires', <Instant key="key" at={me.KeyExpiresAt} />],
        ]}
      />
    </Panel>
  );
}
