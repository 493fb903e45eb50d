import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool, ToolError } from '../dev-stack/obtain/tools';
import { obtainGoProgram, type Tools } from './go-program';
import { obtainKubernetesSchemas } from './kubernetes-schemas';
import { createManifestCheck } from './manifests';
import { settingsProblems } from './chart-settings';

const chart = resolve(__dirname, '../../deploy/helm/outdial');
const helmProgram = { command: 'helm', module: 'helm.sh/helm/v3', version: 'v3.22.0', folder: 'cmd/helm' };
const unitProgram = {
  command: 'helm-unittest',
  module: 'github.com/helm-unittest/helm-unittest',
  version: 'v1.1.2',
  folder: 'cmd/helm-unittest',
};
/** The oldest version that the chart allows, and the newest that there are schemas of. */
const versions = ['1.27', '1.37'];

/** A program that was obtained. @returns its output, or `undefined` after a failure, which was printed */
type Run = (command: string, ...args: string[]) => Promise<string | undefined>;

const createRun =
  ({ supervisor, env }: Tools): Run =>
  async (command, ...args) => {
    try {
      return await runTool(supervisor, { command, args, cwd: chart, env });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      console.error(`FAILED: ${command} ${args.join(' ')}\n${error.message}`);
      return undefined;
    }
  };

/**
 * Renders the chart with values, compares each manifest with the schemas of Kubernetes, and parses the settings of each process.
 * @returns whether all are right
 */
async function checkManifests(
  run: Run,
  helm: string,
  { values, schemas }: { values: string; schemas: (version: string) => string },
) {
  let isRight = true;
  for (const version of versions) {
    const rendered = await run(helm, 'template', 'test', '.', '--values', values, '--kube-version', `${version}.0`);
    if (rendered === undefined) return false;
    const { checked, problems: mistakes, unknownKinds } = createManifestCheck(schemas(version))(rendered);
    const problems = [...mistakes, ...settingsProblems(rendered)];
    for (const problem of problems) console.error(`${values}, Kubernetes ${version}: ${problem}`);
    const others = unknownKinds.length === 0 ? '' : `; not checked: ${unknownKinds.join(', ')}`;
    console.log(`${values}, Kubernetes ${version}: ${checked} manifests, ${problems.length} problems${others}`);
    isRight &&= problems.length === 0 && checked > 0;
  }
  return isRight;
}

/**
 * Lints, renders, validates, tests and packages the chart.
 * @returns whether all of it succeeded
 * @throws {NotObtainableError}
 */
export async function checkChart(tools: Tools): Promise<boolean> {
  const helm = await obtainGoProgram(tools, helmProgram);
  const unittest = await obtainGoProgram(tools, unitProgram);
  const schemas = await obtainKubernetesSchemas(tools);
  const run = createRun(tools);
  const results: boolean[] = [];
  for (const file of readdirSync(join(chart, 'ci'))) {
    const values = join('ci', file);
    results.push((await run(helm, 'lint', '--strict', '--quiet', '.', '--values', values)) !== undefined);
    results.push(await checkManifests(run, helm, { values, schemas }));
  }
  const tested = await run(unittest, '.');
  if (tested !== undefined) console.log(tested);
  results.push(tested !== undefined);
  const folder = mkdtempSync(join(tmpdir(), 'outdial-chart-'));
  try {
    results.push((await run(helm, 'package', '.', '--destination', folder)) !== undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return results.every(Boolean);
}
