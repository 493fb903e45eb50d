import { type IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { ApiKey } from '../../../shared/domain/access/api-key';
import type { ApiDeps } from '../http/deps';
import type { ApiResponse } from '../http/locals';
import { ProblemError } from '../http/problem';
import { createSharedHits } from './shared-hits';

/** The window over which requests are counted. */
const windowSeconds = 10;

/** Requests per {@link windowSeconds}; 0 means unlimited. */
export interface RateLimits {
  perKey: number;
  perOrganization: number;
}

/**
 * Rejects requests over the limit with 429, and reports the remaining quota in every response (the IETF draft's
 * `RateLimit` headers). Create once per process: requests and websockets are counted together.
 */
export function createRateLimiters(
  rateLimits: RateLimits,
  { store, logger, nowMs }: Pick<ApiDeps, 'store' | 'logger' | 'nowMs'>,
): RequestHandler[] {
  const windowMs = windowSeconds * 1_000;
  const createLimiter = (name: 'key' | 'organization', limit: number): RequestHandler =>
    rateLimit({
      windowMs,
      limit,
      identifier: name,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      store: createSharedHits({ counts: store.rateCounts, name, windowMs, nowMs, logger }),
      keyGenerator: (_req, res) => {
        const { apiKey } = (res as ApiResponse).locals;
        return (name === 'key' ? apiKey?.ID : apiKey?.OrgID) ?? '';
      },
      handler: (_req, _res, next) => {
        const detail = `More than ${limit} requests per ${name} in ${windowSeconds} seconds. Wait for the time in Retry-After.`;
        next(new ProblemError('rate_limited', { detail }));
      },
      validate: false,
    });
  return [
    ...(rateLimits.perKey > 0 ? [createLimiter('key', rateLimits.perKey)] : []),
    ...(rateLimits.perOrganization > 0 ? [createLimiter('organization', rateLimits.perOrganization)] : []),
  ];
}

/** Counts a websocket handshake like any other request. @throws {ProblemError} 429, with the usual headers */
export async function rateLimitUpgrade(
  limits: readonly RequestHandler[],
  { req, apiKey, requestId }: { req: IncomingMessage; apiKey: ApiKey; requestId: string },
): Promise<void> {
  // Never sent: it only collects the headers.
  const res = Object.setPrototypeOf(new ServerResponse(req), express.response) as ApiResponse;
  res.locals = { requestId, apiKey };
  for (const limit of limits) {
    await new Promise<void>((resolve, reject) => {
      const next = (error?: unknown): void => (error === undefined ? resolve() : reject(withHeaders(error, res)));
      void limit(req as Request, res, next);
    });
  }
}

function withHeaders(error: unknown, res: ServerResponse): Error {
  if (!(error instanceof ProblemError)) return error as Error;
  return new ProblemError(error.code, { detail: error.message, headers: headersOf(res) });
}

const headersOf = (res: ServerResponse): Record<string, string> =>
  Object.fromEntries(res.getHeaderNames().map((name) => [name, [res.getHeader(name)].flat().join(', ')]));
