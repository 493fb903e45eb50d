import type { Db } from 'mongodb';
import {
  kindOf,
  webhookMessageIdOf,
  type JobStateEvent,
  type OtherEvent,
  type OutboundEvent,
} from '../../domain/webhook/event';
import { ignoreDuplicates } from './client';
import { createRecordedEvents, type EventDocument } from './recorded-events';
import { groupBulkWrites } from './group-inserts';

/** One analytics event of a job, as `GET …/jobs/:jobID?events=1` shows it. Properties hold no personal data. */
export interface JobEvent {
  ID: string;
  JobID: string;
  EventType: string;
  CreatedMS: number;
  Properties: Record<string, unknown>;
}

/** The id of the stored event, derived from what it is about: a repeated write stores it once. */
const storedIdOf = (event: OutboundEvent): string =>
  'kind' in event ? `${event.subject}/${event.kind}/${event.sequence}` : `${event.jobId}/state/${event.sequence}`;

const toDocument = (event: OutboundEvent, Properties: Record<string, unknown>): EventDocument => ({
  _id: storedIdOf(event),
  ...(event.jobId === undefined ? {} : { JobID: event.jobId }),
  OrgID: event.orgId,
  CampaignID: event.campaignId,
  MessageID: webhookMessageIdOf(event),
  EventType: kindOf(event),
  CreatedMS: event.eventTimeMs,
  ...(event.testJob ? { TestJob: true } : {}),
  Properties,
});

/**
 * Inserts a document with the database's own time, which inserts cannot do. A stored one does not match the filter, so
 * that its repeat is a duplicate and keeps its time.
 */
const toUpsert = ({ _id, ...fields }: EventDocument) => ({
  filter: { _id, RecordedAt: { $exists: false } },
  update: { $setOnInsert: fields, $currentDate: { RecordedAt: true as const } },
});

/** The events of organizations, their campaigns and jobs. Ids are derived from the event, so a repeated activity records it once. */
export function createEventsRepository(db: Db) {
  const events = db.collection<EventDocument>('job_events');
  const insert = groupBulkWrites<EventDocument>(async (documents) => {
    const operations = documents.map((document) => ({ updateOne: { ...toUpsert(document), upsert: true } }));
    await events.bulkWrite(operations, { ordered: false });
  });
  return {
    /** Records an event; one that is recorded stays as it is. */
    record: async (event: OtherEvent): Promise<void> => {
      const { filter, update } = toUpsert(toDocument(event, event.data));
      await events.updateOne(filter, update, { upsert: true }).catch(ignoreDuplicates);
    },

    /** Records transitions in one request; existing ones stay as they are. */
    recordStates: (transitions: readonly [JobStateEvent, properties: Record<string, unknown>][]): Promise<void> =>
      insert(transitions.map(([event, properties]) => toDocument(event, { State: event.state, ...properties }))).catch(
        ignoreDuplicates,
      ),

    /** Erases the properties of a job's events; state events stay, since they hold none that are personal. */
    eraseByJob: async (jobId: string): Promise<void> => {
      await events.updateMany({ JobID: jobId, EventType: { $ne: 'job_state_updated' } }, { $set: { Properties: {} } });
    },

    /** True if the job was completed at some time, also if it is erased by now. */
    wasCompleted: async (jobId: string): Promise<boolean> =>
      (await events.findOne({ JobID: jobId, 'Properties.State': 'completed' }, { projection: { _id: 1 } })) !== null,

    listByJob: async (jobId: string): Promise<JobEvent[]> =>
      (await events.find({ JobID: jobId }).sort({ CreatedMS: 1, _id: 1 }).toArray()).map(
        ({ _id, EventType, CreatedMS, Properties }) => ({ ID: _id, JobID: jobId, EventType, CreatedMS, Properties }),
      ),

    ...createRecordedEvents(events),
  };
}
export type EventsRepository = ReturnType<typeof createEventsRepository>;
