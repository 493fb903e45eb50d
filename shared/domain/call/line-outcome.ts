import type { EndedReason } from './call';
import type { EndedDetail } from './line';

/** How the line refused a call, or ended it. Absent fields are unknown. */
export interface LineAnswer {
  /** The final SIP status; 200 for a call that was answered and then ended by the other side. */
  sip?: { code: number; phrase: string; retryAfterMs?: number | undefined } | undefined;
  /** The cause by ITU-T Q.850, from the header `Reason` (RFC 3326). */
  q850?: number | undefined;
  /** The line reported ringing or progress (any 18x): a phone may have rung. */
  rang: boolean;
  /** The headers of the final answer. Only `X-Twilio-Error` is read. */
  headers?: readonly { name: string; value: string }[] | undefined;
}

/** What an answer of the line means for the call, its job and the trunk. */
export interface LineOutcome {
  reason: EndedReason;
  detail?: EndedDetail;
  /** The number can never be reached. */
  permanent?: true;
  /** The number can never be reached if every trunk answers like this. */
  permanentOnEveryTrunk?: true;
  /** The call may be tried over another trunk at once: surely nothing rang. */
  nextTrunk: boolean;
  /** The trunk gets too many calls: after how long it may be used again. Nothing rang, and the attempt does not count. */
  retryAfterMs?: number;
  /** The contact asked not to be called again. */
  optedOut?: true;
}

type Codes = readonly (number | readonly [from: number, to: number] | 'none')[];

/** One row of the table: the outcome of an answer that meets every condition of the row, and those of no earlier row. */
export interface OutcomeRow {
  sip?: Codes;
  q850?: Codes;
  rang?: boolean;
  /** Part of the reason phrase, whatever its case. */
  phrase?: string;
  /** The code in the header `X-Twilio-Error`. */
  twilioError?: number;
  /** True if the answer has a `Retry-After`. */
  retryAfter?: true;
  outcome: Omit<LineOutcome, 'retryAfterMs'> & { congested?: true };
}

/** Codes that say something of the number: a failed server (5xx) knows nothing of it. */
const ofNumber: Codes = [[300, 499], [600, 699], 'none'];
const answered: Codes = [[200, 299]];
/** RFC 3261 section 8.1.3.2: an unknown code means what x00 of its class means. */
const refused: Codes = [[300, 599]];

const unreached = (detail: EndedDetail): OutcomeRow['outcome'] => ({
  reason: 'contact_did_not_answer',
  detail,
  nextTrunk: false,
});
const failed = (detail: EndedDetail, nextTrunk = true): OutcomeRow['outcome'] => ({
  reason: 'assistant_error',
  detail,
  nextTrunk,
});
const busy: OutcomeRow['outcome'] = { reason: 'contact_busy', detail: 'busy', nextTrunk: false };
const unwanted: OutcomeRow['outcome'] = { ...unreached('unwanted'), optedOut: true };
const invalidNumber: OutcomeRow['outcome'] = { ...unreached('invalid_number'), permanent: true };
const noRoute: OutcomeRow['outcome'] = { ...failed('no_route'), permanentOnEveryTrunk: true };
const congested: OutcomeRow['outcome'] = { ...failed('line_congested'), congested: true };

/**
 * The first row that matches decides. A cause by Q.850 comes before the SIP status where it is more precise: gateways send
 * 480 and 486 for much else. Phrases are free text, so only three are read, which carriers use for what no code says.
 */
export const outcomeRows: readonly OutcomeRow[] = [
  { sip: answered, q850: ['none', 0, 16, 31], outcome: { reason: 'contact_hung_up', nextTrunk: false } },
  { sip: answered, outcome: { reason: 'contact_hung_up', detail: 'line_failed', nextTrunk: false } },
  { sip: [607], outcome: unwanted },
  { sip: [608], outcome: unreached('blocked') },
  { twilioError: 32203, outcome: unreached('blocked') },
  { sip: [603], phrase: 'Network Blocked', outcome: unreached('blocked') },
  { sip: [403], phrase: 'channel limit', rang: false, outcome: congested },
  { sip: refused, phrase: 'CPS limit exceeded', rang: false, outcome: congested },
  { twilioError: 10004, rang: false, outcome: congested },
  { sip: [429], rang: false, outcome: congested },
  { sip: [503], retryAfter: true, rang: false, outcome: congested },
  { q850: [42], rang: false, outcome: congested },
  { q850: [17], outcome: busy },
  { q850: [18, 19], outcome: unreached('no_answer') },
  { q850: [20], outcome: unreached('unreachable') },
  { sip: [[300, 499], 'none'], q850: [21], rang: true, outcome: unreached('declined') },
  { sip: [480, 486, 'none'], q850: [21], outcome: unreached('declined') },
  { sip: ofNumber, q850: [1, 22, 28], outcome: invalidNumber },
  { sip: ofNumber, q850: [2, 3], outcome: noRoute },
  { sip: [[300, 499], 'none'], q850: [34], rang: false, outcome: congested },
  { q850: [57], outcome: failed('not_permitted') },
  { q850: [27, 34, 38, 41, 42, 47], outcome: failed('line_failed') },
  { q850: [65, 88], outcome: failed('codec_refused') },
  { q850: [102], outcome: failed('line_failed', false) },
  { sip: [486, 600], outcome: busy },
  { sip: [480, 487], outcome: unreached('no_answer') },
  { sip: [408], rang: true, outcome: unreached('no_answer') },
  { sip: [408], outcome: failed('line_failed', false) },
  { sip: [603], outcome: unreached('declined') },
  { sip: [410, 484, 604], outcome: invalidNumber },
  { sip: [404, 485], outcome: noRoute },
  { sip: [401, 402, 403, 407], outcome: failed('not_permitted') },
  { sip: [415, 488, 606], outcome: failed('codec_refused') },
  { sip: refused, outcome: failed('line_failed') },
  { sip: [[600, 699]], outcome: busy },
  { outcome: failed('line_failed', false) },
];

