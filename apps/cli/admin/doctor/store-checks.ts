import type { Mongo } from '../../../../shared/adapters/mongo/client';
import { createKeys } from '../../../../shared/adapters/mongo/keys';
import { checkSchema } from '../../../../shared/adapters/mongo/schema';
import { secretId, secretsCollection, type SecretDocument } from '../../../../shared/adapters/mongo/service-secret';
import { createWorkersRepository, lostAfterMs } from '../../../../shared/adapters/mongo/workers.repository';
import type { ApiSettings } from '../../../../shared/config/settings.schema';
import { failure, ok, reasonOf, warning, type Finding } from './finding';

/** What the server says of itself, as far as it is looked at here. */
export interface ServerFacts {
  version: string;
  /** Absent if it is no member of a replica set. */
  setName?: string;
  hosts?: readonly string[];
  passives?: readonly string[];
  arbiters?: readonly string[];
  localTime: Date;
  lastWrite?: { lastWriteDate: Date; majorityWriteDate?: Date };
}

const [skewWarningMs, skewErrorMs, majorityLagMs] = [2_000, 10_000, 10_000];
const overdueMs = 300_000;

/** When a question was asked, by this machine's clock. */
export interface Asked {
  fromMs: number;
  toMs: number;
}

/** Asks the server. */
export async function readServer(db: Mongo['db']): Promise<{ facts: ServerFacts; asked: Asked }> {
  const { version } = await db.command({ buildInfo: 1 });
  const fromMs = Date.now();
  // The former name of `hello`, which every server knows.
  const hello = await db.command({ ismaster: 1 });
  return { facts: { ...(hello as ServerFacts), version: String(version) }, asked: { fromMs, toMs: Date.now() } };
}

/**
 * The clocks of this machine and of the database's server: windows, limits and tokens compare them. The server may have looked at its clock
 * at any instant of the question, so that a slow answer is no difference.
 */
export function checkClock(serverMs: number, { fromMs, toMs }: Asked): Finding {
  const skewMs = Math.max(0, fromMs - serverMs, serverMs - toMs);
  const text = `The clocks of this machine and of MongoDB differ by ${(skewMs / 1_000).toFixed(1)} s.`;
  const remedy = 'Synchronize the clocks of all machines (NTP).';
  if (skewMs > skewErrorMs) return failure('Clock', text, remedy);
  return skewMs > skewWarningMs ? warning('Clock', text, remedy) : ok('Clock', text);
}

/** Whether what was acknowledged outlives the loss of a member. */
export function checkReplicaSet({ setName, hosts, passives, arbiters, lastWrite, version }: ServerFacts): Finding[] {
  const [major = 0] = version.split('.').map(Number);
  const ofVersion =
    major < 5
      ? failure('MongoDB version', `It is ${version}.`, 'Use MongoDB 5 or newer.')
      : ok('MongoDB version', `It is ${version}.`);
  if (setName === undefined)
    return [
      ofVersion,
      failure(
        'Replica set',
        'The server is no member of a replica set: a lost server loses acknowledged calls, and phones may ring again.',
        'Use a replica set of three members: docs/deployment.md.',
      ),
    ];
  const members = (hosts?.length ?? 0) + (passives?.length ?? 0);
  const findings = [ofVersion];
  if ((arbiters?.length ?? 0) > 0)
    findings.push(
      warning(
        'Replica set',
        `${setName} has an arbiter: the loss of one member stops all writes.`,
        'Replace the arbiter by a member that holds data.',
      ),
    );
  else if (members < 3)
    findings.push(
      warning(
        'Replica set',
        `${setName} has ${members === 1 ? 'one member' : `${members} members`}: it cannot lose one.`,
        'Use three members that hold data.',
      ),
    );
  else findings.push(ok('Replica set', `${setName} has ${members} members.`));
  if (lastWrite?.majorityWriteDate !== undefined) findings.push(checkMajority(lastWrite, lastWrite.majorityWriteDate));
  return findings;
}

function checkMajority({ lastWriteDate }: { lastWriteDate: Date }, majorityWriteDate: Date): Finding {
  const lagMs = lastWriteDate.getTime() - majorityWriteDate.getTime();
  return lagMs > majorityLagMs
    ? failure(
        'Write concern',
        `The majority is ${Math.round(lagMs / 1_000)} s behind the primary: every write waits.`,
        'Look for a member that is down or slow: rs.status().',
      )
    : ok('Write concern', 'The majority confirms writes.');
}

/** The indexes of this version. */
export async function checkIndexes(db: Mongo['db']): Promise<Finding> {
  const { state, missing } = await checkSchema(db);
  if (state === 'current') return ok('Indexes', 'They are those of this version.');
  if (state === 'newer') return ok('Indexes', 'A later version has migrated; this one works with it.');
  const shown = missing.slice(0, 5).join(', ');
  return failure(
    'Indexes',
    missing.length === 0 ? 'The database was never migrated.' : `${missing.length} are missing: ${shown}.`,
    'Run outdial admin setup, or outdial admin migrate.',
  );
}

/** Whether the master key is that of the database. It writes nothing: an absent secret stays absent. */
export async function checkMasterKey(db: Mongo['db'], settings: ApiSettings): Promise<Finding> {
  const stored = await db.collection<SecretDocument>(secretsCollection).findOne({ _id: secretId });
  if (stored === null)
    return warning('Master key', 'The database has no secret yet.', 'Run outdial admin setup, or start a process.');
  try {
    await createKeys(db, settings).wrapper.unwrap(stored.Key, secretId);
    return ok('Master key', 'It opens the secret of the database.');
  } catch (error) {
    return failure(
      'Master key',
      `It does not open the secret of the database (${reasonOf(error)}).`,
      'Set OUTDIAL_MASTER_KEY to the key of this database, or add that to OUTDIAL_PREVIOUS_MASTER_KEYS.',
    );
  }
}

/** Whether something waits for the sweeper longer than it should. */
export async function checkOverdue(db: Mongo['db'], nowMs: number): Promise<Finding> {
  const oldest = await db
    .collection<{ DueMS?: number }>('jobs')
    .find({ DueMS: { $lt: nowMs } }, { projection: { DueMS: 1 } })
    .sort({ DueMS: 1 })
    .limit(1)
    .next();
  const lateMs = oldest?.DueMS === undefined ? 0 : nowMs - oldest.DueMS;
  return lateMs > overdueMs
    ? warning(
        'Overdue work',
        `The most overdue job has waited for ${Math.round(lateMs / 60_000)} minutes.`,
        'docs/runbook.md, "A backlog of overdue work".',
      )
    : ok('Overdue work', 'No job is overdue by more than five minutes.');
}

/** The worker processes, as they report themselves. */
export async function checkWorkers(db: Mongo['db'], nowMs: number): Promise<Finding> {
  const workers = await createWorkersRepository(db).list();
  const alive = workers.filter(({ BeatMS, Draining }) => nowMs - BeatMS < lostAfterMs && !Draining);
  const lost = workers.filter(({ BeatMS }) => nowMs - BeatMS >= lostAfterMs);
  const unserved = ['jobs', 'calls', 'webhooks', 'erasures'].filter(
    (queue) => !alive.some(({ Queues }) => Queues.includes(queue)),
  );
  if (unserved.length > 0)
    return failure('Workers', `No worker serves ${unserved.join(', ')}.`, 'Start workers with these WORKER_QUEUES.');
  const text = `${alive.length} serve all queues.`;
  return lost.length > 0
    ? warning('Workers', `${text} ${lost.length} were lost.`, 'docs/runbook.md, "A worker was lost".')
    : ok('Workers', text);
}
