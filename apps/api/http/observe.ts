import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { ApiDeps } from './deps';
import type { ApiResponse } from './locals';

/** Polled every few seconds by machines: logged at debug level and not traced. */
export const probePaths = new Set(['/healthz', '/readyz']);

/**
 * The template of the route that handled the request, such as `/campaigns/:campaignID/jobs`. Actual paths and queries
 * must not be logged: they may hold phone numbers and keys.
 */
export function routeOf(req: IncomingMessage): string {
  const { route } = req as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : 'none';
}

/** An id that this service created. Clients can put anything in a path, so other values are left out of traces. */
const ourId = /^(?:[a-z]+_)+[0-9a-f]{32}(?:_\d{1,4})?$/;
const idsOf = (req: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(req.params as Record<string, string>).filter(([, id]) => ourId.test(id)));

/** Counts every request and, if tracing is on, wraps it in a span. */
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
