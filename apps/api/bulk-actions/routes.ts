import {
  bulkActionAnswerSchema,
  bulkActionCreatedSchema,
  bulkActionListSchema,
  bulkActionSchema,
  bulkDryRunSchema,
  createBulkActionSchema,
  listBulkActionsQuerySchema,
} from '../../../shared/contracts/bulk-action.schema';
import { maxRunningBulkActions } from '../../../shared/domain/bulk/bulk-action';
import { noBodySchema } from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { cancelBulkAction } from './cancel-bulk-action';
import { createBulkAction } from './create-bulk-action';
import { getBulkAction } from './find-bulk-action';
import { listBulkActions } from './list-bulk-actions';

const bulkActions = '/campaigns/:campaignID/bulk-actions';
const bulkAction = `${bulkActions}/:bulkActionID` as const;

export const bulkActionRoutes = [
  route({
    method: 'POST',
    path: bulkActions,
    operation: 'createBulkAction',
    doc: {
      tag: 'Bulk actions',
      summary: 'Change many jobs',
      description: `Does to every job that matches the filter what the request for a single job does, in the background: \`cancel\`, \`reschedule\`, \`update\`, \`erase\`, \`analyze\`; \`redial\` calls the contacts of ended jobs again with new jobs, whose \`RedialOf\` names the old one. Only jobs that exist now, in a state in which the action can change them, are counted and changed. With \`DryRun\` nothing is changed, and the response is the number of jobs with examples. \`erase\` also needs the scope \`pii:delete\`. At most ${maxRunningBulkActions} bulk actions of an organization run at a time.`,
      responses: {
        200: { description: 'With `DryRun`: what the action would be about.', schema: bulkDryRunSchema },
        202: {
          description: 'The action is stored; it works in the background.',
          schema: bulkActionCreatedSchema,
          headers: ['Location'],
        },
      },
      problems: [
        'organization_blocked',
        'campaign_blocked',
        'campaign_state',
        'too_many_open_jobs',
        'too_many_bulk_actions',
        'nothing_to_analyze',
      ],
    },
    access: 'jobs:write',
    body: createBulkActionSchema,
    handle: createBulkAction,
  }),
  route({
    method: 'GET',
    path: bulkActions,
    operation: 'listBulkActions',
    doc: {
      tag: 'Bulk actions',
      summary: 'List bulk actions',
      description: 'Returns up to 100 bulk actions of a campaign, newest first. For the next page, follow `Link`.',
      responses: {
        200: { description: 'A page of bulk actions.', schema: bulkActionListSchema, headers: ['Link'] },
      },
    },
    access: 'jobs:read',
    query: listBulkActionsQuerySchema,
    handle: listBulkActions,
  }),
  route({
    method: 'GET',
    path: bulkAction,
    operation: 'getBulkAction',
    doc: {
      tag: 'Bulk actions',
      summary: 'Get a bulk action',
      description: 'Returns a bulk action with its progress and results. It is deleted 90 days after its end.',
      responses: { 200: { description: 'The bulk action.', schema: bulkActionSchema } },
    },
    access: 'jobs:read',
    handle: getBulkAction,
  }),
  route({
    method: 'POST',
    path: `${bulkAction}/cancel`,
    operation: 'cancelBulkAction',
    doc: {
      tag: 'Bulk actions',
      summary: 'Cancel a bulk action',
      description:
        'Stops a bulk action after the batch in progress. What it has changed stays changed, and is counted. Canceling a canceled action succeeds.',
      responses: {
        202: { description: 'Its end is requested; it stops shortly.', schema: bulkActionAnswerSchema },
      },
      problems: ['bulk_action_not_running'],
    },
    access: 'jobs:write',
    body: noBodySchema,
    handle: cancelBulkAction,
  }),
];
