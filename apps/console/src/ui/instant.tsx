import { formatInstant, formatShortInstant } from '../lib/format';
import { useZone } from '../lib/preferences';

interface InstantProps {
  /** Unix milliseconds, or RFC 3339. */
  at: number | string | null | undefined;
  /** The contact's zone, an IANA name. */
  zone?: string | undefined;
}

const toMs = (at: number | string): number => (typeof at === 'number' ? at : Date.parse(at));

/** An instant in the zone that the person chose; its title has the others. */
export function Instant({ at, zone }: InstantProps) {
  const shownZone = useZone(zone);
  if (at === null || at === undefined) return <span aria-label="none">–</span>;
  const ms = toMs(at);
  const others = [`Yours: ${formatInstant(ms)}`, `UTC: ${formatInstant(ms, 'UTC')}`];
  if (zone !== undefined) others.unshift(`Contact's: ${formatInstant(ms, zone)}`);
  return (
    <time dateTime={new Date(ms).toISOString()} title={others.join('\n')} className="whitespace-nowrap">
      {formatShortInstant(ms, shownZone)}
    </time>
  );
}

/** An instant in all three zones, one below the other. */
export function InstantInZones({ at, zone }: InstantProps) {
  if (at === null || at === undefined) return <Instant at={at} />;
  const ms = toMs(at);
  const rows: [string, string | undefined][] = [
    ['Yours', undefined],
    ['UTC', 'UTC'],
  ];
  if (zone !== undefined) rows.unshift(["Contact's", zone]);
  return (
    <dl className="grid w-fit grid-cols-[auto_auto] gap-x-3">
      {rows.map(([name, each]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>
            <time dateTime={new Date(ms).toISOString()}>{formatInstant(ms, each)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
