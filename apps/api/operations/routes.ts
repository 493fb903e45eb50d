import {
  failuresQuerySchema,
  failuresSchema,
  overdueSchema,
  trunkListSchema,
} from '../../../shared/contracts/operations-response.schema';
import { route } from '../http/route';
import { listFailures } from './list-failures';
import { listOverdue } from './list-overdue';
import { listTrunks } from './list-trunks';

export const operationRoutes = [
  route({
    method: 'GET',
    path: '/trunks',
    operation: 'listTrunks',
    doc: {
      tag: 'Organization',
      summary: 'List trunks',
      description:
        'Returns the trunks of the whole deployment as its workers report them every 15 s: whether they answer, their calls and their limits.',
      responses: { 200: { description: 'The trunks.', schema: trunkListSchema } },
    },
    access: 'service:read',
    handle: listTrunks,
  }),
  route({
    method: 'GET',
    path: '/overdue',
    operation: 'listOverdue',
    doc: {
      tag: 'Organization',
      summary: 'List overdue work',
      description:
        'Returns jobs, deliveries, imports and bulk actions of the whole deployment whose deadline has passed without progress. A sweeper takes them up every few seconds: an item is worth a look when it stays, or its `Sweeps` grow.',
      responses: { 200: { description: 'What is overdue.', schema: overdueSchema } },
    },
    access: 'service:read',
    handle: listOverdue,
  }),
  route({
    method: 'GET',
    path: '/failures',
    operation: 'listFailures',
    doc: {
      tag: 'Organization',
      summary: 'Group technical failures',
      description:
        'Groups the calls of the organization that failed technically by what failed: the trunk, and the codes of the line. These are the failures that circuit breakers count.',
      responses: { 200: { description: 'The failures.', schema: failuresSchema } },
    },
    access: 'service:read',
    query: failuresQuerySchema,
    handle: listFailures,
  }),
];
