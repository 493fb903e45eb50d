import { BSON, type Db } from 'mongodb';
import type { LLMMessage } from '../../domain/call/call';
import { callId, type CallSummary } from '../../domain/call/call-record';
import type { StoredText } from '../crypto/field-cipher';
import { notErasedFilter, type CallRef, type Calls } from './call.document';
import { ignoreDuplicates } from './client';
import type { DataKeys } from './data-keys';

/** A message as the database holds it: JSON text, sealed under the job's data key and bound to its place in the call. */
export interface MessageDocument {
  /** `<CallID>/<sequence>`; the sequence has six digits, so that ids sort like numbers. */
  _id: string;
  Text: StoredText;
}

/** A message with its place in the call, from 1. */
export interface NumberedMessage {
  message: LLMMessage;
  sequence: number;
}

/** A transcript is bounded in characters, so it has fewer messages than this has digits for. */
const sequenceDigits = 6;
const idOf = (callId: string, sequence: number): string =>
  `${callId}/${String(sequence).padStart(sequenceDigits, '0')}`;
const aadOf = (callId: string, id: string): string => `${callId}/Messages/${id.slice(callId.length + 1)}`;

/** The ids of a call's messages, whatever their sequence: `0` follows `/`. */
export const messagesFilter = (callId: string) => ({ _id: { $gte: `${callId}/`, $lt: `${callId}0` } });

/** The ids of all messages of a job's calls: '`' follows '_', which stands before the number of a call. */
export const messagesOfJob = (jobId: string) => {
  const calls = callId(jobId, 1).slice(0, -'_1'.length);
  return { _id: { $gte: `${calls}_`, $lt: `${calls}\`` } };
};

/** Up to so many messages are looked up by their ids, which every server does by its index. */
const maxListedIds = 1_000;
const idsOf = (callId: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => idOf(callId, index + 1));
const filterOf = ({ ID, MessageCount }: CallSummary) =>
  MessageCount === undefined || MessageCount > maxListedIds
    ? messagesFilter(ID)
    : { _id: { $in: idsOf(ID, MessageCount) } };

/** The messages of calls, each in a document of its own. */
export function createCallMessages(db: Db, calls: Calls, dataKeys: DataKeys) {
  const messages = db.collection<MessageDocument>('call_messages');
  /** @param known used if they hold all that the record counts: they may be the first of many */
  const find = async (call: CallSummary, known: readonly MessageDocument[]): Promise<readonly MessageDocument[]> => {
    const own = known.filter(({ _id }) => _id.startsWith(`${call.ID}/`));
    return own.length === call.MessageCount ? own : messages.find(filterOf(call)).sort({ _id: 1 }).toArray();
  };
  const seal = async ({ ID, JobID }: CallRef, numbered: readonly NumberedMessage[]): Promise<MessageDocument[]> => {
    const cipher = await dataKeys.of(JobID);
    return numbered.flatMap(({ message, sequence }) => {
      const _id = idOf(ID, sequence);
      const Text = cipher.seal(JSON.stringify(message), aadOf(ID, _id));
      return Text === undefined ? [] : [{ _id, Text }];
    });
  };
  /**
   * Stores messages in one request. A repeat of the same sequence stores nothing, and nothing is stored for an erased
   * call.
   */
  const addAll = async (call: CallRef, numbered: readonly NumberedMessage[]): Promise<void> => {
    const sealed = await seal(call, numbered);
    if (sealed.length === 0) return;
    await messages.insertMany(sealed, { ordered: false }).catch(ignoreDuplicates);
    // An erasure marks the call, then removes its messages: it finds these, or this finds the mark.
    const kept = await calls.findOne({ _id: call.ID, ...notErasedFilter }, { projection: { _id: 1 } });
    if (kept === null) await messages.deleteMany({ _id: { $in: sealed.map(({ _id }) => _id) } });
  };
  return {
    addAll,

    /** Stores one message; see `addAll`. @param sequence the message's place in the call, from 1 */
    add: (call: CallRef, message: LLMMessage, sequence: number): Promise<void> => addAll(call, [{ message, sequence }]),

    /**
     * Reads a call's messages, in order.
     * @param known messages that were read before, in order, perhaps of other calls too
     * @returns also the bytes that the database holds of them
     */
    read: async (
      call: CallSummary,
      known: readonly MessageDocument[] = [],
    ): Promise<{ Messages: LLMMessage[]; bytes: number }> => {
      if (call.Erased === true || call.MessageCount === 0) return { Messages: [], bytes: 0 };
      const [found, cipher] = await Promise.all([find(call, known), dataKeys.forReading(call)]);
      const texts = found.map(({ _id, Text }) => cipher.open(Text, aadOf(call.ID, _id)));
      return {
        Messages: texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as LLMMessage),
        bytes: found.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0),
      };
    },

    /** Removes the messages of a call. */
    erase: async (callId: string): Promise<void> => {
      await messages.deleteMany(messagesFilter(callId));
    },
  };
}
export type CallMessages = ReturnType<typeof createCallMessages>;
