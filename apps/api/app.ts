import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { serveConsole } from './console/serve-console';
import { accessLog } from './http/access-log';
import { requireApiKey } from './http/authenticate';
import type { ApiDeps } from './http/deps';
import type { ApiResponse } from './http/locals';
import { observe } from './http/observe';
import { ProblemError } from './http/problem';
import { problemHandler, unknownRoute } from './http/problem-handler';
import { requestId } from './http/request-id';
import { createRouter } from './http/router';
import { createListenPage } from './live/page';
import { createDocsPage } from './openapi/page';
import { routes } from './routes';

/** Responses hold personal data: no cache may store them. */
function noStore(_req: Request, res: ApiResponse, next: NextFunction): void {
  res.setHeader('Cache-Control', 'no-store');
  next();
}

const maxHeaders = 100;
function rejectManyHeaders(req: Request, _res: ApiResponse, next: NextFunction): void {
  // A name and a value each.
  if (req.rawHeaders.length > 2 * maxHeaders)
    throw new ProblemError('header_too_large', { detail: `Expected at most ${maxHeaders} headers.` });
  next();
}

/** The headers that matter for responses that no browser renders; helmet's other headers protect pages. */
const securityHeaders: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

const publicRoutes = routes.filter(({ access }) => access === 'public');
const guardedRoutes = routes.filter(({ access }) => access !== 'public');

/**
 * The API without a port: main.ts and the tests bind it to one.
 * @param rateLimits shared with the websockets of this process
 * @param line takes what carriers send, who have no API key
 */
export function createApp(deps: ApiDeps, rateLimits: readonly RequestHandler[], line?: Router): RequestListener {
  const app = express();
  const malformed = new WeakSet<IncomingMessage>();
  app.disable('x-powered-by');
  // An ETag costs a hash of every response, and no response is cached.
  app.set('etag', false);
  app.set('trust proxy', false);
  app.use(requestId);
  app.use(accessLog(deps.logger));
  app.use(observe(deps));
  app.use(helmet(securityHeaders));
  app.use(noStore);
  app.use(rejectManyHeaders);
  app.use((req, _res, next) => {
    if (malformed.has(req)) throw new ProblemError('malformed_request', { detail: 'The request target is no URL.' });
    next();
  });
  if (line !== undefined) app.use(line);
  app.use(createRouter(publicRoutes, deps));
  if (deps.consoleFolder !== undefined) app.use(serveConsole(deps.consoleFolder));
  app.use(createListenPage());
  app.use(createDocsPage());
  app.use(requireApiKey(guardedRoutes, deps), ...rateLimits);
  app.use(createRouter(guardedRoutes, deps));
  app.use(unknownRoute);
  app.use(problemHandler);
  return (req, res) =>
    app(req as Request, res as Response, () => {
      // Express runs no handler for a target that it cannot parse. Such a request is answered and logged as any other.
      if (res.headersSent || malformed.has(req)) {
        res.destroy();
        return;
      }
      malformed.add(req);
      req.url = '/';
      app(req as Request, res as Response);
    });
}
