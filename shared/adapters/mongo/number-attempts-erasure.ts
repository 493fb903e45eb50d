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
  expiryOf,
  limitOrigins,
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
    const isOfJob = createOwnership(job.ID, made);
    const windows = listWindows(job, document.NumberHash, { made, limits, nowMs });
    const stored = await attempts.find({ _id: { $in: windows.map(({ id }) => id) } }).toArray();
    const named = stored.some(({ Entries }) => Entries.some((entry) => isOfJob(entry.CallID)));
    if (named || windows.some(({ counted }) => counted.length > 0)) {
      const salt = await ensureSalt(jobs, job.ID);
      if (salt === undefined) return;
      const rename = (id: string): string => anonymousCallId(salt, id);
      for (const window of windows) await replaceEntries(attempts, window, { isOfJob, rename });
    }
    await jobs.updateOne({ _id: job.ID }, { $unset: { NumberHash: '', AttemptSalt: '' } });
  };
  return { eraseJob };
}

/** A limit's document, and the calls of the job that count in it. */
interface AttemptWindow {
  id: string;
  /** The limit's duration; absent if there is no such limit now. */
  durationMs: number | undefined;
  counted: readonly Attempt[];
}

/** The documents that may hold the job's calls: of its organization, of its campaign and of the policy. */
function listWindows(
  { OrgID: orgId, CampaignID: campaignId }: Pick<Job, 'OrgID' | 'CampaignID'>,
  numberHash: string,
  { made, limits, nowMs }: { made: readonly Attempt[]; limits: readonly NumberLimit[]; nowMs: number },
): AttemptWindow[] {
  return limitOrigins.map((origin) => {
    const limit = limits.find((one) => one.origin === origin);
    const fromMs = limit === undefined ? Infinity : nowMs - limit.durationMs - clockSlackMs;
    const id = attemptsDocumentId(origin, { orgId, campaignId }, numberHash);
    return { id, durationMs: limit?.durationMs, counted: made.filter(({ atMs }) => atMs > fromMs) };
  });
}

function createOwnership(jobId: string, made: readonly Attempt[]): Anonymizer['isOfJob'] {
  const ids = new Set(made.map((attempt) => attempt.callId));
  // A worker that died between reserving and dialing left an entry without a call.
  const prefix = callId(jobId, 0).slice(0, -1);
  return (id) => ids.has(id) || id.startsWith(prefix);
}

/**
 * A repeat must use the same salt, so the job holds it until the hash is removed.
 * @returns `undefined` when another run has removed the hash
 */
async function ensureSalt(jobs: Collection<JobDocument>, jobId: string): Promise<string | undefined> {
  const unsalted = { _id: jobId, NumberHash: { $exists: true }, AttemptSalt: { $exists: false } };
  await jobs.updateOne(unsalted, { $set: { AttemptSalt: randomUUID() } });
  return (await jobs.findOne({ _id: jobId }, { projection: { AttemptSalt: 1 } }))?.AttemptSalt;
}

/** Renames the job's entries, and adds those of its calls that have none: calls from before the limit was set. */
async function replaceEntries(
  attempts: Collection<AttemptsDocument>,
  { id, durationMs, counted }: AttemptWindow,
  anonymizer: Anonymizer,
): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const document = await attempts.findOne({ _id: id });
    const before = document?.Entries ?? [];
    const entries = anonymize(before, counted, anonymizer);
    if (entries.length === before.length && entries.every((entry, index) => entry === before[index])) return;
    // An entry may be rounded to a later instant, and none counts for a shorter time than before.
    const ExpiresMS =
      durationMs === undefined ? undefined : Math.max(document?.ExpiresMS ?? 0, expiryOf(entries, durationMs));
    if (await writeEntries(attempts, { id, document }, entries, ExpiresMS)) return;
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
