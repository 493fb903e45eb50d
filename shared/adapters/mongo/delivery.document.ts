import type { Collection } from 'mongodb';
import type { AttemptErrorClass, DeliveryState } from '../../domain/webhook/attempt';
import type { JobStateEvent } from '../../domain/webhook/event';
import { clearCipher, type FieldCipher, type StoredText } from '../crypto/field-cipher';
import type { DataKeys } from './data-keys';

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
/** An attempt as the database holds it: receivers know whom they are told about, and may answer with what they know. */
type StoredAttempt = Omit<DeliveryAttempt, 'ResponseBody'> & { ResponseBody?: StoredText };
export type DeliveryDocument = Omit<Delivery, 'ID' | 'Attempts'> & {
  _id: string;
  JobID: string;
  Attempts: StoredAttempt[];
};
export type Deliveries = Collection<DeliveryDocument>;

const aadOf = (deliveryId: string, number: number): string => `${deliveryId}/${number}/ResponseBody`;
/** Test events are about no job at all. */
const findCipher = (
  event: Pick<JobStateEvent, 'jobId' | 'testJob'>,
  keys: Pick<DataKeys, 'of'>,
): Promise<FieldCipher> => (event.testJob ? Promise.resolve(clearCipher) : keys.of(event.jobId));

/** Seals what a receiver answered under the job's key. Nothing of it is left where the job was erased. */
export async function sealAttempt(
  { ID, Event }: Pick<Delivery, 'ID' | 'Event'>,
  { ResponseBody, ...attempt }: DeliveryAttempt,
  keys: Pick<DataKeys, 'of'>,
): Promise<StoredAttempt> {
  if (ResponseBody === undefined) return attempt;
  const sealed = (await findCipher(Event, keys)).seal(ResponseBody, aadOf(ID, attempt.Number));
  return sealed === undefined ? attempt : { ...attempt, ResponseBody: sealed };
}

/** A delivery without what was answered, which only its readers need. */
export const toDelivery = (
  { _id, JobID: _job, Attempts, ...rest }: DeliveryDocument,
  cipher?: FieldCipher,
): Delivery => ({
  ...rest,
  ID: _id,
  Attempts: Attempts.map(({ ResponseBody, ...attempt }) => {
    const body = ResponseBody === undefined ? undefined : cipher?.open(ResponseBody, aadOf(_id, attempt.Number));
    return body === undefined ? attempt : { ...attempt, ResponseBody: body };
  }),
});

/** A whole delivery. One that nobody has answered needs no key. */
export async function hydrateDelivery(document: DeliveryDocument, keys: Pick<DataKeys, 'of'>): Promise<Delivery> {
  const answered = document.Attempts.some(({ ResponseBody }) => ResponseBody !== undefined);
  return toDelivery(document, answered ? await findCipher(document.Event, keys) : undefined);
}
