import { condition, continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { BulkActionState } from '../shared/domain/bulk/bulk-action';
import { wakeBulkActionSignal, type BulkActionInput } from '../shared/messages/bulk-action.messages';
import { bulkActionActivities } from './activity-proxies';

/**
 * Carries out a bulk action, one activity after another. The action's document holds the cursor, the results and the
 * requests. The workflow only makes sure that a worker continues, also after another one was lost.
 */
export async function bulkActionWorkflow(input: BulkActionInput): Promise<BulkActionState | 'gone'> {
  let revision = 0;
  setHandler(
    wakeBulkActionSignal,
    () => {
      revision++;
    },
    { description: 'Read the bulk action’s document again.' },
  );
  for (;;) {
    const handledRevision = revision;
    const { state, done, matched, pauseMs } = await bulkActionActivities.processBulkAction(input.bulkActionId);
    setCurrentDetails(`**${state}**, ${done} of ${matched} jobs done`);
    if (state !== 'running') return state;
    if (pauseMs > 0) await condition(() => revision !== handledRevision, pauseMs);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof bulkActionWorkflow>(input);
  }
}
