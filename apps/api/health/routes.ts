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
      description:
        'Whether the process can serve requests. `Checks` shows the database and the workflow engine: without the engine, and for the first 30 seconds without the database, the process stays in service.',
      responses: {
        200: { description: 'The process is in service.', schema: readinessSchema },
        503: {
          description: 'The process is not in service.',
          schema: readinessSchema,
          headers: ['Retry-After'],
        },
      },
    },
    access: 'public',
    handle: getReadiness,
  }),
];
