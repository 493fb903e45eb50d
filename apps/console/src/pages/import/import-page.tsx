import { useState } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ImportSummary } from '@outdial/client';
import { api } from '../../api/client';
import { usePolling } from '../../api/polling';
import { takesJobs } from '../../lib/takes-jobs';
import { formatNumber } from '../../lib/format';
import { Chip } from '../../ui/chip';
import { SelectField } from '../../ui/fields';
import { Instant } from '../../ui/instant';
import { Page, Panel } from '../../ui/layout';
import { Empty, Loaded } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { ChooseFile } from './choose-file';
import type { ImportFile } from './import-requests';
import { ReviewStep } from './review-step';

const route = getRouteApi('/import');

/** From a file to jobs: campaign and file, columns, dry run, start. Below: the imports so far. */
export function ImportPage() {
  const { campaign } = route.useSearch();
  const navigate = route.useNavigate();
  const [file, setFile] = useState<ImportFile>();
  const campaigns = api.useQuery('get', '/campaigns', {}, usePolling());
  return (
    <Page title="Import contacts">
      <Loaded query={campaigns}>
        {({ Campaigns }) => {
          const open = Campaigns.filter(takesJobs);
          const chosen = open.find(({ ID }) => ID === campaign);
          return (
            <>
              <Panel title="1. Campaign">
                <div className="max-w-md">
                  <SelectField
                    label="Campaign"
                    value={chosen?.ID ?? ''}
                    none="Choose a campaign"
                    options={open.map(({ ID, Data }) => [ID, Data.Name])}
                    onChange={(ID) => void navigate({ to: '/import', search: ID === '' ? {} : { campaign: ID } })}
                  />
                </div>
              </Panel>
              <ChooseFile onChange={setFile} />
              {chosen !== undefined && file !== undefined && <ReviewStep campaign={chosen} file={file} />}
            </>
          );
        }}
      </Loaded>
      <Imports />
    </Page>
  );
}

function Imports() {
  const imports = api.useQuery('get', '/imports', {}, usePolling(true));
  return (
    <Panel title="Imports">
      <Loaded query={imports}>
        {(data) =>
          data.Imports.length === 0 ? (
            <Empty>No imports yet.</Empty>
          ) : (
            <Table caption="Imports" columns={columns} rows={data.Imports} rowKey={({ ID }) => ID} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const columns: Column<ImportSummary>[] = [
  {
    head: 'Import',
    cell: ({ ID }) => (
      <Link to="/imports/$importID" params={{ importID: ID }} title={ID}>
        …{ID.slice(-8)}
      </Link>
    ),
  },
  { head: 'State', cell: ({ State }) => <Chip state={State} /> },
  { head: 'Rows', numeric: true, cell: ({ Rows }) => formatNumber(Rows) },
  { head: 'Jobs', numeric: true, cell: ({ JobsCreated }) => formatNumber(JobsCreated) },
  { head: 'Invalid', numeric: true, cell: ({ RowsInvalid }) => formatNumber(RowsInvalid) },
  { head: 'Skipped', numeric: true, cell: ({ RowsSkipped }) => formatNumber(RowsSkipped) },
  { head: 'Uploaded', cell: ({ CreatedAt }) => <Instant at={CreatedAt} /> },
];
