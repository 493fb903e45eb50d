import { findValueProblems } from '../../../shared/adapters/analysis/schema/compile';
import { countReview } from '../../../shared/application/count-review';
import type { CorrectJob, JobCorrectionsBody } from '../../../shared/contracts/analysis.schema';
import { readsPersonalData } from '../../../shared/domain/access/scope';
import type { Correction } from '../../../shared/domain/job/analysis';
import type { Job } from '../../../shared/domain/job/job';
import { entitiesToRedact } from '../../../shared/domain/job/redaction';
import { isErasing } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { createCheckTime } from './check-time';
import { findJob, jobKeyOf, type JobParameter } from './find-job';
import { maskCorrections } from './mask-job';
import { toCorrectionsBody } from './present-analysis';

/** Of all requests to this process. */
const checkTime = createCheckTime();

const maxTries = 5;
/** All corrections of a job, as JSON. */
const maxCharacters = 256 * 1024;

type CorrectRequest = ApiRequest<JobParameter, CorrectJob>;

/** Stores what a person puts in the place of the analysis, and counts where the two agree. */
export async function correctJob(request: CorrectRequest, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  const { Corrections: given = {}, Remove = [] } = request.body;
  const found = await findCorrectable(request, deps);
  await checkValues(found, given, deps);
  const target = { CampaignID: found.CampaignID, JobID: found.ID };
  const Details = { Fields: [...Object.keys(given), ...Remove].map((name) => name.slice(0, 200)) };
  await audit(request, { Action: 'job.corrected', ...target, Details }, deps);
  const values = await redact(found, given, deps);
  let job = found;
  for (let tries = 0; tries < maxTries; tries++) {
    const corrections = merge(job, values, { Remove, KeyID: request.keyId, AtMS: deps.nowMs() });
    const stored = await deps.store.jobAnalyses.correct(key, job, corrections, deps.nowMs());
    if (stored !== undefined) {
      await count(stored, deps);
      return { status: 200, body: { JobID: stored.ID, Corrections: presentFor(request, stored) } };
    }
    job = await findCorrectable(request, deps);
  }
  throw new ProblemError('corrections_changed', {
    detail: 'Other requests changed the corrections. Repeat the request.',
  });
}

/** All corrections, also those of other keys: a key that may not read personal data does not see the values. */
function presentFor({ scopes }: CorrectRequest, job: Job): JobCorrectionsBody['Corrections'] {
  const corrections = toCorrectionsBody(job) ?? {};
  return readsPersonalData(scopes) ? corrections : maskCorrections(corrections);
}

async function findCorrectable(request: CorrectRequest, deps: ApiDeps): Promise<Job> {
  const job = await findJob(jobKeyOf(request), deps);
  if (isErasing(job.State) || job.DeletionRequestedMS !== undefined)
    throw new ProblemError('nothing_to_analyze', { detail: 'The job is erased.' });
  return job;
}

/** Values must fit the schema that the analysis was made by, or would be made by. */
async function checkValues(job: Job, given: Record<string, unknown>, { store }: ApiDeps): Promise<void> {
  const version = job.Analysis?.Source?.SchemaVersion ?? job.CampaignVersion ?? undefined;
  const campaign = await store.campaigns.findConfig(job.CampaignID, version);
  const found = checkTime.run(job.OrgID, () => findValueProblems(campaign?.config.AnalysisSchema, given));
  const problems = found.map(({ pointer, detail }) => ({ pointer: `/Corrections${pointer}`, detail }));
  if (problems.length > 0) throw invalidBody(problems);
}

/** What the job must not store of its calls is not stored by a person either. */
async function redact(
  job: Job,
  given: Record<string, unknown>,
  { store, redactor, turns, nowMs }: ApiDeps,
): Promise<Record<string, unknown>> {
  const { overrides } = await store.jobContexts.load(job, nowMs());
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  const rules = redactor.forContact(contact, entitiesToRedact(overrides, job.TestJob));
  return turns.run(job.OrgID, (pace) => rules.redactJsonPaced(given, pace));
}

function merge(
  { Corrections = {} }: Job,
  values: Record<string, unknown>,
  { Remove, KeyID, AtMS }: { Remove: readonly string[]; KeyID: string; AtMS: number },
): Record<string, Correction> {
  const kept = Object.entries(Corrections).filter(([name]) => !Remove.includes(name));
  const added = Object.entries(values).map(([name, Value]) => [name, { Value, KeyID, AtMS }] as const);
  const merged = Object.fromEntries([...kept, ...added]);
  if (JSON.stringify(merged).length <= maxCharacters) return merged;
  throw invalidBody([
    { pointer: '/Corrections', detail: `The corrections of a job have at most ${maxCharacters / 1024} kB of JSON.` },
  ]);
}

/** A count that fails here is made by a worker. */
async function count({ ID }: Job, { store, logger, nowMs }: ApiDeps): Promise<void> {
  try {
    await countReview(store, ID, nowMs());
  } catch (error) {
    logger.warn({ jobId: ID, err: error }, 'corrections.count_deferred');
  }
}
