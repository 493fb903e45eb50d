import { resolve } from 'node:path';
import { projectRoot, type LauncherSettings } from './settings';
import type { RunningStack } from './stack';

/** The campaign that the API creates with OUTDIAL_DEMO. */
export const demoCampaignId = 'campaign_demo';

/** Formats what a newcomer needs next, on one screen. @param signIn the address that opens the console */
export function formatSummary(
  { api, others = [], metrics, temporal, mongodb }: RunningStack,
  { dataDir, command = 'npm start' }: Pick<LauncherSettings, 'dataDir'> & { command?: string },
  signIn?: string,
): string {
  // The command line looks for the local stack in the default folder, unless it is given another one.
  const prefix = dataDir === resolve(projectRoot, '.outdial') ? '' : `OUTDIAL_DATA_DIR=${dataDir} `;
  const jobs = `${api.url}/campaigns/${demoCampaignId}/jobs`;
  const authorization = `-H 'Authorization: Bearer ${api.key}'`;
  const rows = [
    ['API', `${api.url}  (reference: docs/, ready: ${api.url}/readyz)`],
    ...others.map((url) => ['', url] as const),
    ...(signIn === undefined ? [] : [['Console', `${signIn}  (signs in once, within an hour)`]]),
    ['API key', api.key],
    ['Temporal', `${temporal.address}, namespace ${temporal.namespace}  (${temporal.source})`],
    ...(temporal.uiUrl === undefined ? [] : [['Temporal UI', temporal.uiUrl]]),
    ['MongoDB', `${maskPassword(mongodb.uri)}  (${mongodb.source})`],
    ['Metrics', `${metrics.api} (API), ${metrics.worker} (worker)`],
    ['Data, logs', dataDir],
  ] as const;
  return [
    '',
    'Outdial is ready.',
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`),
    '',
    'Place a simulated call from another terminal and follow it to completion:',
    '',
    `  ${prefix}npx outdial jobs create --phone +14155550123 --scenario conversation_complete --watch`,
    '',
    'The same over HTTP:',
    '',
    `  curl -sS -X POST ${jobs} ${authorization} -H 'Content-Type: application/json' -d '{"ContactPhoneNumber":"+14155550123"}'`,
    '',
    'Look up the job, with the JobID from the response:',
    '',
    `  curl -sS ${jobs}/JOB_ID ${authorization}`,
    '',
    `Ctrl-C stops everything. The data is kept, and the next \`${command}\` continues with it.`,
    '',
  ].join('\n');
}

function maskPassword(uri: string): string {
  return uri.replace(/\/\/([^:@/]+):[^@/]+@/, '//$1:***@');
}