/** Ends that no answer of the line reports: we decided on them, or nothing came. */
export const lineEvents = {
  /** No connection to the trunk: surely nothing was sent. */
  not_connected: failed('line_failed'),
  /** No answer to an INVITE over UDP (timer B): it may have rung. */
  no_response: failed('line_failed', false),
  /** No audio arrives any more. */
  media_lost: failed('media_lost', false),
  /** We canceled the call at our ring limit. */
  ring_limit: unreached('no_answer'),
  /** We ended the call at its longest duration. */
  time_limit: { reason: 'call_timeout', nextTrunk: false },
  /** We were asked to end the call. */
  stopped: { reason: 'assistant_hung_up', detail: 'stopped', nextTrunk: false },
  /** The agent ended the call. */
  agent_closed: { reason: 'assistant_hung_up', nextTrunk: false },
} as const satisfies Record<string, LineOutcome>;

/** How long a congested trunk is left alone: without a `Retry-After`, and at least and at most with one. */
export const congestionWaitMs = { usual: 10_000, least: 1_000, most: 3_600_000 } as const;

const unknown: OutcomeRow = { outcome: failed('line_failed', false) };

/** What the line's final answer means. Pure, and total: anything that the table does not name is `line_failed`. */
export function lineOutcome(answer: LineAnswer): LineOutcome {
  const { outcome } = outcomeRows.find((row) => matches(row, answer)) ?? unknown;
  const { congested: isCongested, permanentOnEveryTrunk, ...rest } = outcome;
  return {
    ...rest,
    nextTrunk: rest.nextTrunk && !answer.rang,
    // A number that rang exists.
    ...(permanentOnEveryTrunk === true && !answer.rang ? { permanentOnEveryTrunk } : {}),
    ...(isCongested === true ? { retryAfterMs: congestionWait(answer.sip?.retryAfterMs) } : {}),
  };
}

/**
 * What the answers of all trunks that were tried, in order, mean together. A trunk that was only congested may take the
 * call later. A number is given up if every trunk says that it has no route to it.
 */
export function outcomeOfTrunks(outcomes: readonly [LineOutcome, ...LineOutcome[]]): LineOutcome {
  const last = outcomes.at(-1) ?? outcomes[0];
  // It rang, or may have rung, or the answer holds for every trunk.
  if (!last.nextTrunk) return last;
  const waits = outcomes.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  const waiting = outcomes.find(({ retryAfterMs }) => retryAfterMs !== undefined);
  if (waiting !== undefined) return { ...waiting, retryAfterMs: Math.min(...waits) };
  const isPermanent = outcomes.every(({ permanentOnEveryTrunk }) => permanentOnEveryTrunk === true);
  return isPermanent ? { ...last, permanent: true } : last;
}

function congestionWait(retryAfterMs: number | undefined): number {
  if (retryAfterMs === undefined || Number.isNaN(retryAfterMs)) return congestionWaitMs.usual;
  return Math.min(congestionWaitMs.most, Math.max(congestionWaitMs.least, retryAfterMs));
}

const matches = (row: OutcomeRow, answer: LineAnswer): boolean =>
  includes(row.sip, answer.sip?.code) &&
  includes(row.q850, answer.q850) &&
  (row.rang === undefined || row.rang === answer.rang) &&
  (row.retryAfter === undefined || answer.sip?.retryAfterMs !== undefined) &&
  (row.phrase === undefined || hasPhrase(answer, row.phrase)) &&
  (row.twilioError === undefined || row.twilioError === twilioErrorOf(answer));

const includes = (codes: Codes | undefined, code: number | undefined): boolean =>
  codes === undefined ||
  codes.some((entry) => {
    if (entry === 'none') return code === undefined;
    if (code === undefined) return false;
    return typeof entry === 'number' ? entry === code : entry[0] <= code && code <= entry[1];
  });

const hasPhrase = ({ sip }: LineAnswer, phrase: string): boolean =>
  sip?.phrase.toLowerCase().includes(phrase.toLowerCase()) === true;

const twilioErrorOf = ({ headers = [] }: LineAnswer): number =>
  Number.parseInt(headers.find(({ name }) => name.toLowerCase() === 'x-twilio-error')?.value ?? '', 10);
