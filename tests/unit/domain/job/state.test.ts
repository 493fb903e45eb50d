import {
  canTransition,
  isActionAllowed,
  isEnding,
  isRunning,
  isWaiting,
  jobStates,
  jobTransitions,
  readableJobStates,
  readableState,
  runningJobStates,
  type JobState,
} from '../../../../shared/domain/job/state';

/** Every state that is reachable from one, after any number of transitions. */
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

  it('allows an action exactly where a transition or a plan makes it possible', () => {
    for (const state of jobStates) {
      expect([state, isActionAllowed('cancel', state)]).toEqual([state, canTransition(state, 'canceled')]);
      expect([state, isActionAllowed('update', state)]).toEqual([state, isRunning(state)]);
      expect([state, isActionAllowed('reschedule', state)]).toEqual([state, isWaiting(state)]);
      expect([state, isActionAllowed('delete', state)]).toEqual([state, true]);
    }
  });

  it('is ending once a cancellation or an erasure was requested', () => {
    expect([{}, { CancelRequestedMS: 1 }, { DeletionRequestedMS: 0 }].map(isEnding)).toEqual([false, true, true]);
  });

  it('never lets an ended job run again', () => {
    for (const state of jobStates.filter((one) => !isRunning(one))) {
      expect([...after(state)].filter(isRunning)).toEqual([]);
    }
  });

  it('lets a job call only from `scheduled`', () => {
    expect(jobStates.filter((state) => canTransition(state, 'calling'))).toEqual(['scheduled']);
  });

  it('shows `analyzing` as `calling`', () => {
    expect(readableState('analyzing')).toBe('calling');
    expect(readableJobStates).not.toContain('analyzing');
    for (const state of readableJobStates) expect(readableState(state)).toBe(state);
  });
});
