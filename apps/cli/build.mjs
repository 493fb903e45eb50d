// Writes dist/, the package that is published: one file, without the operator's commands, which need the service's database.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = `${here}dist`;

/** Takes the place of admin/commands.ts. */
const withoutAdmin = `
export function addAdmin(program) {
  program
    .command('admin')
    .description('Operate a deployment: only in the image or a checkout of the service.')
    .allowUnknownOption()
    .argument('[args...]')
    .action(() => program.error('error: \`outdial admin\` needs the database. Run it in the image or a checkout of the service.'));
}
`;
const replaceAdmin = {
  name: 'replace-admin',
  setup({ onLoad }) {
    onLoad({ filter: /admin[/\\]commands\.ts$/ }, () => ({ contents: withoutAdmin, loader: 'js' }));
  },
};

rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [`${here}main.ts`],
  outfile: `${dist}/outdial.cjs`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  // Without the paths of the checkout, which map the client to its sources.
  tsconfigRaw: {},
  plugins: [replaceAdmin],
  logLevel: 'warning',
});

const { name, version, description, license, dependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'));
const { engines } = JSON.parse(readFileSync(`${here}../../package.json`, 'utf8'));
const published = {
  name,
  version,
  description,
  license,
  type: 'commonjs',
  engines,
  bin: { outdial: 'outdial.cjs' },
  files: ['outdial.cjs'],
  dependencies,
  publishConfig: { access: 'public' },
};
writeFileSync(`${dist}/package.json`, `${JSON.stringify(published, undefined, 2)}\n`);
cpSync(`${here}package-readme.md`, `${dist}/README.md`);
cpSync(`${here}../../LICENSE`, `${dist}/LICENSE`);
