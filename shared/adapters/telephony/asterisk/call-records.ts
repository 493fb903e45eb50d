import { z } from 'zod';
import { endedReasons } from '../../../domain/call/call';
import { endedDetails } from '../../../domain/call/line';
import type { LegEnd } from '../telephony';
import type { Ari } from './ari';

/** Why a call failed: the codes of the record, which never holds the text of an error. */
export const failures = {
  line_failed: 'The line ended the call with an error.',
  media_lost: 'The audio of the call was lost.',
  asterisk_lost: 'Asterisk was restarted, or could not be reached, during the call.',
  worker_lost: 'The worker that handled the call was lost.',
} as const;
export type Failure = keyof typeof failures;
const failureNames = Object.keys(failures) as [Failure, ...Failure[]];

const recordSchema = z.object({
  /** When it was dialed or forbidden, a Unix time in ms. */
  dialedMs: z.number(),
  /** It was never dialed, and must not be: its process may only be slow. */
  forbidden: z.literal(true).optional(),
  answeredMs: z.number().optional(),
  end: z
    .object({
      reason: z.enum(endedReasons),
      atMs: z.number(),
      failure: z.enum(failureNames).optional(),
      detail: z.enum(endedDetails).optional(),
      sip: z.number().optional(),
      q850: z.number().optional(),
      by: z.enum(['contact', 'us', 'line']).optional(),
      permanent: z.literal(true).optional(),
    })
    .optional(),
});

/** What is known of an attempt that was dialed. It holds no personal data. */
export type CallRecord = z.infer<typeof recordSchema>;
export type RecordedEnd = NonNullable<CallRecord['end']>;

/**
 * The attempts that were dialed. The records outlive the process that dials, so that an attempt never rings again after its
 * channel is gone, and another process finds how it ended.
 */
export interface CallRecords {
  /** @throws if the store does not answer */
  find(attemptKey: string): Promise<CallRecord | undefined>;
  /** @throws if it is unknown whether the record was written */
  write(attemptKey: string, record: CallRecord): Promise<void>;
  remove(attemptKey: string): Promise<void>;
  /** Removes the records of the calls that ended, at the orderly end of this process: they have been looked at by then. */
  close(): Promise<void>;
}

/** How long the record of an ended call stays. A process that is lost leaves the records of so long. */
const keptMs = 10 * 60_000;

const variableOf = (attemptKey: string): string => `OUTDIAL_CALL_${attemptKey}`;
const path = '/asterisk/variable';
const valueSchema = z.object({ value: z.string() });

/**
 * Records in global variables of Asterisk, beside the channels that they are about: they are lost with Asterisk, and so are
 * its calls.
 */
export function createCallRecords(ari: Ari): CallRecords {
  const set = async (attemptKey: string, value: string | undefined): Promise<void> => {
    const { status } = await ari.request({ method: 'POST', path, query: { variable: variableOf(attemptKey), value } });
    if (status >= 300) throw new Error(`Asterisk refused to write a variable: ${status}.`);
  };
  const ended = new Map<string, NodeJS.Timeout>();
  const remove = async (attemptKey: string): Promise<void> => {
    clearTimeout(ended.get(attemptKey));
    ended.delete(attemptKey);
    // Without a value the variable is removed.
    await set(attemptKey, undefined);
  };
  const removeLater = (attemptKey: string): void => {
    clearTimeout(ended.get(attemptKey));
    const timer = setTimeout(() => void remove(attemptKey).catch(() => undefined), keptMs);
    ended.set(attemptKey, timer.unref());
  };
  return {
    remove,
    find: async (attemptKey) => {
      const variable = variableOf(attemptKey);
      const { status, body } = await ari.request({ method: 'GET', path, query: { variable } });
      const { data } = valueSchema.safeParse(body);
      if (status !== 200 || data === undefined) throw new Error(`Asterisk refused to read a variable: ${status}.`);
      return data.value === '' ? undefined : recordSchema.parse(JSON.parse(data.value));
    },
    write: async (attemptKey, record) => {
      await set(attemptKey, JSON.stringify(record));
      if (record.end !== undefined) removeLater(attemptKey);
    },
    close: async () => {
      await Promise.allSettled([...ended.keys()].map(remove));
    },
  };
}

/** The end of a call as it is recorded. */
export const toRecordedEnd = (end: LegEnd, failure: Failure | undefined): RecordedEnd => ({
  reason: end.reason,
  atMs: end.atMs,
  failure,
  detail: end.detail,
  sip: end.sip?.code,
  q850: end.q850,
  by: end.by,
  permanent: end.permanent,
});

/** The end of a call that another process recorded. */
export const toLegEnd = ({ sip, failure, ...end }: RecordedEnd): LegEnd => {
  const known = Object.fromEntries(Object.entries(end).filter(([, value]) => value !== undefined)) as typeof end;
  return {
    ...(known as LegEnd),
    ...(sip !== undefined && { sip: { code: sip, phrase: '' } }),
    ...(failure !== undefined && { error: failures[failure] }),
  };
};
