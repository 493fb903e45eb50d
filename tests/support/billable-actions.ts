import type { temporal } from '@temporalio/proto';

type Event = temporal.api.history.v1.IHistoryEvent;

/**
 * Counts what Temporal Cloud bills of a history: the start, each signal, update, timer and search attribute update, each try of an
 * activity, and one for all markers of a workflow task. Source: https://docs.temporal.io/cloud/actions
 */
export function countBillableActions(events: readonly Event[]): number {
  const markedTasks = new Set<string>();
  let actions = 0;
  for (const event of events) {
    const { markerRecordedEventAttributes: marker, activityTaskStartedEventAttributes: started } = event;
    if (marker) markedTasks.add(String(marker.workflowTaskCompletedEventId));
    if (started) actions += started.attempt ?? 1;
    if (event.workflowExecutionStartedEventAttributes ?? event.workflowExecutionSignaledEventAttributes) actions++;
    if (event.workflowExecutionUpdateAcceptedEventAttributes) actions++;
    if (event.timerStartedEventAttributes ?? event.upsertWorkflowSearchAttributesEventAttributes) actions++;
  }
  return actions + markedTasks.size;
}
