import type { Db } from 'mongodb';
import type { JobStateEvent } from '../../domain/webhook/event';
import { ignoreDuplicates } from './client';
import { groupInserts } from './group-inserts';

/** One analytics event of a job, as `GET …/jobs/:jobID?events=1` shows it. Properties hold no personal data. */
export interface JobEvent {
  ID: string;
  JobID: string;
  EventType: string;
  CreatedMS: number;
  Properties: Record<string, unknown>;
}
type EventDocument = Omit<JobEvent, 'ID'> & { _id: string };

const toStateDocument = ([event, properties]: readonly [JobStateEvent, Record<string, unknown>]): EventDocument => ({
  _id: `${event.jobId}/state/${event.sequence}`,
  JobID: event.jobId,
  EventType: 'job_state_updated',
  CreatedMS: event.eventTimeMs,
  Properties: { State: event.state, ...properties },
});

/** The events of each job, in order. Ids are derived from the event, so a repeated activity records it once. */
export function createEventsRepository(db: Db) {
  const events = db.collection<EventDocument>('job_events');
  const insert = groupInserts(events);
  return {
    record: async ({ ID, ...event }: JobEvent): Promise<void> => {
      await events.updateOne({ _id: ID }, { $setOnInsert: event }, { upsert: true });
    },

    /** Records transitions in one request; existing ones stay as they are. */
    recordStates: (transitions: readonly [JobStateEvent, properties: Record<string, unknown>][]): Promise<void> =>
      insert(transitions.map(toStateDocument)).catch(ignoreDuplicates),

    /** Erases the properties of a job's events; state events stay, since they hold none that are personal. */
    eraseByJob: async (jobId: string): Promise<void> => {
      await events.updateMany({ JobID: jobId, EventType: { $ne: 'job_state_updated' } }, { $set: { Properties: {} } });
    },

    /** True if the job was completed at some time, also if it is erased by now. */
    wasCompleted: async (jobId: string): Promise<boolean> =>
      (await events.findOne({ JobID: jobId, 'Properties.State': 'completed' }, { projection: { _id: 1 } })) !== null,

    listByJob: async (jobId: string): Promise<JobEvent[]> =>
      (await events.find({ JobID: jobId }).sort({ CreatedMS: 1, _id: 1 }).toArray()).map(({ _id, ...event }) => ({
        ...event,
        ID: _id,
      })),
  };
}
export type EventsRepository = ReturnType<typeof createEventsRepository>;
