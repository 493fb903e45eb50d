import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { ApiDeps } from './deps';
import type { ApiResponse } from './locals';

/** Asked every few seconds by machines: no news, and no trace. */
export const probePaths = new Set(['/healthz', '/readyz']);

/**
 * The template of the route that answered, such as `/campaigns/:campaignID/jobs`: paths may name things that nobody wants in a log, and
 * queries hold phone numbers and keys.
 */
export function routeOf(req: IncomingMessage): string {
  const { route } = req as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : 'none';
}

/** An id as this service makes them. A client can write anything in a path, so the rest is left out of traces. */
const ourId = /^(?:[a-z]+_)+[0-9a-f]{32}(?:_\d{1,4})?$/;
const idsOf = (req: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(req.params as Record<string, string>).filter(([, id]) => ourId.test(id)));

/** Counts every request and, where traces are on, gives it a span. */
export function observe({ metrics, tracing }: Pick<ApiDeps, 'metrics' | 'tracing'>): RequestHandler {
  return (req: Request, res, next: NextFunction): void => {
    const startedMs = performance.now();
    const recordResponse = metrics.trackRequest();
    let endSpan: ReturnType<NonNullable<typeof tracing>['request']> | undefined;
    res.once('close', () => {
      const [route, status] = [routeOf(req), res.statusCode];
      recordResponse({
        method: req.method,
        route,
        status,
        ms: performance.now() - startedMs,
        uploadedBytes: req.file?.size,
        replayed: (res as ApiResponse).getHeader('Idempotent-Replayed') !== undefined,
      });
      endSpan?.({ route, status, ids: idsOf(req) });
    });
    if (tracing === undefined || probePaths.has(req.path)) next();
    else endSpan = tracing.request(req, next);
  };
}
