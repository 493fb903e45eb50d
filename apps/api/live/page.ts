import { join } from 'node:path';
import type { Router } from 'express';
import { createPage } from '../http/page';

const file = (name: string): string => join(__dirname, 'page', name);

/** What the page needs, and no more: its own files, and this API by HTTP and websocket. */
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
 * The page to listen with. It holds nothing that anybody may not see: the key is typed, or comes after the `#` of its address, which
 * browsers do not send.
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
