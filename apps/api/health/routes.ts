import type { ApiDeps } from '../http/deps';
import { healthSchema, readinessSchema } from '../../../shared/contracts/health-response.schema';
import { type Reply, route } from '../http/route';

/** Shorter than the three seconds that a probe waits. */
const pingTimeoutMs = 2_500;

async function isReachable(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, pingTimeoutMs, false);
  });
  const reached = ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([reached, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function getReadiness({ pings, draining }: ApiDeps): Promise<Reply> {
  const [mongo, temporal] = await Promise.all([isReachable(pings.MongoDB), isReachable(pings.Temporal)]);
  const ready = mongo && temporal && !draining();
  return {
    status: ready ? 200 : 503,
    headers: ready ? {} : { 'Retry-After': '2' },
    body: {
      Status: draining() ? 'draining' : ready ? 'ready' : 'unavailable',
      Checks: { MongoDB: mongo ? 'ok' : 'unavailable', Temporal: temporal ? 'ok' : 'unavailable' },
    },
  };
}

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
    handle: (_request, deps) => getReadiness(deps),
  }),
];
