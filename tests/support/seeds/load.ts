import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import type { PatientClient } from './client';
import { waitingConstraints, type Plan, type PlannedImport, type PlannedJob } from './plan';

/** A job whose request was accepted, and what was asked of it. */
export interface AcceptedJob {
  planned: PlannedJob;
  jobId: string;
  /** The answer of what was asked afterwards; instants in unix ms. */
  asked?: { status: number; answeredMs: number; callAtMs?: number };
}
export interface AcceptedImport {
  planned: PlannedImport;
  importId: string;
  state: string;
  bulk?: { id: string; State: string; Matched: number; Changed: number; answeredMs: number };
}
/** What clients have been promised. */
export interface Accepted {
  jobs: AcceptedJob[];
  imports: AcceptedImport[];
}

interface Loading {
  client: PatientClient;
  /** Each as `/campaigns/<campaignId>`: of the jobs that are called over SIP, which an agent speaks to, and of all others. */
  campaigns: { sip: string; others: string };
  plan: Plan;
  /** Resolves when all faults have ended. */
  allEnded: Promise<unknown>;
}

const withinMs = 180_000;

/** Does all of the plan, each at its instant or as soon as it is possible. */
export async function loadWorld(loading: Loading): Promise<Accepted> {
  const firstMs = performance.now();
  const at = async (atMs: number): Promise<unknown> =>
    atMs === Infinity ? loading.allEnded : sleep(Math.max(0, atMs - (performance.now() - firstMs)));
  const [jobs, imports] = await Promise.all([
    Promise.all(loading.plan.jobs.map((planned) => loadJob(loading, planned, at))),
    Promise.all(loading.plan.imports.map((planned) => loadImport(loading, planned, at))),
  ]);
  return { jobs, imports };
}

type At = (atMs: number) => Promise<unknown>;

async function loadJob({ client, campaigns }: Loading, planned: PlannedJob, at: At): Promise<AcceptedJob> {
  await at(planned.atMs);
  const { name, kind, phoneNumber, body, then } = planned;
  const campaign = campaigns[kind === 'sip' ? 'sip' : 'others'];
  if (kind === 'suppressed')
    await client.send('POST', '/suppressions', { PhoneNumber: phoneNumber }, `${name}-suppress`);
  const posted = await client.send<{ JobID: string }>('POST', `${campaign}/jobs`, body, name);
  if (posted.status !== 201) throw new Error(`${name} is answered ${posted.status}: ${JSON.stringify(posted.body)}`);
  const { JobID: jobId } = posted.body;
  if (then === undefined) return { planned, jobId };
  await at(then.atMs);
  return { planned, jobId, asked: await askLater(client, `${campaign}/jobs/${jobId}`, planned) };
}

async function askLater(client: PatientClient, path: string, { name, then }: PlannedJob) {
  const key = `${name}-${then?.ask}`;
  switch (then?.ask) {
    case 'cancel':
      return answered(await client.send('POST', `${path}/cancel`, undefined, key));
    case 'reschedule': {
      const CallAtUnixSeconds = Math.ceil((Date.now() + (then.inMs ?? 0)) / 1_000);
      const answer = await client.send('POST', `${path}/reschedule`, { CallAtUnixSeconds }, key);
      return { ...answered(answer), callAtMs: CallAtUnixSeconds * 1_000 };
    }
    case 'erase':
      return answered(await client.send('DELETE', path));
    case 'correct':
    case undefined: {
      await until(
        () => client.send<{ Data: { Analysis?: unknown; State: string } }>('GET', path),
        ({ body }) => body.Data.Analysis !== undefined || body.Data.State === 'failed',
        withinMs,
      );
      return answered(await client.send('PATCH', `${path}/corrections`, { Corrections: { Confirmed: true } }));
    }
  }
}
const answered = ({ status }: { status: number }) => ({ status, answeredMs: Date.now() });

/** A line of the file. Jobs that wait do so for an hour. */
const toRow = (waits: boolean, { phoneNumber, name }: PlannedImport['rows'][number]): string =>
  JSON.stringify({
    ContactPhoneNumber: phoneNumber,
    Metadata: { Name: name },
    Overrides: {
      Integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 0.5, TalkSeconds: 1 } },
      ...(waits ? { Constraints: waitingConstraints } : {}),
    },
  });

async function loadImport(
  { client, campaigns, allEnded }: Loading,
  planned: PlannedImport,
  at: At,
): Promise<AcceptedImport> {
  await at(planned.atMs);
  const { name, rows, waits, bulk } = planned;
  const campaign = campaigns.others;
  const file = rows.map((row) => `${toRow(waits, row)}\n`).join('');
  const uploaded = await client.upload<{ ImportID: string }>(`${campaign}/jobs/bulk`, file, name);
  if (uploaded.status !== 202)
    throw new Error(`${name} is answered ${uploaded.status}: ${JSON.stringify(uploaded.body)}`);
  const { ImportID: importId } = uploaded.body;
  type Read = { State: string; JobsByState: Record<string, number> };
  const read = async () => (await client.send<Read>('GET', `/imports/${importId}`)).body;
  const { State: state } = await until(read, ({ State }) => State !== 'running', withinMs);
  if (bulk === undefined) return { planned, importId, state };
  if (bulk === 'redial') {
    // Only jobs that have ended are called again, and all of them shall be.
    await allEnded;
    await until(
      read,
      ({ JobsByState: { created, scheduled, calling } }) => (created ?? scheduled ?? calling) === undefined,
      withinMs,
    );
  }
  return { planned, importId, state, bulk: await act(client, campaign, { name: `${name}-bulk`, bulk, importId }) };
}

async function act(
  client: PatientClient,
  campaign: string,
  { name, bulk, importId }: { name: string; bulk: string; importId: string },
): Promise<NonNullable<AcceptedImport['bulk']>> {
  const at = bulk === 'reschedule' ? { CallAtUnixSeconds: Math.ceil(Date.now() / 1_000) + 2 } : {};
  const body = { Action: bulk, Filter: { ImportID: importId }, ...at };
  const answer = await client.send<{ BulkActionID: string }>('POST', `${campaign}/bulk-actions`, body, name);
  if (answer.status !== 202) throw new Error(`${name} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { BulkActionID: id } = answer.body;
  type Read = { State: string; Matched: number; Changed: number };
  const read = async () => (await client.send<Read>('GET', `${campaign}/bulk-actions/${id}`)).body;
  const { State, Matched, Changed } = await until(read, (seen) => seen.State !== 'running', withinMs);
  return { id, State, Matched, Changed, answeredMs: Date.now() };
}
