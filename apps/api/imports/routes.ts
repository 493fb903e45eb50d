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
import { getImport, listImportErrors, listImports } from './read-imports';

export const importRoutes = [
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/jobs/bulk',
    operation: 'importJobs',
    doc: {
      tag: 'Imports',
      summary: 'Import a file of jobs',
      description:
        'Takes a CSV or NDJSON file of at most 10 MB in the part `file`. Its first 20 rows are judged at once, the rest in the background: an invalid row there becomes a job that fails with `invalid_configuration`. Each job has `__service_ImportID` and `__service_RowID` in its Metadata. With `dry_run=1` every row is judged and nothing is made.',
      responses: {
        200: { description: 'With `dry_run=1`: what an import would come to.', schema: dryRunSchema },
        202: {
          description: 'The file is stored; its jobs appear over time.',
          schema: importCreatedSchema,
          headers: ['Location'],
        },
      },
      problems: ['invalid_file', 'invalid_rows'],
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
      description: 'Up to 100 imports, the newest first.',
      responses: { 200: { description: 'A page of imports.', schema: importListSchema } },
    },
    reach: 'campaigns',
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
      description: 'How far an import is, and how many of its jobs stand in each state.',
      responses: { 200: { description: 'The import.', schema: importSchema } },
    },
    reach: 'campaigns',
    access: 'jobs:read',
    handle: getImport,
  }),
  route({
    method: 'GET',
    path: '/imports/:importID/errors',
    operation: 'listImportErrors',
    doc: {
      tag: 'Imports',
      summary: "List an import's mistakes",
      description:
        'The mistakes in the file, with the jobs that failed with them. With `Accept: text/csv` all of them come as one CSV file.',
      responses: {
        200: {
          description: 'The mistakes.',
          schema: importErrorsSchema,
          content: { 'text/csv': importErrorsCsvSchema },
        },
      },
      problems: ['not_acceptable'],
    },
    reach: 'campaigns',
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
        'Makes no more jobs. With `jobs=1` the jobs that were made are canceled too, also after the import has ended.',
      responses: { 202: { description: 'The wish is stored.', schema: importAnswerSchema } },
      problems: ['import_not_running'],
    },
    reach: 'campaigns',
    access: 'jobs:write',
    body: noBodySchema,
    query: cancelImportQuerySchema,
    handle: cancelImport,
  }),
];
