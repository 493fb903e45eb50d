import { useState } from 'react';
import type { Job, ScheduleExplanation } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { formatNumber, words } from '../../lib/format';
import { Instant, InstantInZones } from '../../ui/instant';
import { SelectField } from '../../ui/fields';
import { Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import type { JobPath } from './job-requests';

const outcomes = [
  'contact_did_not_answer',
  'contact_busy',
  'contact_hung_up',
  'call_dropped',
  'left_voicemail',
] as const;
type Outcome = (typeof outcomes)[number];

interface SchedulePanelProps {
  path: JobPath;
  state: Job['Data']['State'];
  zone: string | undefined;
}

/** Why the job is not called now, when it will be, and what follows if the contact does not answer. */
export function SchedulePanel({ path, state, zone }: SchedulePanelProps) {
  const [assume, setAssume] = useState<Outcome | ''>('contact_did_not_answer');
  const query = { attempts: 5, ...(assume === '' ? {} : { assume }) };
  const waits = state === 'created' || state === 'scheduled';
  const schedule = api.useQuery(
    'get',
    '/campaigns/{campaignID}/jobs/{jobID}/schedule',
    { params: { path, query } },
    { ...usePolling(waits), placeholderData: (previous: ScheduleExplanation | undefined) => previous },
  );
  return (
    <Panel title="Schedule">
      <Loaded query={schedule}>
        {(explanation) => (
          <div className="space-y-3">
            <ScheduleView explanation={explanation} zone={zone} />
            {explanation.Forecast.length > 0 && (
              <SelectField
                label="Forecast, if each call ends with"
                value={assume}
                options={outcomes.map((outcome) => [outcome, words(outcome)])}
                onChange={setAssume}
              />
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

/** An explanation of a schedule: of a job, or of one that is not created. */
export function ScheduleView({ explanation, zone }: { explanation: ScheduleExplanation; zone: string | undefined }) {
  const { Message, NextCallMS, Gates, Queue, Forecast, ForecastEndsBecause } = explanation;
  return (
    <div className="space-y-3">
      <p className="font-medium">{Message}</p>
      {NextCallMS !== null && (
        <div>
          <h3>Next call</h3>
          <InstantInZones at={NextCallMS} zone={zone} />
        </div>
      )}
      {Queue !== null && (
        <p>
          {formatNumber(Queue.Before)} jobs wait before it
          {Queue.AboutMS !== null && (
            <>
              , about <Instant at={Queue.AboutMS} zone={zone} />
            </>
          )}
        </p>
      )}
      {Gates.length > 0 && (
        <Table caption="Gates" columns={gateColumns(zone)} rows={Gates} rowKey={({ Name, Origin }) => Name + Origin} />
      )}
      {Forecast.length > 0 ? (
        <Table
          caption="Forecast"
          columns={forecastColumns(zone)}
          rows={Forecast}
          rowKey={({ CallMS }) => String(CallMS)}
        />
      ) : (
        <Empty>No further call is forecast.</Empty>
      )}
      {ForecastEndsBecause !== null && <p className="text-muted">{ForecastEndsBecause}</p>}
    </div>
  );
}

const gateColumns = (zone: string | undefined): Column<ScheduleExplanation['Gates'][number]>[] => [
  {
    head: 'Gate',
    cell: ({ Name, Satisfied }) => (
      <span className={Satisfied ? 'text-good' : 'text-bad font-semibold'}>
        <span aria-label={Satisfied ? 'open' : 'holds'}>{Satisfied ? '✓' : '✗'}</span> {Name}
      </span>
    ),
  },
  { head: 'Set by', cell: ({ Origin }) => Origin },
  { head: 'Why', cell: ({ Message }) => Message },
  { head: 'Opens', cell: ({ OpensAtMS, Satisfied }) => (Satisfied ? '' : <Instant at={OpensAtMS} zone={zone} />) },
];

const forecastColumns = (zone: string | undefined): Column<ScheduleExplanation['Forecast'][number]>[] => [
  { head: 'Forecast', cell: ({ CallMS }) => <Instant at={CallMS} zone={zone} /> },
  { head: 'Held until then by', cell: ({ Gate }) => Gate ?? '–' },
];
