import type { RecordedEvent } from '../../../shared/adapters/mongo/recorded-events';
import type { EventStreamRequest } from '../http/deps';

type Filter = Pick<EventStreamRequest, 'orgId' | 'campaignIds' | 'jobIds' | 'kinds'>;

/** @returns a function that is true for the events of a stream */
export function createFilter({ orgId, campaignIds, jobIds, kinds }: Filter): (event: RecordedEvent) => boolean {
  const [campaigns, jobs, selected] = [toSet(campaignIds), toSet(jobIds), toSet<string>(kinds)];
  return (event) =>
    event.orgId === orgId &&
    (campaigns?.has(event.campaignId) ?? true) &&
    (jobs === undefined || (event.jobId !== undefined && jobs.has(event.jobId))) &&
    (selected?.has(event.kind) ?? true);
}

const toSet = <T>(items: readonly T[] | undefined): ReadonlySet<T> | undefined => items && new Set(items);
