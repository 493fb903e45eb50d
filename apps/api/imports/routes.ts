import {
  bulkImportQuerySchema,
  cancelImportQuerySchema,
  listImportErrorsQuerySchema,
  listImportsQuerySchema,
} from '../../../shared/contracts/import.schema';
import { noBodySchema } from '../../../shared/contracts/job.schema';
import { route } from '../routing/route';
import { cancelImport } from './cancel-import';
import { createImport } from './create-import';
import { getImport, listImportErrors, listImports } from './read-imports';

export const importRoutes = [
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/jobs/bulk',
    operation: 'importJobs',
    access: 'jobs:write',
    upload: true,
    query: bulkImportQuerySchema,
    handle: createImport,
  }),
  route({
    method: 'GET',
    path: '/imports',
    operation: 'listImports',
    access: 'jobs:read',
    query: listImportsQuerySchema,
    handle: listImports,
  }),
  route({ method: 'GET', path: '/imports/:importID', operation: 'getImport', access: 'jobs:read', handle: getImport }),
  route({
    method: 'GET',
    path: '/imports/:importID/errors',
    operation: 'listImportErrors',
    access: 'jobs:read',
    query: listImportErrorsQuerySchema,
    handle: listImportErrors,
  }),
  route({
    method: 'POST',
    path: '/imports/:importID/cancel',
    operation: 'cancelImport',
    access: 'jobs:write',
    body: noBodySchema,
    query: cancelImportQuerySchema,
    handle: cancelImport,
  }),
];
