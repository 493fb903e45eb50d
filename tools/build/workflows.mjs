// The workflows as the bundles that workers load: every worker runs the same code, checked when it was built.
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { replaceFile, root } from './programs.mjs';

const require = createRequire(import.meta.url);

/**
 * Bundles the workflows into a file.
 * @param {string} file
 * @param {{ traced?: boolean }} options `traced` adds the interceptors of a worker that traces, whose overhead others avoid
 */
export async function writeWorkflowBundle(file, { traced = false } = {}) {
  const { bundleWorkflowCode, DefaultLogger } = require('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows'),
    workflowInterceptorModules: traced
      ? [require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')]
      : [],
    logger: new DefaultLogger('WARN'),
  });
  replaceFile(file, withoutSourcesOfPackages(code));
}

/** Each worker parses the source map of its workflows and hands it to its thread. The text of packages, most of it, is of no use there. */
function withoutSourcesOfPackages(code) {
  const comment = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';
  const at = code.lastIndexOf(comment);
  if (at < 0) throw new Error('The bundle of the workflows has no source map: see tools/build/workflows.mjs.');
  const map = JSON.parse(Buffer.from(code.slice(at + comment.length), 'base64').toString());
  map.sourcesContent = map.sources.map((path, index) =>
    path.includes('node_modules') ? null : map.sourcesContent[index],
  );
  return `${code.slice(0, at)}${comment}${Buffer.from(JSON.stringify(map)).toString('base64')}\n`;
}
