import { toRequestInit, type RequestOptions, type Transport } from '../transport.ts';
import type { CorrectJob } from '../types.ts';

const job = '/campaigns/{campaignID}/jobs/{jobID}';

/** What concerns the analysis of a job. */
export const createJobAnalysis = ({ http, unwrap }: Transport) => ({
  /** Lets a model analyze all calls again, in the background; `AnalysisStatus` of the job says whether it is pending. */
  analyze: (campaignID: string, jobID: string, options?: RequestOptions) =>
    unwrap(http.POST(`${job}/analyze`, { params: { path: { campaignID, jobID } }, ...toRequestInit(options) })),
  /** Puts a person's values beside those of the analysis. @returns all corrections of the job */
  correct: (campaignID: string, jobID: string, body: CorrectJob, options?: Pick<RequestOptions, 'signal'>) =>
    unwrap(
      http.PATCH(`${job}/corrections`, { params: { path: { campaignID, jobID } }, body, ...toRequestInit(options) }),
    ),
});
