import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { fromLocalField, toLocalField, words } from '../../lib/format';
import { jobStates, type JobsSearch } from '../../lib/jobs-search';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';

const toField = (instant: string | undefined): string =>
  instant === undefined ? '' : toLocalField(Date.parse(instant));

/** Filters to set, or to leave out. */
type Changed = { [Name in keyof JobsSearch]?: JobsSearch[Name] | undefined };

function instantOf(field: string): string | undefined {
  const ms = fromLocalField(field);
  return ms === undefined || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The filters as fields. Each change is an address, so that going back undoes it. */
export function JobFilters({ campaignID, search }: { campaignID: string; search: JobsSearch }) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(search.search ?? '');
  const apply = (changed: Changed): void => {
    const { after: _after, before_ms: _before, ...kept } = search;
    const next = Object.fromEntries(Object.entries({ ...kept, ...changed }).filter(([, value]) => value !== undefined));
    void navigate({ to: '/campaigns/$campaignID/jobs', params: { campaignID }, search: next });
  };
  return (
    <form
      aria-label="Filters"
      className="grid gap-2 sm:grid-cols-3 lg:grid-cols-6"
      onSubmit={(event) => {
        event.preventDefault();
        apply({ search: wanted.trim() === '' ? undefined : wanted.trim() });
      }}
    >
      <SelectField
        label="State"
        value={search.state ?? ''}
        none="Every state"
        options={jobStates.map((state) => [state, words(state)])}
        onChange={(state) => apply({ state: state === '' ? undefined : state })}
      />
      <SelectField
        label="Test jobs"
        value={search.test ?? ''}
        none="With test jobs"
        options={[
          ['false', 'Without test jobs'],
          ['true', 'Only test jobs'],
        ]}
        onChange={(test) => apply({ test: test === '' ? undefined : test })}
      />
      <Dates search={search} onChange={apply} />
      <TextField label="Job id or phone number" value={wanted} onChange={setWanted} />
      <div className="flex items-end gap-2">
        <Button type="submit">Find</Button>
        <Button
          reason={Object.keys(search).length === 0 ? 'No filter is set.' : undefined}
          onClick={() => void navigate({ to: '/campaigns/$campaignID/jobs', params: { campaignID }, search: {} })}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}

const Dates = ({ search, onChange }: { search: JobsSearch; onChange: (changed: Changed) => void }) => (
  <>
    <TextField
      label="Created from"
      type="datetime-local"
      value={toField(search.created_after)}
      onChange={(field) => onChange({ created_after: instantOf(field) })}
    />
    <TextField
      label="Created before"
      type="datetime-local"
      value={toField(search.created_before)}
      onChange={(field) => onChange({ created_before: instantOf(field) })}
    />
  </>
);
