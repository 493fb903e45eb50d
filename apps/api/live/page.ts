import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { ProblemError } from '../middleware/problem';

const pageFolder = join(__dirname, 'page');
const assets = [
  { path: '/listen', file: 'listen.html', type: 'text/html' },
  { path: '/listen/listen.css', file: 'listen.css', type: 'text/css' },
  { path: '/listen/listen.js', file: 'listen.js', type: 'text/javascript' },
  { path: '/listen/playback.js', file: 'playback.js', type: 'text/javascript' },
] as const;

/** What the page needs, and no more: its own files, and this API by HTTP and websocket. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page to listen with. It holds nothing that anybody may not see: the key is typed, or comes after the `#` of its address, which
 * browsers do not send.
 */
export function createListenPage(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, file, type } of assets) {
    const text = readFileSync(join(pageFolder, file), 'utf8');
    const node = router.route(path);
    node.get((_req, res) => {
      res.set('Content-Security-Policy', policy).type(type).send(text);
    });
    node.all(() => {
      const Allow = 'GET, HEAD';
      throw new ProblemError('method_not_allowed', { detail: `This path takes ${Allow}.`, headers: { Allow } });
    });
  }
  return router;
}
