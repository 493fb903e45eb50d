import type { Collection } from 'mongodb';
import type { AttemptErrorClass, DeliveryState } from '../../domain/webhook/attempt';
import type { OutboundEvent } from '../../domain/webhook/event';
import { clearCipher, missingCipher, type FieldCipher, type StoredText } from '../crypto/field-cipher';
import type { DataKeys } from './data-keys';

/** The outcome of one POST to the receiver. */
export interface DeliveryAttempt {
  /** Counts from 1, across redeliveries. */
  Number: number;
  AtMS: number;
  DurationMS: number;
  /** The receiver's HTTP status; absent without a response. */
  Status?: number | undefined;
  /** The kind of failure; absent on success. */
  ErrorClass?: AttemptErrorClass | undefined;
  Error?: string | undefined;
  /** The first 2 kB of the response body. */
  ResponseBody?: string | undefined;
}
/** One event for one webhook. */
export interface Delivery {
  ID: string;
  WebhookID: string;
  OrgID: string;
  Event: OutboundEvent;
  State: DeliveryState;
  /** The latest attempts: a delivery that is redelivered repeatedly keeps a hundred. */
  Attempts: DeliveryAttempt[];
  CreatedMS: number;
  NextAttemptMS?: number | undefined;
  /** Set when a client asked for the next attempt now, until it is made. The sweeper repeats a lost wake signal. */
  Hastened?: true | undefined;
  /** When the sweeper starts the delivery again unless it makes progress. */
  DueMS?: number | undefined;
  /** The number of attempts before the last redelivery. */
  AttemptsBefore?: number | undefined;
  /** Set once the job's personal data is erased: no response body is stored after that. */
  BodiesErased?: boolean | undefined;
}
/** An attempt as the database holds it. Receivers may respond with personal data, so the body is sealed. */
type StoredAttempt = Omit<DeliveryAttempt, 'ResponseBody'> & { ResponseBody?: StoredText };
export type DeliveryDocument = Omit<Delivery, 'ID' | 'Attempts'> & {
  _id: string;
  /** Absent for the events of imports and of campaigns. */
  JobID?: string;
  Attempts: StoredAttempt[];
};
export type Deliveries = Collection<DeliveryDocument>;

const aadOf = (deliveryId: string, number: number): string => `${deliveryId}/${number}/ResponseBody`;
/** Whether a response is stored in clear is the choice of its job, not of the event. Test events belong to no job. */
const orClear = (cipher: FieldCipher, { testJob }: Pick<OutboundEvent, 'testJob'>): FieldCipher =>
  testJob && cipher === missingCipher ? clearCipher : cipher;

/** Seals the response body under the job's key. It is dropped when the job was erased, and if the event has no job. */
export async function sealAttempt(
  { ID, Event }: Pick<Delivery, 'ID' | 'Event'>,
  { ResponseBody, ...attempt }: DeliveryAttempt,
  keys: Pick<DataKeys, 'of'>,
): Promise<StoredAttempt> {
  if (ResponseBody === undefined || Event.jobId === undefined) return attempt;
  const sealed = orClear(await keys.of(Event.jobId), Event).seal(ResponseBody, aadOf(ID, attempt.Number));
  return sealed === undefined ? attempt : { ...attempt, ResponseBody: sealed };
}

/** Converts a delivery; without a cipher the response bodies are left out. */
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

/** Converts a delivery with its response bodies. Without bodies it needs no key. */
export async function hydrateDelivery(
  document: DeliveryDocument,
  keys: Pick<DataKeys, 'forReading'>,
): Promise<Delivery> {
  const answered = document.Attempts.some(({ ResponseBody }) => ResponseBody !== undefined);
  if (!answered) return toDelivery(document, undefined);
  const { Event, OrgID } = document;
  if (Event.jobId === undefined) return toDelivery(document, undefined);
  return toDelivery(document, orClear(await keys.forReading({ JobID: Event.jobId, OrgID }), Event));
}
