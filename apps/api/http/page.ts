import { basename, dirname } from 'node:path';
import express, { type Router } from 'express';
import { ProblemError } from './problem';

/** A file of a page, and the path at which it is served. */
export interface PageFile {
  path: string;
  file: string;
}

/**
 * Serves the files of a page without authentication, under its content security policy. Browsers revalidate their copy
 * each time.
 */
export function createPage(files: readonly PageFile[], policy: readonly string[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, file } of files) {
    const node = router.route(path);
    const headers = { 'Content-Security-Policy': policy.join('; '), 'Cache-Control': 'no-cache' };
    node.get((_req, res, next) => {
      res.sendFile(basename(file), { root: dirname(file), headers, cacheControl: false }, (error: unknown) => {
        // A browser that disconnects midway is not a failure.
        if (error !== undefined && !res.headersSent) next(error);
      });
    });
    node.all(() => {
      const Allow = 'GET, HEAD';
      throw new ProblemError('method_not_allowed', { detail: `This path accepts ${Allow}.`, headers: { Allow } });
    });
  }
  return router;
}
