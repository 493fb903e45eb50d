import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../../../shared/adapters/logger';
import type { ApiResponse } from './locals';
import { probePaths, routeOf } from './observe';

const logFields = (req: IncomingMessage, res: ServerResponse, ms: unknown) => {
  const { locals } = res as unknown as ApiResponse;
  return {
    method: req.method,
    route: routeOf(req),
    status: res.statusCode,
    ms,
    ...(locals.apiKey === undefined ? {} : { keyId: locals.apiKey.ID, orgId: locals.apiKey.OrgID }),
    ...(res.writableEnded ? {} : { aborted: true }),
    ...(locals.failure === undefined ? {} : { err: locals.failure }),
  };
};

function levelOf(req: IncomingMessage, res: ServerResponse): 'debug' | 'info' | 'warn' | 'error' {
  if (probePaths.has(routeOf(req))) return 'debug';
  if (res.statusCode === 503) return 'warn';
  return res.statusCode >= 500 ? 'error' : 'info';
}

/** Logs one line per request. */
export const accessLog = (logger: Logger): RequestHandler =>
  pinoHttp({
    logger,
    // The line consists of `logFields` alone: neither the request nor the response is ever serialized.
    wrapSerializers: false,
    serializers: { req: () => undefined, res: () => undefined },
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    genReqId: (_req, res) => (res as unknown as ApiResponse).locals.requestId,
    customLogLevel: levelOf,
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: (req, res, value: { responseTime?: unknown }) => logFields(req, res, value.responseTime),
    customErrorObject: (req, res, _error, value: { responseTime?: unknown }) => logFields(req, res, value.responseTime),
  });
