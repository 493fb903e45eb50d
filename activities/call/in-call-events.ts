import type { LegEvent } from '../../shared/adapters/telephony/telephony';
import type { TransferRequest } from '../../shared/adapters/voice-agent/voice-agent';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { inCallEventLimits, type InCallEvent } from '../../shared/domain/call/in-call-event';
import { truncate } from '../../shared/domain/truncate';
import type { ActivityDeps } from '../deps';
import type { CallWriter } from './call-writer';
import type { JobRedaction } from './redaction';

/** What happens in a call beside the conversation. */
export interface InCallEvents {
  onLegEvent(event: LegEvent): void;
  onCallback(atMs: number): void;
  onTransfer(request: TransferRequest): void;
  /** The agent has begun its message to an answering machine. */
  onMessageLeft(): void;
  /** All events so far, redacted. They are stored with the end of the call again. */
  list(): Promise<InCallEvent[]>;
  /** Resolves once the texts of transfers are redacted. */
  settled(): Promise<void>;
}

type KeysEvent = Extract<InCallEvent, { Keys: string }>;

/**
 * Collects a call's events. A callback, a transfer and keys are stored at once, so that they survive this process; the
 * rest is stored with them, or with the end of the call.
 */
export function createInCallEvents(
  { store, logger }: Pick<ActivityDeps, 'store' | 'logger'>,
  call: CallSummary,
  { writer, redaction }: { writer: CallWriter; redaction: Pick<JobRedaction, 'text'> },
): InCallEvents {
  const events: InCallEvent[] = [];
  let callbackAtMs: number | undefined;
  let lastKeyMs = 0;
  const list = createRedactedList(events, redaction);
  const add = (event: InCallEvent): boolean => {
    if (events.length < inCallEventLimits.events) return events.push(event) > 0;
    logger.warn({ callId: call.ID, type: event.Type }, 'call.event_dropped');
    return false;
  };
  let waiting = false;
  const save = (): void => {
    // One write stores all that came before it begins.
    if (waiting) return;
    waiting = true;
    void writer.write('state', async () => {
      waiting = false;
      await store.calls.saveEvents(call, await list(), callbackAtMs);
    });
  };
  const addKey = (Type: KeysEvent['Type'], key: string, atMs: number): void => {
    const last = events.at(-1);
    const { keys, keysWithinMs } = inCallEventLimits;
    const continues = last?.Type === Type && atMs - lastKeyMs <= keysWithinMs && last.Keys.length < keys;
    if (continues) last.Keys += key;
    else if (!add({ Type, AtMS: atMs, Keys: key })) return;
    lastKeyMs = atMs;
    save();
  };
  return {
    list,
    onLegEvent: (event) => {
      if (event.type === 'dtmf') addKey('keys_received', event.digit, event.atMs);
      if (event.type === 'dtmf_sent') addKey('keys_sent', event.digit, event.atMs);
      toStoredEvents(event).forEach(add);
    },
    onMessageLeft: () => {
      if (add({ Type: 'message_left', AtMS: Date.now() })) save();
    },
    onCallback: (atMs) => {
      const nowMs = Date.now();
      if (!isCallbackTime(atMs, Math.max(nowMs, call.CreatedMS))) {
        logger.warn({ callId: call.ID }, 'call.callback_refused');
        return;
      }
      callbackAtMs = atMs;
      add({ Type: 'callback_requested', AtMS: nowMs, CallbackAtMS: atMs });
      save();
    },
    ...createTransfers({ logger, call, redaction, add, save }),
  };
}

/** Records transfers. Their texts are redacted once: each write stores all events, and redaction takes time. */
function createTransfers({
  logger,
  call,
  redaction,
  add,
  save,
}: Pick<ActivityDeps, 'logger'> & {
  call: CallSummary;
  redaction: Pick<JobRedaction, 'text'>;
  add: (event: InCallEvent) => boolean;
  save: () => void;
}): Pick<InCallEvents, 'onTransfer' | 'settled'> {
  let redacting = Promise.resolve();
  return {
    onTransfer: (request) => {
      const event: InCallEvent = { Type: 'transfer_requested', AtMS: Date.now() };
      if (!add(event)) return;
      save();
      redacting = redacting
        .then(async () => {
          Object.assign(event, await toStoredTransfer(request, (text) => redaction.text(bound(text))));
          save();
        })
        .catch((err: unknown) => logger.error({ callId: call.ID, err }, 'call.transfer_text_dropped'));
    },
    settled: () => redacting,
  };
}

const toStoredTransfer = async ({ to, note }: TransferRequest, store: (text: string) => Promise<string>) => ({
  ...(to !== undefined && { To: await store(to) }),
  ...(note !== undefined && { Note: await store(note) }),
});

const bound = (text: string): string => truncate(text, inCallEventLimits.text);

const isCallbackTime = (atMs: number, nowMs: number): boolean =>
  Number.isSafeInteger(atMs) &&
  atMs >= nowMs - inCallEventLimits.callbackLateMs &&
  atMs <= nowMs + inCallEventLimits.callbackMs;

function toStoredEvents(event: LegEvent): InCallEvent[] {
  if (event.type === 'early_media') return [{ Type: 'early_media', AtMS: event.atMs }];
  // The pauses of a machine matter to the agent only.
  if (event.type !== 'machine' || event.pausedAtMs !== undefined || event.resumedAtMs !== undefined) return [];
  return [toMachineEvent(event)];
}

const toMachineEvent = (event: Extract<LegEvent, { type: 'machine' }>): InCallEvent => ({
  Type: 'machine',
  AtMS: event.atMs,
  Verdict: event.verdict,
  Confidence: event.confidence,
  Cause: bound(event.cause),
  ...(event.beepAtMs === undefined ? {} : { BeepAtMS: event.beepAtMs }),
});

/**
 * The events as they are stored. A contact may type what identifies them, such as the number of a card; keys that were redacted
 * before are not again.
 */
function createRedactedList(
  events: readonly InCallEvent[],
  redaction: Pick<JobRedaction, 'text'>,
): () => Promise<InCallEvent[]> {
  const known = new WeakMap<KeysEvent, { Keys: string; redacted: string }>();
  const redactKeys = async (event: KeysEvent): Promise<string> => {
    const { Keys } = event;
    const before = known.get(event);
    if (before?.Keys === Keys) return before.redacted;
    const redacted = await redaction.text(Keys);
    known.set(event, { Keys, redacted });
    return redacted;
  };
  return async () => {
    const stored: InCallEvent[] = [];
    for (const event of [...events])
      stored.push('Keys' in event ? { ...event, Keys: await redactKeys(event) } : { ...event });
    return stored;
  };
}
