import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../api/client';
import { useRefusal } from '../../api/session';
import type { JobsSearch } from '../../lib/jobs-search';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';

const formats = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Saves every job that matches the filters as a file. */
export function ExportButton({ campaignID, search }: { campaignID: string; search: JobsSearch }) {
  const refusal = useRefusal('personal:read');
  const searchRefusal =
    search.search === undefined ? undefined : 'A search is not exported: clear it, and use the filters.';
  const [format, setFormat] = useState<keyof typeof formats>('csv');
  const saving = useMutation({
    mutationFn: async () => {
      const { after: _after, before_ms: _before, search: _search, ...filters } = search;
      const query = new URLSearchParams(Object.entries(filters));
      const url = `/campaigns/${encodeURIComponent(campaignID)}/jobs?${query.toString()}`;
      const response = await send(new Request(url, { headers: { accept: formats[format] } }));
      saveFile(`jobs-${campaignID}.${format}`, await response.blob());
    },
  });
  return (
    <div className="flex items-center gap-1">
      <select
        aria-label="Format of the export"
        value={format}
        onChange={(event) => setFormat(event.target.value as keyof typeof formats)}
      >
        <option value="csv">CSV</option>
        <option value="ndjson">NDJSON</option>
      </select>
      <Button busy={saving.isPending} reason={refusal ?? searchRefusal} onClick={() => saving.mutate()}>
        Export
      </Button>
      {saving.error !== null && <Failure error={saving.error} />}
    </div>
  );
}
