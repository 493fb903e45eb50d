import { useEffect, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import type { paths } from '@outdial/client';
import { usePolling } from '../../api/polling';
import { formatClock } from '../../lib/format';
import { useStableRows } from '../../lib/use-stable-rows';
import { Chip } from '../../ui/chip';
import { Page } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { NewRows } from '../../ui/new-rows';
import { ListenControls } from './listen-controls';
import { RollingTranscript } from './rolling-transcript';
import { StopCall } from './stop-call';

type LiveCall = paths['/calls']['get']['responses'][200]['content']['application/json']['Calls'][number];

const pageSize = 50;
/** Cards whose transcript is fetched without a click. */
const openAtFirst = 6;

/** The calls that are in progress, over all campaigns. */
export function LiveCallsPage() {
  const params = { query: { state: 'active' as const, limit: pageSize } };
  const calls = api.useQuery('get', '/calls', { params }, usePolling(true));
  return (
    <Page title="Live calls">
      <Loaded query={calls}>{({ Calls }) => <Cards calls={Calls} />}</Loaded>
    </Page>
  );
}

function Cards({ calls }: { calls: readonly LiveCall[] }) {
  const { shown, changed, gone, showLatest } = useStableRows(calls, ({ ID }) => ID, 'live');
  if (shown.length === 0) return <Empty>No call is in progress.</Empty>;
  return (
    <>
      <NewRows changed={changed} onShow={showLatest} />
      <ul className="grid gap-3 xl:grid-cols-2">
        {shown.map((call, index) => (
          <li key={call.ID}>
            <Card call={call} hasEnded={gone.has(call.ID)} isOpen={index < openAtFirst} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Seconds since an instant, counted while the page is shown. */
function useSecondsSince(instant: string | undefined, isCounting: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = window.setInterval(() => setNowMs(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [isCounting]);
  return instant === undefined ? 0 : (nowMs - Date.parse(instant)) / 1_000;
}

interface CardProps {
  call: LiveCall;
  hasEnded: boolean;
  isOpen: boolean;
}

function Card({ call, hasEnded, isOpen }: CardProps) {
  const [open, setOpen] = useState(isOpen);
  const { CampaignID, JobID, ID } = call;
  const path = { campaignID: CampaignID, jobID: JobID };
  const polling = usePolling(!hasEnded, !hasEnded);
  const job = api.useQuery(
    'get',
    '/campaigns/{campaignID}/jobs/{jobID}',
    { params: { path } },
    { ...polling, enabled: open },
  );
  const seconds = useSecondsSince(call.ConnectedAt, !hasEnded);
  const messages = job.data?.Data.Calls?.find((each) => each.ID === ID)?.Messages ?? [];
  const unless = hasEnded ? 'The call has ended.' : undefined;
  return (
    <article
      aria-label={`Call to ${call.PhoneNumber}`}
      className="border-line bg-panel space-y-2 rounded-lg border p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="tabular-nums">{formatClock(seconds)}</span>
        <Link to="/campaigns/$campaignID/jobs/$jobID" params={path}>
          {call.ContactName === '' ? call.PhoneNumber : call.ContactName}
        </Link>
        <Chip state={hasEnded ? 'ended' : call.State} />
        <span className="ml-auto">
          <StopCall path={{ ...path, callID: ID }} unless={unless} />
        </span>
      </div>
      <ListenControls path={{ ...path, callID: ID }} unless={unless} />
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Transcript</summary>
        <RollingTranscript callID={ID} messages={messages} />
      </details>
    </article>
  );
}
