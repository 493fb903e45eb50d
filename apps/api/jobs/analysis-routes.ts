import { correctJobSchema, jobCorrectionsSchema } from '../../../shared/contracts/analysis.schema';
import { jobAnswerSchema } from '../../../shared/contracts/job-response.schema';
import { noBodySchema } from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { analyzeJob } from './analyze-job';
import { correctJob } from './correct-job';

const job = '/campaigns/:campaignID/jobs/:jobID';

export const jobAnalysisRoutes = [
  route({
    method: 'POST',
    path: `${job}/analyze`,
    operation: 'analyzeJob',
    doc: {
      tag: 'Jobs',
      summary: 'Analyze a job again',
      description:
        "Lets a model read all calls of the job again, in the background, by the AnalysisSchema of the campaign's current version. The former analysis stays until the new one replaces it; `AnalysisStatus` of the job says whether it is pending. A job in a call is analyzed after it.",
      responses: { 202: { description: 'The analysis is requested.', schema: jobAnswerSchema } },
      problems: ['nothing_to_analyze'],
    },
    access: 'jobs:write',
    body: noBodySchema,
    handle: analyzeJob,
  }),
  route({
    method: 'PATCH',
    path: `${job}/corrections`,
    operation: 'correctJob',
    doc: {
      tag: 'Jobs',
      summary: 'Correct the analysis of a job',
      description:
        "Stores a person's values of fields beside the machine's. Given fields are replaced, those in `Remove` lose their correction, others stay. The campaign's stats count how often the two agree.",
      responses: { 200: { description: 'The corrections of the job.', schema: jobCorrectionsSchema } },
      problems: ['nothing_to_analyze', 'corrections_changed', 'checks_too_slow'],
    },
    access: 'jobs:write',
    body: correctJobSchema,
    handle: correctJob,
  }),
];
