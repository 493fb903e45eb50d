import express, { type NextFunction, type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { newId } from '../../../shared/adapters/ids';
import { identifier } from '../../../shared/contracts/primitives';
import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import { requireScope } from './authenticate';
import type { ApiDeps } from './deps';
import { createDownloadSender, type DownloadKind, type SendDownload } from './downloads';
import { runOnce } from './idempotency';
import { formBody } from './form-body';
import { jsonBody } from './json-body';
import type { ApiResponse } from './locals';
import { parseBody, parseQuery } from './parse';
import { parameterOf } from './path-parameters';
import { ProblemError } from './problem';
import type { ApiRequest, Method, Reply, Route } from './route';
import { createUpload, uploadedFile } from './upload';

/**
 * Passes a request on if its key has the route's scope and may access the campaign in the path. Runs before the body is
 * read, so that no upload is received from a key that may not upload.
 */
function authorize(route: Route): RequestHandler {
  const check = (req: Request, res: ApiResponse, next: NextFunction): void => {
    const { apiKey } = res.locals;
    if (route.access !== 'public' && apiKey !== undefined) {
      if (route.access !== 'any_key') requireScope({ scopes: apiKey.Scopes }, route.access);
      if (apiKey.CampaignIDs !== undefined) checkCampaignScope(route, req.params['campaignID'], apiKey);
    }
    next();
  };
  return check as unknown as RequestHandler;
}

/** A campaign that the key may not access is answered like a missing one. */
function checkCampaignScope(
  route: Route,
  campaignId: unknown,
  apiKey: { CampaignIDs?: readonly string[] | undefined },
): void {
  if (typeof campaignId === 'string') {
    if (canAccessCampaign(apiKey, campaignId)) return;
    throw new ProblemError('campaign_not_found');
  }
  if (route.campaignScoped === true) return;
  throw new ProblemError('forbidden', {
    detail: 'The API key is limited to some campaigns; this operation covers the whole organization.',
  });
}

const noQuery = z.strictObject({});

function checkIds(params: Record<string, string>): void {
  const isValid = ([name, id]: [string, string]): boolean =>
    (parameterOf(name)?.accepts ?? identifier).safeParse(id).success;
  if (Object.entries(params).every(isValid)) return;
  throw new ProblemError(parameterOf(Object.keys(params).at(-1))?.notFound ?? 'route_not_found');
}

/** Printable, and short enough to become part of an id. */
function idempotencyKey(req: Request): string | undefined {
  const given = req.get('idempotency-key');
  if (given === undefined || /^[\x21-\x7e]{1,255}$/.test(given)) return given;
  throw new ProblemError('invalid_header', {
    detail: 'Idempotency-Key: Expected 1 to 255 printable ASCII characters without spaces.',
    errors: [{ pointer: 'Idempotency-Key', detail: 'Expected 1 to 255 printable ASCII characters without spaces.' }],
  });
}

function parseRequest(route: Route, req: Request, res: ApiResponse): ApiRequest {
  const params = req.params as Record<string, string>;
  if (!route.lenientIds) checkIds(params);
  return {
    params,
    query: parseQuery(route.query ?? noQuery, req.query),
    body: route.body ? parseBody(route.body, req.body) : undefined,
    orgId: res.locals.apiKey?.OrgID ?? '',
    keyId: res.locals.apiKey?.ID ?? '',
    session: res.locals.session,
    scopes: res.locals.apiKey?.Scopes ?? [],
    campaignIds: res.locals.apiKey?.CampaignIDs,
    requestId: res.locals.requestId,
    isReplay: false,
    newId,
    file: uploadedFile(req),
    accepts: (types) => req.accepts([...types]),
    header: (name) => req.get(name),
    signal: signalOf(res),
  };
}

/** Aborts when the connection closes before the response is sent, which it may have done already. */
function signalOf(res: ApiResponse): AbortSignal {
  const left = new AbortController();
  if (res.destroyed) left.abort();
  else
    res.once('close', () => {
      // Each abort makes an error with its stack, which is wasted once the response is sent.
      if (!res.writableFinished) left.abort();
    });
  return left.signal;
}

/** `res.json` without its settings and its freshness check, which the API does not use. */
function sendJson(res: ApiResponse, body: unknown): void {
  const text = JSON.stringify(body);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

function downloadKindOf({ operation, streams }: Route): DownloadKind {
  if (streams === undefined) throw new Error(`${operation} streams, but its row does not declare it.`);
  return streams;
}

/** @returns `undefined` if the handler stopped because the client had disconnected */
async function answerUnlessGone(answer: () => Reply | Promise<Reply>, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    return await answer();
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  }
}

const toExpressHandler =
  (route: Route, deps: ApiDeps, sendDownload: SendDownload) =>
  async (req: Request, res: ApiResponse): Promise<void> => {
    const request = parseRequest(route, req, res);
    const key = route.method === 'POST' ? idempotencyKey(req) : undefined;
    const answer = (): Reply | Promise<Reply> =>
      key === undefined
        ? route.handle(request, deps)
        : runOnce({ route, request, key }, deps, (repeated) => route.handle(repeated, deps));
    const reply = await answerUnlessGone(answer, request.signal);
    if (reply === undefined) return;
    const sendHead = (): void => void res.status(reply.status).set(reply.headers ?? {});
    if (reply.stream && req.method !== 'HEAD') {
      await sendDownload(res, downloadKindOf(route), reply.stream, sendHead);
      return;
    }
    sendHead();
    if (reply.stream || reply.status === 304) res.end();
    else if (res.getHeader('Content-Type') === undefined) sendJson(res, reply.body);
    else res.send(reply.body);
  };

/** The value of the `Allow` header. */
const formatAllow = (methods: readonly Method[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

function rejectOtherMethods(allow: string): RequestHandler {
  return (req, res) => {
    if (req.method === 'OPTIONS') {
      res.set('Allow', allow).status(204).end();
      return;
    }
    throw new ProblemError('method_not_allowed', { detail: `This path accepts ${allow}.`, headers: { Allow: allow } });
  };
}

/** Creates a router from rows of the table; it answers every other method on their paths with 405. */
export function createRouter(routes: readonly Route[], deps: ApiDeps): Router {
  // Paths are case-sensitive: `/Jobs` is not `/jobs`.
  const router = express.Router({ caseSensitive: true });
  const upload = createUpload();
  const sendDownload = createDownloadSender(deps.downloads);
  for (const path of new Set(routes.map((route) => route.path))) {
    const samePath = routes.filter((route) => route.path === path);
    const node = router.route(path);
    for (const route of samePath) {
      const verb = route.method.toLowerCase() as Lowercase<Method>;
      node[verb](
        authorize(route),
        ...(route.body ? (route.form ? formBody : jsonBody) : []),
        ...(route.upload ? upload : []),
        toExpressHandler(route, deps, sendDownload) as unknown as RequestHandler,
      );
    }
    node.all(rejectOtherMethods(formatAllow(samePath.map((route) => route.method))));
  }
  return router;
}
