import type { Collection, Filter } from 'mongodb';
import type { WebhookEventType } from '../../domain/webhook/event';

/** An event as the database holds it. Events of earlier versions lack what streams need, and are not streamed. */
export interface EventDocument {
  _id: string;
  /** Absent for the events of imports and of campaigns. */
  JobID?: string;
  OrgID?: string;
  CampaignID?: string;
  /** The id of the event for receivers. */
  MessageID?: string;
  EventType: WebhookEventType;
  /** When it happened. */
  CreatedMS: number;
  TestJob?: true;
  Properties: Record<string, unknown>;
  /**
   * When it was stored, by the clock of the database, which all writers share. A date, because the database sets it: the
   * only exception to instants in unix milliseconds.
   */
  RecordedAt?: Date;
}

/** A place in the order in which an organization's events were recorded. */
export interface RecordedPlace {
  recordedMs: number;
  /** The stored id; absent for the start of the millisecond. */
  id?: string;
}

/** An event with its place. */
export interface RecordedEvent extends Required<RecordedPlace> {
  messageId: string;
  kind: WebhookEventType;
  orgId: string;
  campaignId: string;
  jobId: string | undefined;
  eventTimeMs: number;
  testJob: boolean;
  data: Record<string, unknown>;
}

type Stored = Required<Pick<EventDocument, 'OrgID' | 'CampaignID' | 'MessageID' | 'RecordedAt'>> & EventDocument;

const toRecordedEvent = (document: Stored): RecordedEvent => ({
  id: document._id,
  recordedMs: document.RecordedAt.getTime(),
  messageId: document.MessageID,
  kind: document.EventType,
  orgId: document.OrgID,
  campaignId: document.CampaignID,
  jobId: document.JobID,
  eventTimeMs: document.CreatedMS,
  testJob: document.TestJob === true,
  data: document.Properties,
});

/** Documents behind a place. */
function behind({ recordedMs, id }: RecordedPlace): Filter<EventDocument> {
  const at = new Date(recordedMs);
  if (id === undefined) return { RecordedAt: { $gte: at } };
  return { RecordedAt: { $gte: at }, $or: [{ RecordedAt: { $gt: at } }, { _id: { $gt: id } }] };
}

/** Reads an organization's events in the order in which they were recorded. */
export const createRecordedEvents = (events: Collection<EventDocument>) => ({
  /** The events behind a place, oldest first. */
  listRecorded: async (orgId: string, after: RecordedPlace, limit: number): Promise<RecordedEvent[]> => {
    const found = events.find({ OrgID: orgId, ...behind(after) }).sort({ RecordedAt: 1, _id: 1 });
    return ((await found.limit(limit).toArray()) as Stored[]).map(toRecordedEvent);
  },

  /** The latest events, newest first. */
  listLatest: async (orgId: string, limit: number): Promise<RecordedEvent[]> => {
    const found = events.find({ OrgID: orgId, RecordedAt: { $gte: new Date(0) } }).sort({ RecordedAt: -1, _id: -1 });
    return ((await found.limit(limit).toArray()) as Stored[]).map(toRecordedEvent);
  },
});
export type RecordedEvents = ReturnType<typeof createRecordedEvents>;
