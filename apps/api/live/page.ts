import { join } from 'node:path';
import type { Router } from 'express';
import { projectFolder } from '../../../shared/adapters/project-folder';
import { createPage } from '../http/page';

const file = (name: string): string => join(projectFolder, 'apps/api/live/page', name);

/** Allows only what the page needs: its own files, and this API over HTTP and websockets. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * The listening page. It is public: the key is typed in, or follows the `#` of the address, which browsers do not send.
 */
export const createListenPage = (): Router =>
  createPage(
    [
      { path: '/listen', file: file('listen.html') },
      { path: '/listen/listen.css', file: file('listen.css') },
      { path: '/listen/listen.js', file: file('listen.js') },
      { path: '/listen/playback.js', file: file('playback.js') },
    ],
    policy,
  );
