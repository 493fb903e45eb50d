import {
  canTransition,
  isRunning,
  jobStates,
  jobTransitions,
  readableJobStates,
  readableState,
  runningJobStates,
  type JobState,
} from '../../../../shared/domain/job/state';

/** Every state that can come after one, however many moves later. */
function after(state: JobState): Set<JobState> {
  const found = new Set<JobState>();
  const visit = (from: JobState): void => {
    for (const to of jobTransitions[from]) {
      if (found.has(to)) continue;
      found.add(to);
      visit(to);
    }
  };
  visit(state);
  return found;
}

describe('the states of a job', () => {
  it('lets every running job be canceled and every job be erased', () => {
    for (const state of runningJobStates) expect(canTransition(state, 'canceled')).toBe(true);
    for (const state of jobStates.filter((one) => one !== 'deleted')) expect(after(state).has('deleted')).toBe(true);
  });

  it('never lets an ended job run again', () => {
    for (const state of jobStates.filter((one) => !isRunning(one))) {
      expect([...after(state)].filter(isRunning)).toEqual([]);
    }
  });

  it('lets a job ring only from where it waits', () => {
    expect(jobStates.filter((state) => canTransition(state, 'calling'))).toEqual(['scheduled']);
  });

  it('shows a job that is analyzed as one that is called', () => {
    expect(readableState('analyzing')).toBe('calling');
    expect(readableJobStates).not.toContain('analyzing');
    for (const state of readableJobStates) expect(readableState(state)).toBe(state);
  });
});
