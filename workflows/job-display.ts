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
  setCurrentDetails(
    `**${view.state}**${view.nextCall ? `, next call ${view.nextCall.label}` : ''}, ${view.attempts} attempts started`,
  );
}
