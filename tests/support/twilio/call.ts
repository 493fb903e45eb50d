import { parseTwiml } from '../../../shared/adapters/voice-agent/media-streams/twiml';
import { createCallbacks } from './callbacks';
import { connectMedia, type StandInMedia } from './media';
import type { Faults, Phone } from './phone';

export type Status = 'queued' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled';

/** One call of the stand-in, from its request to its end. */
export interface StandInCall {
  readonly sid: string;
  readonly form: Record<string, string>;
  readonly faults: Faults;
  readonly status: Status;
  readonly rings: number;
  readonly media: StandInMedia | undefined;
  /** The statuses with which our API answered the callbacks. */
  callbackAnswers(): Promise<number[]>;
  /** The requests that were sent, or tried, for the call, as the API shows them. */
  events(): object[];
  /** As the API shows it. */
  resource(): Record<string, unknown>;
  /** Ends it by the API. @returns false if it is over, or `canceled` came too late */
  end(how: 'canceled' | 'completed'): boolean;
  /** Stops its timers, and its audio. */
  close(): void;
}

export interface CallDeps {
  sid: string;
  accountSid: string;
  authToken: string;
  form: Record<string, string>;
  phone: Phone;
  faults: Faults;
  /** When it leaves the queue of the account. */
  startsAtMs: number;
}

const initiatedMs = 20;
const answersAfterMs = 300;
const actsAfterMs = 150;
const over: readonly Status[] = ['completed', 'busy', 'failed', 'no-answer', 'canceled'];
/** As "Mon, 23 Nov 2026 10:00:00 +0000". */
const toText = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000');

export function createCall(deps: CallDeps): StandInCall {
  const { sid, accountSid, authToken, form, phone, faults } = deps;
  const createdMs = Date.now();
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, fn: () => void): void => void timers.add(setTimeout(fn, ms));
  const callbacks = createCallbacks(authToken, faults);
  let status: Status = 'queued';
  let rings = 0;
  let sequence = 0;
  let media: StandInMedia | undefined;
  let [answeredMs, endedMs]: (number | undefined)[] = [];
  let startedMs: number | undefined;

  const notify = (event: string, CallStatus: string, extra: Record<string, string> = {}): void => {
    const { To = '', From = '', StatusCallback = '' } = form;
    callbacks.send(StatusCallback, event, {
      ...{ CallSid: sid, AccountSid: accountSid, To, From, Called: To, Caller: From, CallStatus, ...extra },
      ...{ Direction: 'outbound-api', ApiVersion: '2010-04-01', CallbackSource: 'call-progress-events' },
      ...{ SequenceNumber: String(sequence++), Timestamp: toText(Date.now()) },
    });
  };
  const isOver = (): boolean => over.includes(status);
  const finish = (how: Status): void => {
    if (isOver()) return;
    const sipCode = phone.sipCode ?? (how === 'busy' ? 486 : undefined);
    status = how;
    endedMs = Date.now();
    const seconds = answeredMs === undefined ? 0 : Math.ceil((endedMs - answeredMs) / 1_000);
    media?.stop();
    notify('completed', how, {
      ...{ CallDuration: String(seconds), Duration: '1' },
      ...(sipCode !== undefined && { SipResponseCode: String(sipCode) }),
    });
  };
  const answer = (): void => {
    if (isOver()) return;
    status = 'in-progress';
    answeredMs = Date.now();
    notify('answered', 'in-progress');
    after(Number(form['TimeLimit'] ?? 14_400) * 1_000, () => finish('completed'));
    const twiml = parseTwiml(form['Twiml'] ?? '');
    if (!twiml.ok) throw new Error(twiml.detail);
    if (form['AsyncAmd'] === 'true' && phone.answeredBy !== undefined)
      callbacks.send(form['AsyncAmdStatusCallback'] ?? '', 'amd', {
        ...{ CallSid: sid, AccountSid: accountSid, AnsweredBy: phone.answeredBy, MachineDetectionDuration: '900' },
      });
    if (faults.hasNoMedia === true) return;
    const onOpen = (): void => act(phone, { after, finish, media: () => media, faults });
    const { url } = twiml.value;
    media = connectMedia({ url, authToken, accountSid, callSid: sid, onOpen, onClosed: () => finish('completed') });
  };
  const ring = (): void => {
    if (isOver()) return;
    notify('initiated', 'initiated');
    startedMs = Date.now();
    if (phone.does === 'busy' || phone.does === 'fails') {
      after(answersAfterMs, () => finish(phone.does === 'busy' ? 'busy' : 'failed'));
      return;
    }
    status = 'ringing';
    rings++;
    notify('ringing', 'ringing');
    if (phone.does === 'no_answer') after(Number(form['Timeout'] ?? 60) * 1_000, () => finish('no-answer'));
    // A person takes seconds: what was reported before has arrived by then, also on a busy machine.
    else after(phone.answersAfterMs ?? answersAfterMs, () => void callbacks.statuses().then(answer));
  };
  after(Math.max(initiatedMs, deps.startsAtMs - createdMs), ring);
  return {
    ...{ sid, form, faults },
    get status() {
      return status;
    },
    get rings() {
      return rings;
    },
    get media() {
      return media;
    },
    callbackAnswers: () => callbacks.statuses(),
    events: () => callbacks.urls().map((url) => ({ request: { method: 'POST', url, parameters: [] }, response: {} })),
    resource: () => ({
      ...{ sid, account_sid: accountSid, to: form['To'], from: form['From'], status },
      date_created: toText(createdMs),
      date_updated: toText(Date.now()),
      start_time: startedMs === undefined ? null : toText(startedMs),
      end_time: endedMs === undefined ? null : toText(endedMs),
      duration: endedMs === undefined ? null : String(Math.ceil((endedMs - (answeredMs ?? endedMs)) / 1_000)),
      ...{
        price: isOver() ? (faults.price ?? null) : null,
        price_unit: 'USD',
        direction: 'outbound-api',
        answered_by: null,
        api_version: '2010-04-01',
      },
      queue_time: String(faults.saysQueueMs ?? 0),
      uri: `/2010-04-01/Accounts/${accountSid}/Calls/${sid}.json`,
    }),
    end: (how) => {
      if (isOver()) return false;
      // A call in progress is not canceled: it is left as it is.
      if (how === 'canceled' && status === 'in-progress') return true;
      finish(status === 'in-progress' ? 'completed' : 'canceled');
      return true;
    },
    close: () => {
      timers.forEach(clearTimeout);
      media?.break();
    },
  };
}

interface Acting {
  after: (ms: number, fn: () => void) => void;
  finish: (how: Status) => void;
  media: () => StandInMedia | undefined;
  faults: Faults;
}

function act(phone: Phone, { after, finish, media, faults }: Acting): void {
  phone.presses?.forEach((digit, index) => after(actsAfterMs + index * 50, () => media()?.press(digit)));
  if (phone.does === 'hangs_up') after(actsAfterMs, () => finish('completed'));
  if (phone.does === 'loses_connection') after(actsAfterMs, () => media()?.break());
  if (faults.fallsSilent === true) after(actsAfterMs, () => media()?.fallSilent());
}
