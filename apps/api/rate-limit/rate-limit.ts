import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { ApiDeps } from '../deps';
import type { ApiResponse } from '../middleware/locals';
import { ProblemError } from '../middleware/problem';
import { windowSeconds } from './limits';
import { createSharedHits } from './shared-hits';

/** Refuses what is too much with 429, and tells every answer how much is left (the IETF draft's `RateLimit` headers). */
export function limitRates({ rateLimits, store, logger, nowMs }: ApiDeps): RequestHandler[] {
  const windowMs = windowSeconds * 1_000;
  const limiter = (name: 'key' | 'organisation', limit: number): RequestHandler =>
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
        const detail = `More than ${limit} requests of one ${name} in ${windowSeconds} seconds. Please wait as Retry-After says.`;
        next(new ProblemError('rate_limited', { detail }));
      },
      validate: false,
    });
  return [
    ...(rateLimits.perKey > 0 ? [limiter('key', rateLimits.perKey)] : []),
    ...(rateLimits.perOrganisation > 0 ? [limiter('organisation', rateLimits.perOrganisation)] : []),
  ];
}
