import { join } from 'node:path';
import type { Router } from 'express';
import { projectFolder } from '../../../shared/adapters/project-folder';
import { createPage } from '../http/page';

const own = (name: string): string => join(projectFolder, 'apps/api/openapi/page', name);

/** Allows only files from this service. The style sheet embeds its images as `data:` URLs. */
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

/** The OpenAPI document as a page: Swagger UI, served locally. */
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
