import { useCallback, useReducer, useState } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Event } from '@outdial/client';
import { useEvents, useIsStreaming } from '../../api/live-events';
import { useRefusal } from '../../api/session';
import { emptyTail, eventKinds, reduceTail, type EventKind } from '../../lib/event-tail';
import { formatNumber, words } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';

const route = getRouteApi('/webhooks');

/** The events of the organization as they happen, from when the page was opened. It stands still under the pointer. */
export function EventTail() {
  const [{ events, waiting, isHeld }, dispatch] = useReducer(reduceTail, emptyTail);
  const [isPaused, setPaused] = useState(false);
  const { kind } = route.useSearch();
  useEvents(useCallback((event: Event) => dispatch({ event }), []));
  const hold = (value: boolean): void => dispatch({ isHeld: value || isPaused });
  const shown = events.filter((event) => kind === undefined || event.Event === kind);
  return (
    <Panel
      title="Events as they happen"
      actions={
        <>
          <Button
            onClick={() => {
              setPaused(!isPaused);
              dispatch({ isHeld: !isPaused });
            }}
          >
            {isPaused ? 'Continue the tail' : 'Hold the tail'}
          </Button>
          <Button reason={events.length === 0 ? 'There are no events.' : undefined} onClick={() => dispatch('clear')}>
            Clear
          </Button>
        </>
      }
    >
      <KindField />
      <p role="status" className="min-h-6">
        {isHeld && waiting.length > 0 && `${formatNumber(waiting.length)} more have arrived.`}
      </p>
      <div
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
      >
        {shown.length === 0 ? (
          <NoEvents />
        ) : (
          <Table caption="Events" columns={columns} rows={shown} rowKey={({ ID }) => ID} />
        )}
      </div>
      <p className="text-muted mt-2">
        <code>npx outdial events</code> prints the same.
      </p>
    </Panel>
  );
}

function KindField() {
  const { kind, ...others } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="mb-2 w-56">
      <SelectField<EventKind>
        label="Kind"
        value={eventKinds.find((each) => each === kind) ?? ''}
        none="Every kind"
        options={eventKinds.map((each) => [each, words(each)])}
        onChange={(chosen) =>
          void navigate({
            to: '/webhooks',
            search: chosen === '' ? others : { ...others, kind: chosen },
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

/** Why no event is shown. */
function NoEvents() {
  const refusal = useRefusal('jobs:read');
  const isStreaming = useIsStreaming();
  const [{ updates }] = usePreferences();
  if (refusal !== undefined) return <Empty>{refusal}</Empty>;
  if (updates === 'held') return <Empty>Updates are held: choose live updates to follow events.</Empty>;
  return <Empty>{isStreaming ? 'Waiting for events…' : 'The stream of events is not open. Connecting…'}</Empty>;
}

const columns: Column<Event>[] = [
  { head: 'When', cell: ({ EventTimeMS }) => <Instant at={EventTimeMS} /> },
  { head: 'Event', cell: ({ Event: kind }) => words(kind) },
  {
    head: 'On',
    cell: ({ CampaignID, JobID }) =>
      JobID === undefined ? (
        <Link to="/campaigns/$campaignID" params={{ campaignID: CampaignID }}>
          {CampaignID}
        </Link>
      ) : (
        <Link to="/campaigns/$campaignID/jobs/$jobID" params={{ campaignID: CampaignID, jobID: JobID }} title={JobID}>
          …{JobID.slice(-8)}
        </Link>
      ),
  },
  { head: 'Data', cell: ({ Data }) => <code className="text-xs">{JSON.stringify(Data)}</code> },
];
