import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { callId } from '../../domain/call/call-record';
import type { Job } from '../../domain/job/job';
import type { NumberLimit } from '../../domain/planning/number-limits';
import type { CallDocument } from './calls.repository';
import type { JobDocument } from './jobs/document';
import {
  anonymousCallId,
  attemptsDocumentId,
  clockSlackMs,
  maxRounds,
  writeEntries,
  type AttemptEntry,
  type AttemptsDocument,
} from './number-attempts.document';

/** A call of the job that is erased. */
interface Attempt {
  callId: string;
  atMs: number;
}
interface Anonymizer {
  isOfJob: (callId: string) => boolean;
  rename: (callId: string) => string;
}

const minuteMs = 60_000;
/** A call keeps its times, which must not lead from an attempt back to it. */
const roundUpMs = (atMs: number): number => Math.ceil(atMs / minuteMs) * minuteMs;

/** Erases what links a number to a job: the number's hash in the job, and the job's calls in the number's attempts. */
export function createAttemptErasure(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const attempts = db.collection<AttemptsDocument>('number_attempts');
  const calls = db.collection<CallDocument>('calls');

  const listAttempts = async (jobId: string): Promise<Attempt[]> => {
    const found = await calls.find({ JobID: jobId }, { projection: { DialedMS: 1, CreatedMS: 1 } }).toArray();
    return found.map((call) => ({ callId: call._id, atMs: call.DialedMS ?? call.CreatedMS }));
  };

  /**
   * Removes the hash of the number from the job. Its attempts keep counting toward the given limits, under names that
   * lead back to no call, rounded up to the minute. Repeating it, after a crash at any point, counts no attempt twice.
   * @param limits the limits on the job's number that apply now
   */
  const eraseJob = async (
    job: Pick<Job, 'ID' | 'OrgID' | 'CampaignID'>,
    limits: readonly NumberLimit[],
    nowMs: number,
  ): Promise<void> => {
    const document = await jobs.findOne({ _id: job.ID }, { projection: { NumberHash: 1 } });
    if (document?.NumberHash === undefined) return;
    const made = await listAttempts(job.ID);
    const anonymizer = await createAnonymizer(jobs, job.ID, made);
    const scopes = { organization: job.OrgID, campaign: job.CampaignID } as const;
    for (const origin of ['organization', 'campaign'] as const) {
      const limit = limits.find((one) => one.origin === origin);
      const fromMs = limit && nowMs - limit.durationMs - clockSlackMs;
      const counted = fromMs === undefined ? [] : made.filter(({ atMs }) => atMs > fromMs);
      await replaceEntries(attempts, attemptsDocumentId(scopes[origin], document.NumberHash), counted, anonymizer);
    }
    await jobs.updateOne({ _id: job.ID }, { $unset: { NumberHash: '', AttemptSalt: '' } });
  };
  return { eraseJob };
}

/** A repeat must use the same salt, so the job holds it until the hash is removed. */
async function createAnonymizer(
  jobs: Collection<JobDocument>,
  jobId: string,
  made: readonly Attempt[],
): Promise<Anonymizer> {
  const missing = { _id: jobId, AttemptSalt: { $exists: false } };
  await jobs.updateOne(missing, { $set: { AttemptSalt: randomUUID() } });
  const salt = (await jobs.findOne({ _id: jobId }, { projection: { AttemptSalt: 1 } }))?.AttemptSalt ?? randomUUID();
  const ids = new Set(made.map((attempt) => attempt.callId));
  // A worker that died between reserving and dialing left an entry without a call.
  const prefix = callId(jobId, 0).slice(0, -1);
  return {
    isOfJob: (id) => ids.has(id) || id.startsWith(prefix),
    rename: (id) => anonymousCallId(salt, id),
  };
}

/** Renames the job's entries, and adds those of its calls that have none: calls from before the limit was set. */
async function replaceEntries(
  attempts: Collection<AttemptsDocument>,
  id: string,
  counted: readonly Attempt[],
  anonymizer: Anonymizer,
): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const document = await attempts.findOne({ _id: id });
    const before = document?.Entries ?? [];
    const entries = anonymize(before, counted, anonymizer);
    if (entries.length === before.length && entries.every((entry, index) => entry === before[index])) return;
    if (await writeEntries(attempts, { id, document }, entries)) return;
  }
  throw new Error('The attempts to this number are contended.');
}

function anonymize(
  entries: readonly AttemptEntry[],
  counted: readonly Attempt[],
  { isOfJob, rename }: Anonymizer,
): AttemptEntry[] {
  const toEntry = (id: string, atMs: number): AttemptEntry => ({
    CallID: rename(id),
    AtMS: roundUpMs(atMs),
    Token: '',
  });
  const renamed = entries.map((entry) => (isOfJob(entry.CallID) ? toEntry(entry.CallID, entry.AtMS) : entry));
  const known = new Set(renamed.map((entry) => entry.CallID));
  const added = counted.map((attempt) => toEntry(attempt.callId, attempt.atMs));
  return [...renamed, ...added.filter((entry) => !known.has(entry.CallID))];
}
