import type { JobEvent } from '@outdial/client';
import { words } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { Empty } from '../../ui/loaded';

/** What happened to the job, in order. */
export const Timeline = ({ events, zone }: { events: readonly JobEvent[]; zone: string | undefined }) =>
  events.length === 0 ? (
    <Empty>No events yet.</Empty>
  ) : (
    <ol aria-label="Events" className="border-line ml-2 border-l pl-4">
      {events.map(({ EventType, CreatedMS, Properties }, index) => (
        <li key={`${EventType}${CreatedMS}${index}`} className="py-1">
          <span className="font-medium">{words(nameOf(EventType, Properties))}</span>{' '}
          <span className="text-muted">
            <Instant at={CreatedMS} zone={zone} /> {detailsOf(Properties)}
          </span>
        </li>
      ))}
    </ol>
  );

const nameOf = (type: string, { State }: JobEvent['Properties']): string => (typeof State === 'string' ? State : type);

const detailsOf = ({ State: _state, CallID: _call, ...details }: JobEvent['Properties']): string =>
  Object.entries(details)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ');
