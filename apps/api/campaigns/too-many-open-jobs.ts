import { ProblemError } from '../http/problem';

/** The organization has as many open jobs as its policy allows. @param max the limit */
export const tooManyOpenJobs = (max: number): ProblemError =>
  new ProblemError('too_many_open_jobs', {
    detail: `The operator of this service allows the organization ${max} jobs that have not ended. Cancel some, or wait until some end.`,
  });
