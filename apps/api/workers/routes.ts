import { workersSchema } from '../../../shared/contracts/worker-response.schema';
import { route } from '../http/route';
import { listWorkers } from './list-workers';

export const workerRoutes = [
  route({
    method: 'GET',
    path: '/workers',
    operation: 'listWorkers',
    doc: {
      tag: 'Organization',
      summary: 'List workers',
      description:
        'Returns the worker processes of the whole deployment, as they report themselves every 15 s. They serve every organization, so only keys of its operator should have the scope.',
      responses: { 200: { description: 'The workers.', schema: workersSchema } },
    },
    access: 'service:read',
    handle: listWorkers,
  }),
];
