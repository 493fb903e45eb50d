import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Campaign, ImportDryRun } from '@outdial/client';
import { formatNumber, words } from '../../lib/format';
import { Action } from '../../ui/action';
import { BarChart } from '../../ui/bar-chart';
import { Chip } from '../../ui/chip';
import { SelectField, TextField } from '../../ui/fields';
import { Facts, Panel } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { CampaignActionButton } from '../campaign/campaign-actions';
import { InvalidRows } from './invalid-rows';
import { NormalizedNumbers } from './normalized-numbers';
import { dryRunImport, startImport, type ImportFile } from './import-requests';

const duplicates = [
  ['skip', 'Skip them'],
  ['keep', 'Create a job for each'],
  ['fail', 'Count them as invalid'],
] as const;
type OnDuplicate = (typeof duplicates)[number][0];

/** The dry run of a file, and its start. */
export function ReviewStep({ campaign, file }: { campaign: Campaign; file: ImportFile }) {
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip');
  const [country, setCountry] = useState('');
  const choices = { onDuplicate, defaultCountry: country.length === 2 ? country : '' };
  const navigate = useNavigate();
  const dryRun = useQuery({
    // The file is named by its identity: another one of the same name is another question.
    queryKey: ['import-dry-run', campaign.ID, campaign.Version, campaign.State, idOf(file), choices],
    queryFn: () => dryRunImport(campaign.ID, file, choices),
    staleTime: 60_000,
    retry: false,
  });
  const wait = dryRun.data === undefined ? 'Wait for the dry run.' : undefined;
  const refused = country.length === 1 ? 'The code of a country has two letters.' : wait;
  return (
    <>
      <Panel title="3. Dry run">
        <div className="mb-3 max-w-md space-y-2">
          <TextField
            label="Country of numbers without a country code"
            hint={`Two letters, such as US. ${describeDefault(campaign.Data.DefaultCountry)}`}
            value={country}
            onChange={(text) => setCountry(text.trim().toUpperCase().slice(0, 2))}
          />
          <SelectField<OnDuplicate>
            label="Numbers that are in the file twice, or have an open job"
            value={onDuplicate}
            options={duplicates}
            onChange={(chosen) => setOnDuplicate(chosen === '' ? 'skip' : chosen)}
          />
        </div>
        <Loaded query={dryRun}>{(result) => <DryRunView result={result} />}</Loaded>
      </Panel>
      <Panel title="4. Start">
        <div className="flex flex-wrap items-center gap-3">
          <p>
            {campaign.Data.Name} is <Chip state={campaign.State} />:{' '}
            {campaign.State === 'running' ? 'jobs are called as soon as their rules allow.' : 'jobs wait.'}
          </p>
          {campaign.State === 'running' && <CampaignActionButton campaign={campaign} action="pause" />}
          <Action
            label="Start the import"
            tone="primary"
            scope="jobs:write"
            unless={dryRun.error === null ? refused : 'The dry run was refused.'}
            request={() => startImport(campaign.ID, file, choices)}
            onDone={({ ImportID }) => navigate({ to: '/imports/$importID', params: { importID: ImportID } })}
          >
            <p>
              {formatNumber(dryRun.data?.RowsValid ?? 0)} valid rows of {file.name} become jobs of {campaign.Data.Name}.
              The import can be undone: canceling it cancels its jobs.
            </p>
          </Action>
        </div>
      </Panel>
    </>
  );
}

const describeDefault = (country: string | undefined): string =>
  country === undefined ? 'Without it, such numbers are invalid.' : `${country} by the campaign.`;

const ids = new WeakMap<ImportFile, string>();
function idOf(file: ImportFile): string {
  const id = ids.get(file) ?? window.crypto.randomUUID();
  ids.set(file, id);
  return id;
}

function DryRunView({ result }: { result: ImportDryRun }) {
  const bars = useMemo(
    () => result.Calls.map(({ Hour, Count }) => ({ atMs: Date.parse(Hour), count: Count })),
    [result.Calls],
  );
  const counts = (list: readonly { Count: number }[], name: (entry: never) => string) =>
    list.map((entry) => [name(entry as never), formatNumber(entry.Count)] as const);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Facts
        facts={[
          ['Rows', formatNumber(result.Rows)],
          ['Valid', formatNumber(result.RowsValid)],
          ['Invalid', formatNumber(result.RowsInvalid)],
          ['Read as E.164', formatNumber(result.RowsNormalized)],
          ['Skipped as duplicates', formatNumber(result.RowsSkipped)],
          ['Suppressed: never called', formatNumber(result.RowsSuppressed)],
          ['With a planned call', formatNumber(result.RowsPlanned)],
          ['Held', formatNumber(result.RowsHeld)],
          ['Can never be called', formatNumber(result.RowsNever)],
          ...counts(result.HeldBy, ({ Gate }: { Gate: string }) => `held by ${Gate}`),
          ...counts(result.WaitsFor, ({ Gate }: { Gate: string }) => `waits for ${Gate}`),
          ...counts(result.NeverBecause, ({ Code }: { Code: string }) => `never: ${words(Code)}`),
        ]}
      />
      {bars.length > 0 && <BarChart title="First calls by hour" bars={bars} />}
      {result.Normalized.length > 0 && <NormalizedNumbers numbers={result.Normalized} />}
      {result.Errors.length > 0 && <InvalidRows rows={result.Errors} />}
    </div>
  );
}
