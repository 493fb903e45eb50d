import { isActionAllowed, type JobState } from '../../../shared/domain/job/state';
import { ProblemError } from '../http/problem';

export const jobNotRunning = (state: JobState): ProblemError =>
  new ProblemError('job_not_running', {
    // A running job is rejected only if another request is already ending it.
    detail: isActionAllowed('cancel', state) ? 'The job is being canceled.' : `The job is ${state}.`,
  });
