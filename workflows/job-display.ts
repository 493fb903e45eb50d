import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { JobView } from '../shared/domain/job/job';
import { searchAttributes } from '../shared/messages/search-attributes';

/**
 * Updates what operators see: search attributes to filter by, and the current details in Temporal's UI. Upserts only
 * changes.
 */
export function updateDisplay(view: JobView): void {
  const { typedSearchAttributes: shown } = workflowInfo();
  const next = view.nextCall === undefined ? null : new Date(view.nextCall.atMs);
  const changes = [
    ...(shown.get(searchAttributes.JobState) === view.state
      ? []
      : [{ key: searchAttributes.JobState, value: view.state }]),
    ...(shown.get(searchAttributes.NextCallAt)?.getTime() === next?.getTime()
      ? []
      : [{ key: searchAttributes.NextCallAt, value: next }]),
  ];
  if (changes.length > 0) upsertSearchAttributes(changes);
  setCurrentDetails(`**${view.state}**: ${describe(view)}`);
}

function describe({ state, nextCall, attempts, maxAttempts = 0 }: JobView): string {
  if (state === 'calling' || state === 'analyzing') return describeAttempt(Math.max(1, attempts), maxAttempts);
  const made = `${attempts === 0 ? 'no' : attempts} ${attempts === 1 ? 'attempt' : 'attempts'} so far`;
  if (nextCall === undefined) return made;
  const wait = nextCall.label === 'now' ? 'the next call is due' : `waits ${nextCall.label}`;
  return `${wait}, ${made}${maxAttempts > 0 ? `, ${maxAttempts} at most` : ''}`;
}

/** `attempt 2 of 5`, or `attempt 2` without a limit. */
export const describeAttempt = (attempt: number, maxAttempts = 0): string =>
  `attempt ${attempt}${maxAttempts > 0 ? ` of ${Math.max(attempt, maxAttempts)}` : ''}`;
