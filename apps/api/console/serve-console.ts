import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type Request, type Router } from 'express';
import { projectFolder } from '../../../shared/adapters/project-folder';
import { consolePath } from '../../../shared/domain/access/sign-in';
import { ProblemError } from '../http/problem';

/** Where the console's build is. */
export const builtConsole = join(projectFolder, 'apps/console/dist');

/** Allows only what the console needs: its own files, and this API over HTTP and websockets. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "media-src 'self' blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The names of the files in `assets` contain a hash of their content. */
const isAsset = (path: string): boolean => path.startsWith('/assets/');
const cacheControlOf = (path: string): string => (isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache');

/** Anything else that is below the console's path and names no file is the address of a page. */
const isPage = (path: string): boolean => !isAsset(path) && !path.includes('.');

/**
 * Serves the console without authentication: its files are public, and what it shows comes from the API. The address of
 * any of its pages answers the same document. Browsers that open `/` are led there; other clients are not.
 * @param folder the build of the console
 */
export function serveConsole(folder: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const isBuilt = (): boolean => existsSync(join(folder, 'index.html'));
  router.get('/', (req, res, next) => {
    res.vary('Accept');
    if (req.accepts(['json', 'html']) === 'html' && isBuilt()) res.redirect(302, consolePath);
    else next();
  });
  router.get(consolePath.slice(0, -1), (_req, res) => res.redirect(308, consolePath));
  router.use(consolePath, (req, res, next) => {
    checkMethod(req);
    if (!isBuilt()) throw new ProblemError('route_not_found', { detail: 'The console is not built: npm run build.' });
    res.setHeader('Content-Security-Policy', policy);
    if (isPage(req.path)) req.url = '/index.html';
    next();
  });
  const setHeaders = (res: ServerResponse): void => {
    res.setHeader('Cache-Control', cacheControlOf((res.req as Request).path));
  };
  router.use(consolePath, express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders }));
  router.use(consolePath, () => {
    throw new ProblemError('route_not_found', { detail: 'The console has no such file.' });
  });
  return router;
}

/** @throws {ProblemError} 405 */
function checkMethod({ method }: Request): void {
  if (method === 'GET' || method === 'HEAD') return;
  const Allow = 'GET, HEAD';
  throw new ProblemError('method_not_allowed', { detail: `This path accepts ${Allow}.`, headers: { Allow } });
}
