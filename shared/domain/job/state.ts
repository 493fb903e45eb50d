/**
 * Every state of a job, in the order of its life. Types, `z.enum`, the documentation and the tests derive from this
 * list.
 */
export const jobStates = [
  'created',
  'scheduled',
  'calling',
  'analyzing',
  'completed',
  'failed',
  'canceled',
  'deleting',
  'deleted',
] as const;
export type JobState = (typeof jobStates)[number];

/** The complete table of transitions. A job changes state by compare-and-set along one of these, or not at all. */
export const jobTransitions = {
  created: ['scheduled', 'failed', 'canceled', 'deleting'],
  scheduled: ['calling', 'failed', 'canceled', 'deleting'],
  calling: ['analyzing', 'failed', 'canceled', 'deleting'],
  analyzing: ['scheduled', 'completed', 'failed', 'canceled', 'deleting'],
  completed: ['deleting'],
  failed: ['deleting'],
  canceled: ['deleting'],
  deleting: ['deleted'],
  deleted: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** States in which a workflow runs the job. */
export const runningJobStates = ['created', 'scheduled', 'calling', 'analyzing'] as const satisfies readonly JobState[];
export type RunningJobState = (typeof runningJobStates)[number];

/** States in which the job is about to be planned, or waits for its next call. */
export const waitingJobStates = ['created', 'scheduled'] as const satisfies readonly JobState[];

/** States in which the job has ended and its personal data is still stored. */
export const endedJobStates = ['completed', 'failed', 'canceled'] as const satisfies readonly JobState[];

/** States from which a job can be erased. */
export const erasableJobStates = [...runningJobStates, ...endedJobStates] as const satisfies readonly JobState[];

/** The states in which each action on a job is allowed. */
export const jobActions = {
  cancel: runningJobStates,
  reschedule: waitingJobStates,
  update: runningJobStates,
  delete: jobStates,
} as const satisfies Record<string, readonly JobState[]>;
export type JobAction = keyof typeof jobActions;

/** States that GET, lists and filters show: only webhooks show `analyzing`, which reads as `calling` elsewhere. */
export const readableJobStates = jobStates.filter((state) => state !== 'analyzing');

const includes = (states: readonly JobState[], state: JobState): boolean => states.includes(state);

export const isActionAllowed = (action: JobAction, state: JobState): boolean => includes(jobActions[action], state);

export const isRunning = (state: JobState): state is RunningJobState => includes(runningJobStates, state);

export const isWaiting = (state: JobState): boolean => includes(waitingJobStates, state);

/** True once the erasure of the job's personal data has started. */
export const isErasing = (state: JobState): boolean => state === 'deleting' || state === 'deleted';

/** True for the states in which a job ends before any erasure. */
export const hasEnded = (state: JobState): boolean => !isRunning(state) && !isErasing(state);

/** True once a cancellation or an erasure was requested. Ending the job takes precedence over its plan. */
export const isEnding = (job: {
  CancelRequestedMS?: number | undefined;
  DeletionRequestedMS?: number | undefined;
}): boolean => job.CancelRequestedMS !== undefined || job.DeletionRequestedMS !== undefined;

export const canTransition = (from: JobState, to: JobState): boolean => includes(jobTransitions[from], to);

/** The state that the API shows. */
export const readableState = (state: JobState): Exclude<JobState, 'analyzing'> =>
  state === 'analyzing' ? 'calling' : state;

/** The stored states that the API shows as one of the given states. */
export const storedStates = (shown: readonly JobState[]): JobState[] =>
  jobStates.filter((state) => shown.includes(readableState(state)));
