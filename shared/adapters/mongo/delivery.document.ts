import type { Collection } from 'mongodb';
import type { AttemptErrorClass, DeliveryState } from '../../domain/webhook/attempt';
import type { JobStateEvent } from '../../domain/webhook/event';

/** What became of one request to a receiver. */
export interface DeliveryAttempt {
  /** From 1, going on through redeliveries. */
  Number: number;
  AtMS: number;
  DurationMS: number;
  /** The receiver's HTTP status; absent when there was no answer. */
  Status?: number | undefined;
  /** What kind of failure it was; absent on success. */
  ErrorClass?: AttemptErrorClass | undefined;
  Error?: string | undefined;
  /** The first 2 kB of the answer's body. */
  ResponseBody?: string | undefined;
}
/** One event for one receiver. */
export interface Delivery {
  ID: string;
  WebhookID: string;
  OrgID: string;
  Event: JobStateEvent;
  State: DeliveryState;
  /** The last of them; a delivery that is redelivered again and again keeps a hundred. */
  Attempts: DeliveryAttempt[];
  CreatedMS: number;
  NextAttemptMS?: number | undefined;
  /** When the sweeper looks at the delivery if nobody has touched it by then. */
  DueMS?: number | undefined;
  /** How many attempts were made before it was last asked to be made again. */
  AttemptsBefore?: number | undefined;
  /** Set when the job's personal data was erased: no answer is kept any more. */
  BodiesErased?: boolean | undefined;
}
export type DeliveryDocument = Omit<Delivery, 'ID'> & { _id: string; JobID: string };
export type Deliveries = Collection<DeliveryDocument>;

export const fromDeliveryDocument = ({ _id, JobID: _job, ...rest }: DeliveryDocument): Delivery => ({
  ...rest,
  ID: _id,
});
