import { join } from 'node:path';
import type { Router } from 'express';
import { createPage } from '../http/page';

const own = (name: string): string => join(__dirname, 'page', name);

/** Everything comes from this service. Pictures of the page's own style sheet are written into it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The API's document as a page to read and to try: Swagger UI, served from here. */
export const createDocsPage = (): Router =>
  createPage(
    [
      { path: '/docs', file: own('docs.html') },
      { path: '/docs/docs.js', file: own('docs.js') },
      { path: '/docs/swagger-ui.css', file: require.resolve('swagger-ui-dist/swagger-ui.css') },
      { path: '/docs/swagger-ui-bundle.js', file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
    ],
    policy,
  );
