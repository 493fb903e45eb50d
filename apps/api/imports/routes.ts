import {
  dryRunSchema,
  importAnswerSchema,
  importCreatedSchema,
  importErrorsCsvSchema,
  importErrorsSchema,
  importListSchema,
  importSchema,
} from '../../../shared/contracts/import-response.schema';
import {
  bulkImportQuerySchema,
  cancelImportQuerySchema,
  listImportErrorsQuerySchema,
  listImportsQuerySchema,
} from '../../../shared/contracts/import.schema';
import { noBodySchema } from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { cancelImport } from './cancel-import';
import { createImport } from './create-import';
import { getImport } from './get-import';
import { listImportErrors } from './list-import-errors';
import { listImports } from './list-imports';

export const importRoutes = [
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/jobs/bulk',
    operation: 'importJobs',
    doc: {
      tag: 'Imports',
      summary: 'Import a file of jobs',
      description:
        "Accepts a CSV or NDJSON file of at most 10 MB in the part `file`. The first 20 rows are validated immediately, the rest in the background, where an invalid row becomes a job that fails with `invalid_configuration`. Each job has `__service_ImportID` and `__service_RowID` in its Metadata. With `dry_run=1`, every row is validated and planned, and nothing is created; a file whose rows take more than 60 seconds of computing is 422. `on_duplicate` says what becomes of a row whose number is in the file already, or has an open job in the campaign. Numbers with punctuation are read as E.164, and those without a country code by `default_country` or the campaign's `DefaultCountry`; never without either.",
      responses: {
        200: { description: 'With `dry_run=1`: the result that an import would have.', schema: dryRunSchema },
        202: {
          description: 'The file is stored; its jobs are created in the background.',
          schema: importCreatedSchema,
          headers: ['Location'],
        },
      },
      problems: [
        'invalid_file',
        'invalid_rows',
        'validation_too_long',
        'organization_blocked',
        'campaign_blocked',
        'campaign_state',
        'too_many_rows',
        'too_many_open_jobs',
      ],
    },
    access: 'jobs:write',
    upload: true,
    query: bulkImportQuerySchema,
    handle: createImport,
  }),
  route({
    method: 'GET',
    path: '/imports',
    operation: 'listImports',
    doc: {
      tag: 'Imports',
      summary: 'List imports',
      description: 'Returns up to 100 imports, newest first.',
      responses: { 200: { description: 'A page of imports.', schema: importListSchema } },
    },
    campaignScoped: true,
    access: 'jobs:read',
    query: listImportsQuerySchema,
    handle: listImports,
  }),
  route({
    method: 'GET',
    path: '/imports/:importID',
    operation: 'getImport',
    doc: {
      tag: 'Imports',
      summary: 'Get an import',
      description: 'Returns the progress of an import and the number of its jobs in each state.',
      responses: { 200: { description: 'The import.', schema: importSchema } },
    },
    campaignScoped: true,
    access: 'jobs:read',
    handle: getImport,
  }),
  route({
    method: 'GET',
    path: '/imports/:importID/errors',
    operation: 'listImportErrors',
    doc: {
      tag: 'Imports',
      summary: "List an import's errors",
      description:
        'Returns the errors in the file, with the jobs that failed because of them. With `Accept: text/csv`, all errors are returned as one CSV file.',
      responses: {
        200: {
          description: 'The errors.',
          schema: importErrorsSchema,
          content: { 'text/csv': importErrorsCsvSchema },
        },
      },
      problems: ['not_acceptable'],
    },
    campaignScoped: true,
    streams: 'export',
    access: 'jobs:read',
    query: listImportErrorsQuerySchema,
    handle: listImportErrors,
  }),
  route({
    method: 'POST',
    path: '/imports/:importID/cancel',
    operation: 'cancelImport',
    doc: {
      tag: 'Imports',
      summary: 'Cancel an import',
      description:
        'Creates no more jobs. With `jobs=1`, the jobs already created are canceled too, even after the import has ended.',
      responses: { 202: { description: 'Cancellation requested.', schema: importAnswerSchema } },
      problems: ['import_not_running'],
    },
    campaignScoped: true,
    access: 'jobs:write',
    body: noBodySchema,
    query: cancelImportQuerySchema,
    handle: cancelImport,
  }),
];
