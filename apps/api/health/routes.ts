import { healthSchema, readinessSchema } from '../../../shared/contracts/health-response.schema';
import { route } from '../http/route';
import { getReadiness } from './get-readiness';

export const healthRoutes = [
  route({
    method: 'GET',
    path: '/healthz',
    operation: 'getHealth',
    doc: {
      tag: 'Service',
      summary: 'Liveness',
      description: 'Responds as long as the process runs.',
      responses: { 200: { description: 'The process is alive.', schema: healthSchema } },
    },
    access: 'public',
    handle: () => ({ status: 200, body: { Status: 'ok' } }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    operation: 'getReadiness',
    doc: {
      tag: 'Service',
      summary: 'Readiness',
      description: 'Checks the database and the workflow engine, and that the first start has created what it needs.',
      responses: {
        200: { description: 'The process accepts requests.', schema: readinessSchema },
        503: {
          description: 'The process does not accept requests.',
          schema: readinessSchema,
          headers: ['Retry-After'],
        },
      },
    },
    access: 'public',
    handle: getReadiness,
  }),
];
