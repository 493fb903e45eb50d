/** Every state a job can be in, in the order of its life. Types, `z.enum`, documentation and tests derive from here. */
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

/** The only moves there are. A job moves by compare-and-set along one of these, or not at all. */
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

/** States in which a workflow carries the job on. */
export const runningJobStates = ['created', 'scheduled', 'calling', 'analyzing'] as const satisfies readonly JobState[];
export type RunningJobState = (typeof runningJobStates)[number];

/** States that GET, lists and filters show: `analyzing` exists for webhooks only and reads as `calling`. */
export const readableJobStates = jobStates.filter((state) => state !== 'analyzing');

export const isRunning = (state: JobState): state is RunningJobState =>
  (runningJobStates as readonly JobState[]).includes(state);

/** True while the job has yet to be planned, or waits for its next call. */
export const isWaiting = (state: JobState): boolean => state === 'created' || state === 'scheduled';

/** True from the moment that the erasure of the job's personal data has begun. */
export const isErasing = (state: JobState): boolean => state === 'deleting' || state === 'deleted';

/** True for the states that a job ends in by itself. */
export const hasEnded = (state: JobState): boolean => !isRunning(state) && !isErasing(state);

export const canTransition = (from: JobState, to: JobState): boolean =>
  (jobTransitions[from] as readonly JobState[]).includes(to);

/** The state as the API shows it. */
export const readableState = (state: JobState): Exclude<JobState, 'analyzing'> =>
  state === 'analyzing' ? 'calling' : state;

/** The states that are shown as one of these. */
export const storedStates = (shown: readonly JobState[]): JobState[] =>
  jobStates.filter((state) => shown.includes(readableState(state)));
