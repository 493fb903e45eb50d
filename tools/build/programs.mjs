// Bundles of the programs: one file each, so that a process reads a file at its start and not hundreds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { withoutUnusedMessages } from './protobuf.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The services, and the threads that the worker starts by the names of files beside it. */
const services = {
  api: 'apps/api/main.ts',
  worker: 'apps/worker/main.ts',
  'encode-thread': 'apps/worker/media/encode-thread.ts',
};
/** The thread in which Temporal's worker runs workflows. */
const workflowThread = {
  'workflow-worker-thread': '@temporalio/worker/lib/workflow/workflow-worker-thread.js',
};

/**
 * What stays in node_modules: packages that find their own files, and large ones that few processes need and that are loaded when they do.
 */
const external = [
  '@temporalio/worker/lib/workflow/bundler',
  './workflow-worker-thread',
  'wasm-media-encoders/*',
  'libphonenumber-geo-carrier',
  'swagger-ui-dist/*',
  '@aws-sdk/*',
  'openai',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@opentelemetry/sdk-trace-node',
  'tsx/*',
  // Parts of the database driver that are no dependencies of ours.
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'gcp-metadata',
  'socks',
  '@mongodb-js/zstd',
];

/** Modules that look for a file beside themselves, Temporal's native library and a part of a parser. They stay where they are. */
const besideTheirFiles = {
  name: 'beside-their-files',
  setup({ onResolve }) {
    const stays = (filter, importer, path) =>
      onResolve({ filter }, (found) => (importer.test(found.importer) ? { path, external: true } : undefined));
    stays(/^\.\/common$/, /[/\\]core-bridge[/\\]index\.js$/, '@temporalio/core-bridge/common.js');
    stays(/[/\\]read-wasm$/, /[/\\]source-map[/\\]lib[/\\]wasm\.js$/, 'source-map/lib/read-wasm.js');
  },
};

/**
 * Temporal's worker loads webpack and a compiler, with which it would bundle workflows. The build has done that, so they are loaded only by
 * a worker that finds no bundle.
 */
const withoutWorkflowBundler = {
  name: 'without-workflow-bundler',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@temporalio[/\\]worker[/\\]lib[/\\]workflow[/\\]bundler\.js$/ }, () => ({
      contents: `
        const load = () => require('@temporalio/worker/lib/workflow/bundler');
        for (const name of ['WorkflowCodeBundler', 'bundleWorkflowCode', 'defaultWorkflowInterceptorModules'])
          Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
      `,
      loader: 'js',
    }));
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Without the sources' text, which is large: what is mapped are places in files of the checkout.
  sourcesContent: false,
  // A third less to read at each start. Names stay, for the stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'none',
  logLevel: 'warning',
  // Modules that Temporal's packages find for a bundler of workflows or a debugger, which no bundle here does.
  logOverride: { 'require-resolve-not-external': 'silent' },
};
/** Where a bundle finds the root, under which programs look for the files that they read. */
const withRoot = (folder) => ({ rootFromBundle: JSON.stringify(folder) });

/** Loads gRPC where it is used, in an error that is rare: the threads of workflows need none of it. */
const withoutGrpcInThreads = {
  name: 'without-grpc-in-threads',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@temporalio[/\\]core-bridge[/\\]lib[/\\]errors\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const eager = '__importStar(require("@grpc/grpc-js"))';
      if (!code.includes(eager) || code.split('grpc.').some((text, at) => at > 0 && !text.startsWith('Metadata')))
        throw new Error(`${path} has changed: see tools/build/programs.mjs.`);
      return {
        contents: code.replace(eager, '{ get Metadata() { return require("@grpc/grpc-js").Metadata; } }'),
        loader: 'js',
      };
    });
  },
};

/**
 * Bundles the API and the worker.
 * @param {string} folder
 * @param {string} rootFromFolder where the pages and the other files lie that programs read, seen from there; by default beside the bundles
 */
export async function bundleServices(folder, rootFromFolder = '.') {
  await Promise.all([
    bundleInto(folder, services, { threads: false, define: withRoot(rootFromFolder) }),
    bundleInto(folder, workflowThread, { threads: true }),
  ]);
}

async function bundleInto(folder, entryPoints, { threads, ...options }) {
  const { outputFiles } = await build({
    ...common,
    ...options,
    entryPoints: Object.fromEntries(Object.entries(entryPoints).map(([name, path]) => [`${name}.bundle`, path])),
    outdir: folder,
    sourcemap: true,
    external,
    plugins: [withoutWorkflowBundler, withoutGrpcInThreads, withoutUnusedMessages({ threads }), besideTheirFiles],
  });
  for (const { path, contents, text } of outputFiles)
    replaceFile(path, path.endsWith('.js') ? withHash(toAscii(text)) : contents);
  for (const name of Object.keys(entryPoints)) await addLoader(folder, name);
}

/**
 * Bundles the command line with the packages of its own. Those of the service stay outside, because only the operator's commands need them.
 * @param {string} file where the bundle will be
 * @param {string} rootFromFile where the files lie that it reads, seen from its folder
 * @returns {Promise<{ code: string, inputs: string[] }>} with the paths of what it is made from, relative to the root
 */
export async function bundleCommandLine(file, rootFromFile) {
  const { dependencies } = readManifest('package.json');
  const own = readManifest('apps/cli/package.json').dependencies;
  const others = Object.keys(dependencies).filter((name) => !Object.hasOwn(own, name));
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: ['apps/cli/main.ts'],
    outfile: file,
    external: others.flatMap((name) => [name, `${name}/*`]),
    define: withRoot(rootFromFile),
  });
  return { code: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

/**
 * Escapes what esbuild leaves in regular expressions: a bundle with one character beyond ASCII would take twice the memory, and time to decode.
 */
const toAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Ends a bundle with the hash of all before: what V8 has compiled of another one is never taken for it. */
const withHash = (code) => `${code}\n//${createHash('sha256').update(code).digest('hex').slice(0, 32)}`;

/** Puts the program beside its bundle, with what V8 compiles of it. */
async function addLoader(folder, name) {
  const bundle = join(folder, `${name}.bundle.js`);
  for (const file of readdirSync(folder)) if (isCacheOf(name, file)) rmSync(join(folder, file), { force: true });
  // V8 takes only what it has compiled with the same options.
  const options = nodeOptionsOf(name === 'api' ? 'api' : 'worker');
  await promisify(execFile)(process.execPath, [...options, join(root, 'tools/build/code-cache.cjs'), bundle]);
  replaceFile(join(folder, `${name}.js`), readFileSync(join(root, 'tools/build/loader.cjs')));
}

const isCacheOf = (name, file) => file.startsWith(`${name}.bundle.js.`) && file.endsWith('.cache');

/** The options of node in `npm run start:<name>`. */
const nodeOptionsOf = (name) =>
  readManifest('package.json')
    .scripts[`start:${name}`].split(' ')
    .filter((argument) => argument.startsWith('--'));

const readManifest = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Replaces a file at once: a process that starts finds the one or the other. */
export function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, path);
}
