import { useNavigate } from '@tanstack/react-router';
import { fromLocalField, toLocalField, words } from '../../lib/format';
import { buckets, type Bucket, type StatsSearch } from '../../lib/stats-search';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';

const toField = (instant: string | undefined): string => {
  const ms = Date.parse(instant ?? '');
  return Number.isNaN(ms) ? '' : toLocalField(ms);
};

interface PeriodFormProps {
  campaignID: string;
  search: StatsSearch;
  /** Where days and weeks begin, an IANA name. */
  zone: string;
}

/** The interval of the statistics. Each change is an address, so that going back undoes it. */
export function PeriodForm({ campaignID, search, zone }: PeriodFormProps) {
  const navigate = useNavigate();
  const apply = (name: keyof StatsSearch, value: string | undefined): void => {
    const { [name]: _former, ...others } = search;
    const next = value === undefined ? others : { ...others, [name]: value };
    void navigate({ to: '/campaigns/$campaignID', params: { campaignID }, search: next, resetScroll: false });
  };
  const applyInstant = (name: 'from' | 'to', field: string): void => {
    const ms = fromLocalField(field);
    apply(name, ms === undefined || Number.isNaN(ms) ? undefined : new Date(ms).toISOString());
  };
  return (
    <form aria-label="Interval" className="flex flex-wrap items-end gap-2" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="From (your time)"
        type="datetime-local"
        value={toField(search.from)}
        onChange={(field) => applyInstant('from', field)}
      />
      <TextField
        label="To (your time)"
        type="datetime-local"
        value={toField(search.to)}
        onChange={(field) => applyInstant('to', field)}
      />
      <SelectField<Bucket>
        label="By"
        value={search.bucket ?? 'day'}
        options={buckets.map((bucket) => [bucket, words(bucket)])}
        onChange={(bucket) => apply('bucket', bucket === 'day' || bucket === '' ? undefined : bucket)}
      />
      <Button
        reason={Object.keys(search).length === 0 ? 'The interval is the default one.' : undefined}
        onClick={() =>
          void navigate({ to: '/campaigns/$campaignID', params: { campaignID }, search: {}, resetScroll: false })
        }
      >
        Clear
      </Button>
      <span className="text-muted">Days begin in {zone}. Without dates: the last 30 days, 24 hours or 26 weeks.</span>
    </form>
  );
}
