import type { Import, ImportDryRun } from '@outdial/client';
import { send } from '../../api/client';
import { describeRequest, type ApiRequest } from '../../api/request';
import { literal } from '../../lib/snippets';

/** A file that is ready to be sent. */
export interface ImportFile {
  name: string;
  content: Blob;
}

function toForm({ name, content }: ImportFile): FormData {
  const form = new FormData();
  form.append('file', content, name);
  return form;
}

/** How a file is imported. */
export interface ImportChoices {
  onDuplicate: string;
  /** The country of numbers without a country code; empty for that of the campaign. */
  defaultCountry: string;
}

function urlOf(campaignID: string, { onDuplicate, defaultCountry }: ImportChoices, query: object = {}): string {
  const country = defaultCountry === '' ? {} : { default_country: defaultCountry };
  const choices = new URLSearchParams({ ...query, on_duplicate: onDuplicate, ...country });
  return `/campaigns/${encodeURIComponent(campaignID)}/jobs/bulk?${choices}`;
}

/** Validates and plans every row, and creates nothing. @throws {ApiError} if the file is refused */
export async function dryRunImport(
  campaignID: string,
  file: ImportFile,
  choices: ImportChoices,
): Promise<ImportDryRun> {
  const url = urlOf(campaignID, choices, { dry_run: 'true' });
  const response = await send(new Request(url, { method: 'POST', body: toForm(file) }));
  return (await response.json()) as ImportDryRun;
}

/** Creates a job of each row. */
export function startImport(
  campaignID: string,
  file: ImportFile,
  choices: ImportChoices,
): ApiRequest<{ ImportID: string }> {
  const url = urlOf(campaignID, choices);
  const { onDuplicate, defaultCountry } = choices;
  const options = defaultCountry === '' ? { onDuplicate } : { onDuplicate, defaultCountry };
  return {
    method: 'POST',
    url,
    // Distinguishes this file from another in what a repetition is.
    body: { file: file.name, size: file.content.size },
    shown: {
      cli: ['import', file.name, '--campaign', campaignID, '--on-duplicate', onDuplicate].concat(
        defaultCountry === '' ? [] : ['--default-country', defaultCountry],
      ),
      ts: `outdial.imports.create(${literal(campaignID)}, { name: ${literal(file.name)}, content }, ${literal(options)})`,
      curl: [
        `curl -sS '${window.location.origin}${url}'`,
        `  -H "Authorization: Bearer $OUTDIAL_API_KEY"`,
        `  -H 'Idempotency-Key: <a new key for each intent>'`,
        `  -F 'file=@${file.name.replaceAll("'", "'\\''")}'`,
      ].join(' \\\n'),
    },
    send: async (idempotencyKey) => {
      const headers = { 'Idempotency-Key': idempotencyKey };
      const response = await send(new Request(url, { method: 'POST', headers, body: toForm(file) }));
      return (await response.json()) as { ImportID: string };
    },
  };
}

/** @param jobs also cancels the jobs that were created */
export const cancelImport = ({ ID }: Pick<Import, 'ID'>, jobs: boolean) =>
  describeRequest(
    'post',
    '/imports/{importID}/cancel',
    { path: { importID: ID }, body: {}, ...(jobs ? { query: { jobs: 'true' as const } } : {}) },
    {
      cli: ['imports', 'cancel', ID, ...(jobs ? ['--jobs'] : [])],
      ts: `outdial.imports.cancel(${literal(ID)}, ${literal({ jobs })})`,
    },
  );
