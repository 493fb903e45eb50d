import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Campaign, CreateJob } from '@outdial/client';
import { api } from '../../api/client';
import { parseObject } from '../../lib/json';
import { takesJobs } from '../../lib/takes-jobs';
import { toE164 } from '../../shell/find-hits';
import { SelectField, TextField } from '../../ui/fields';
import { Page, Panel } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { PreviewPanel } from './preview-panel';
import { RingButton } from './ring-button';
import { scenarios } from './scenarios';

const route = getRouteApi('/try');

/** One job in the simulated network: what would happen when, and then what happens. */
export function TryPage() {
  const campaigns = api.useQuery('get', '/campaigns');
  return (
    <Page title="Try it">
      <Loaded query={campaigns}>{({ Campaigns }) => <TryForm campaigns={Campaigns.filter(takesJobs)} />}</Loaded>
    </Page>
  );
}

/** The body of the job; a text says what the form lacks. */
function toBody(number: string, scenario: string, talkSeconds: string, further: string): CreateJob | string {
  const phoneNumber = toE164(number);
  if (phoneNumber === undefined) return 'Enter a number such as +14155550123.';
  const parsed = parseObject(further);
  if (typeof parsed === 'string') return parsed;
  const given = parsed as Partial<CreateJob>;
  const simulator = {
    ...(scenario === '' ? {} : { Scenario: scenario }),
    ...(talkSeconds === '' ? {} : { TalkSeconds: Number(talkSeconds) }),
  };
  const integrations = { ...given.Overrides?.Integrations, simulator };
  const overrides =
    Object.keys(simulator).length === 0 ? given.Overrides : { ...given.Overrides, Integrations: integrations };
  return {
    ...given,
    ContactPhoneNumber: phoneNumber,
    ...(overrides === undefined ? {} : { Overrides: overrides }),
  };
}

function TryForm({ campaigns }: { campaigns: readonly Campaign[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [number, setNumber] = useState('+14155550123');
  const [scenario, setScenario] = useState('conversation_complete');
  const [talkSeconds, setTalkSeconds] = useState('');
  const [further, setFurther] = useState('{}');
  const campaign = campaigns.find(({ ID }) => ID === search.campaign) ?? campaigns.at(0);
  const body = toBody(number, scenario, talkSeconds, further);
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel title="Job" actions={<RingButton campaignID={campaign?.ID} body={body} />}>
        <div className="space-y-3">
          <SelectField
            label="Campaign"
            value={campaign?.ID ?? ''}
            options={campaigns.map(({ ID, Data }) => [ID, Data.Name])}
            onChange={(ID) => void navigate({ to: '/try', search: { campaign: ID } })}
          />
          <TextField label="Contact's number" type="tel" value={number} onChange={setNumber} />
          <SelectField
            label="What the simulated contact does"
            value={scenario}
            none="Drawn by chance"
            options={scenarios.map(([name, text]) => [name, text])}
            onChange={setScenario}
          />
          <TextField
            label="Seconds of talk"
            type="number"
            value={talkSeconds}
            onChange={setTalkSeconds}
            hint="Empty: 4 to 10 s."
          />
          <TextField
            label="Further fields of the job, as JSON"
            rows={8}
            value={further}
            onChange={setFurther}
            hint='As POST …/jobs takes them: {"ContactName": "Ada", "Overrides": {"Constraints": {"TimeZone": "Europe/Berlin"}}}'
          />
          {typeof body === 'string' && <p className="text-bad">{body}</p>}
        </div>
      </Panel>
      {campaign !== undefined && typeof body !== 'string' && <PreviewPanel campaignID={campaign.ID} body={body} />}
    </div>
  );
}
