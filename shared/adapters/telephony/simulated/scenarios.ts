import type { DtmfDigit } from '../../../domain/call/dtmf';
import type { LegEnd } from '../telephony';
import { stableFraction } from '../../../domain/stable-hash';

/** The scenarios of the simulated network and contact. */
export const simulatorScenarios = [
  'conversation_complete',
  'contact_hung_up',
  'contact_busy',
  'contact_did_not_answer',
  'left_voicemail',
  'wrong_contact',
  'user_refusal',
  'call_dropped',
  'assistant_error',
  'provider_error',
  'asks_if_bot',
  'asks_for_callback',
  'asks_for_person',
  'presses_keys',
  'early_media',
  'contact_declined',
  'number_unwanted',
  'invalid_number',
  'machine_with_beep',
  'machine_without_beep',
  'contact_greets',
] as const;
export type SimulatorScenario = (typeof simulatorScenarios)[number];

/**
 * What follows the last scripted reply. `listens`: the contact keeps listening and answering. `hangs_up`: the contact
 * hangs up right after its last words. `line_drops`: the connection breaks during the assistant's next sentence.
 * `assistant_fails`: the assistant's next sentence fails. `records`: a mailbox records and does not answer.
 */
export type Ending = 'listens' | 'hangs_up' | 'line_drops' | 'assistant_fails' | 'records';

/** How the contact behaves once it has picked up. */
export interface ContactScript {
  /** The greeting, usually of a machine, which speaks first and cannot be interrupted. */
  opensWith?: string;
  /** The contact's replies to the assistant's first, second… sentence. */
  replies: readonly string[];
  ending: Ending;
  /** The greeting is that of a person. */
  isPerson?: true;
  /** The line does not report who answered: it can only be heard. */
  isOnlyHeard?: true;
  /** A machine beeps so many ms after its greeting, as audio. */
  beepAfterMs?: number;
  /** The keys that the contact presses after a reply, counted from 1. */
  presses?: { afterReply: number; keys: readonly DtmfDigit[] };
}

/**
 * The course of a call: refused by the provider, ended by the network before or while it rings, unanswered, or answered by
 * a contact with this script.
 */
export type Course =
  | { kind: 'refused' | 'unanswered' }
  | { kind: 'network_ends'; rings: boolean; end: Omit<LegEnd, 'atMs'> }
  | AnsweredCourse;
type AnsweredCourse = { kind: 'answered'; script: ContactScript; earlyMedia?: true; talkSeconds?: number };

const answered = (ending: Ending, replies: readonly string[], more: Partial<ContactScript> = {}): AnsweredCourse => ({
  kind: 'answered',
  script: { replies, ending, ...more },
});
/** In a shorter conversation the greeting of a machine is as short as a human's, and no silence follows a human's. */
const heard: typeof answered = (ending, replies, more) => ({
  ...answered(ending, replies, { ...more, isOnlyHeard: true }),
  talkSeconds: 20,
});
const ended = (end: Omit<LegEnd, 'atMs' | 'by'>, { rings }: { rings: boolean }): Course => ({
  kind: 'network_ends',
  rings,
  end: { ...end, by: 'line' },
});

/** The course of each scenario. */
export const courses: Record<SimulatorScenario, Course> = {
  conversation_complete: answered('listens', [
    'Hello. Yes, speaking.',
    'Yes, that suits me well.',
    'No, that is all. Thank you.',
  ]),
  asks_if_bot: answered('listens', [
    'Hello. Before we go on: are you a robot?',
    'I see. That is fine, please go on.',
    'Yes, that suits me well.',
    'No, that is all. Thank you.',
  ]),
  wrong_contact: answered('listens', ['You have the wrong number, nobody of that name lives here.']),
  user_refusal: answered('listens', ['I am not interested. Please do not call me again.']),
  contact_hung_up: answered('hangs_up', ['Hello. Sorry, I have to run now.']),
  call_dropped: answered('line_drops', ['Hello. Yes, speaking.']),
  assistant_error: answered('assistant_fails', ['Hello. Yes, speaking.']),
  left_voicemail: answered('records', [], {
    opensWith: 'Hello, I cannot come to the phone right now. Please leave a message after the tone. [beep]',
  }),
  contact_busy: ended(
    { reason: 'contact_busy', detail: 'busy', sip: { code: 486, phrase: 'Busy Here' }, q850: 17 },
    { rings: false },
  ),
  contact_did_not_answer: { kind: 'unanswered' },
  provider_error: { kind: 'refused' },
  asks_for_callback: answered('listens', ['Hello. I am driving. Can you call me back in two hours?']),
  asks_for_person: answered('listens', ['Hello. I would rather speak to a person. Can you transfer me?']),
  presses_keys: answered(
    'listens',
    ['Hello. I press the keys now.', 'Yes, that suits me well.', 'No, that is all. Thank you.'],
    {
      presses: { afterReply: 1, keys: ['4', '2', '#'] },
    },
  ),
  early_media: {
    ...answered('listens', ['Hello. Yes, speaking.', 'Yes, that suits me well.', 'No, that is all. Thank you.']),
    earlyMedia: true,
  },
  contact_declined: ended(
    { reason: 'contact_did_not_answer', detail: 'declined', sip: { code: 603, phrase: 'Decline' }, q850: 21 },
    { rings: true },
  ),
  number_unwanted: ended(
    { reason: 'contact_did_not_answer', detail: 'unwanted', sip: { code: 607, phrase: 'Unwanted' } },
    { rings: true },
  ),
  invalid_number: ended(
    {
      reason: 'contact_did_not_answer',
      detail: 'invalid_number',
      sip: { code: 404, phrase: 'Not Found' },
      q850: 1,
      permanent: true,
    },
    { rings: false },
  ),
  machine_with_beep: heard('records', [], {
    opensWith: 'Hello, I cannot come to the phone right now. Please leave a message after the tone.',
    beepAfterMs: 600,
  }),
  machine_without_beep: heard('records', [], {
    opensWith: 'Hello, I cannot come to the phone right now. Please leave a message.',
  }),
  contact_greets: heard('listens', ['Yes, that suits me well.', 'No, that is all. Thank you.'], {
    opensWith: 'Hello?',
    isPerson: true,
  }),
};

/** Weights of the scenarios for jobs without one, out of 100. Failures on our side occur only on request. */
const weights: readonly [SimulatorScenario, number][] = [
  ['conversation_complete', 70],
  ['left_voicemail', 6],
  ['contact_did_not_answer', 6],
  ['contact_busy', 4],
  ['contact_hung_up', 4],
  ['asks_if_bot', 4],
  ['user_refusal', 2],
  ['wrong_contact', 2],
  ['call_dropped', 2],
];

/** Draws the scenario of a job that has none. The same job always gets the same scenario. */
export function drawScenario(jobId: string): SimulatorScenario {
  let rest = stableFraction(`${jobId}/scenario`) * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [scenario, weight] of weights) {
    rest -= weight;
    if (rest < 0) return scenario;
  }
  return 'conversation_complete';
}
