import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { Job } from '../../../shared/domain/job/job';
import { toRfc3339 } from '../http/rfc3339';

/** The corrections of a job as the API shows them; `undefined` if it has none. */
export function toCorrectionsBody({ Corrections }: Pick<Job, 'Corrections'>): JobBody['Data']['Corrections'] {
  const corrections = Object.entries(Corrections ?? {});
  if (corrections.length === 0) return undefined;
  return Object.fromEntries(
    corrections.map(([name, { Value, KeyID, AtMS }]) => [name, { Value, By: KeyID, At: toRfc3339(AtMS) }]),
  );
}

/** What is left to do for a model, or was given up; `undefined` if neither. */
export function toAnalysisStatus({ AnalysisRequest }: Pick<Job, 'AnalysisRequest'>): JobBody['Data']['AnalysisStatus'] {
  if (AnalysisRequest === undefined) return undefined;
  const { AtMS, Attempts, Failure, Abandoned } = AnalysisRequest;
  return { Pending: Abandoned !== true, RequestedAt: toRfc3339(AtMS), Attempts, Failure };
}
