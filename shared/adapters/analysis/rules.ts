import type { CallAnalysis, ConversationEndReason, LLMMessage } from '../../domain/call/call';
import { createYielder } from '../event-loop';
import type { AnalysisRequest, AnalyzedCall, CallAnalyzer } from './call-analyzer';
import { cuesIn, type SpokenCue } from './phrases';
import { unknownData } from './schema/json-schema';

/** A message that is not empty, and the cues in it. */
interface SpokenMessage extends LLMMessage {
  cues: ReadonlySet<SpokenCue>;
}

/** Facts extracted once from the transcript, on which the rules decide. */
interface Findings {
  call: AnalyzedCall;
  /** Messages of the assistant and the contact. */
  spoken: readonly SpokenMessage[];
  /** Index in `spoken` of the last message of an answering machine; -1 without one. */
  machineAt: number;
  /** Messages of a person, not a machine, on the contact's side. */
  contactLines: readonly SpokenMessage[];
  lastOfAssistant: SpokenMessage | undefined;
}

interface AnalysisRule {
  reason: ConversationEndReason;
  when: (findings: Findings) => boolean;
}

/**
 * The first matching rule decides. A wrong number and a refusal take precedence over the rest of the transcript: a
 * contact who asked not to be called must not be called again because the connection broke a moment later.
 */
const rules: readonly AnalysisRule[] = [
  { reason: 'no_answer', when: ({ call }) => !call.connected },
  { reason: 'wrong_contact', when: (findings) => contactSaid(findings, 'wrong_number') },
  { reason: 'user_refusal', when: (findings) => contactSaid(findings, 'refusal') },
  { reason: 'call_dropped', when: ({ call }) => call.stopped },
  { reason: 'left_voicemail', when: (findings) => findings.call.machine === 'left_voicemail' || leftMessage(findings) },
  {
    reason: 'abandoned_answering_machine',
    when: ({ call, machineAt }) => call.machine === 'abandoned_answering_machine' || machineAt !== -1,
  },
  // The contact may still be speaking when the assistant hangs up after its goodbye.
  { reason: 'conversation_complete', when: hungUpAfterGoodbye },
  // A contact who hangs up between two sentences ended the conversation; an interrupted last message shows a lost connection.
  { reason: 'call_dropped', when: ({ spoken }) => spoken.at(-1)?.interrupted === true },
  { reason: 'conversation_complete', when: closedByAssistant },
  { reason: 'other_unsuccessful', when: () => true },
];

const summaries: Record<ConversationEndReason, string> = {
  conversation_complete: 'The assistant and the contact finished their conversation.',
  call_dropped: 'The call broke off before the conversation was finished.',
  user_refusal: 'The contact refused the conversation or asked not to be called.',
  left_voicemail: 'An answering machine picked up, and the assistant left a message.',
  abandoned_answering_machine: 'An answering machine picked up, and no message was left.',
  wrong_contact: 'The person who answered was not the intended contact.',
  no_answer: 'The contact was not reached.',
  other_unsuccessful: 'The contact answered, but the conversation ended before it was finished.',
};
const botSentence = 'The contact asked whether the assistant was a bot or an AI.';

/**
 * Analyzes English transcripts by phrases, without a model or a network. Summaries contain no text of the transcript, and the
 * fields of the campaign are `null`: rules cannot answer its questions.
 * A long transcript does not stall the process: the analysis yields to the event loop between messages.
 */
export function createRulesAnalyzer(): CallAnalyzer {
  return { name: 'rules', isQuick: true, analyze };
}

async function analyze(request: AnalysisRequest): Promise<CallAnalysis> {
  const pause = createYielder();
  const all: CallFindings[] = [];
  for (const call of request.earlierCalls) all.push(await classifyCall(call, pause));
  const last = await classifyCall(request, pause);
  all.push(last);
  return {
    CallSummary:
      all.length === 1 ? last.summary : all.map(({ summary }, index) => `Call ${index + 1}: ${summary}`).join(' '),
    Data: unknownData(request.analysisSchema),
    ...notAnalyzed(request.analysisSchema),
    ConversationEndReason: last.reason,
    AskedIfBotOrAI: all.some(({ askedIfBot }) => askedIfBot),
  };
}

const notAnalyzed = (schema: Record<string, unknown> | undefined): Pick<CallAnalysis, 'Evidence'> => {
  const names = Object.keys(unknownData(schema));
  if (names.length === 0) return {};
  return { Evidence: Object.fromEntries(names.map((name) => [name, { Unknown: 'not_analyzed' as const }])) };
};

interface CallFindings {
  reason: ConversationEndReason;
  askedIfBot: boolean;
  summary: string;
}

async function classifyCall(call: AnalyzedCall, pause: () => Promise<void>): Promise<CallFindings> {
  const findings = await findingsOf(call, pause);
  const reason = call.reported ?? rules.find(({ when }) => when(findings))?.reason ?? 'other_unsuccessful';
  const askedIfBot = contactSaid(findings, 'asks_if_bot');
  return { reason, askedIfBot, summary: askedIfBot ? `${summaries[reason]} ${botSentence}` : summaries[reason] };
}

async function findingsOf(call: AnalyzedCall, pause: () => Promise<void>): Promise<Findings> {
  const spoken: SpokenMessage[] = [];
  for (const message of call.messages) {
    const { role, content } = message;
    if ((role !== 'assistant' && role !== 'user') || !content?.trim()) continue;
    spoken.push({ ...message, cues: cuesIn(content) });
    await pause();
  }
  const isMachine = ({ role, cues }: SpokenMessage) => role === 'user' && cues.has('voicemail');
  return {
    call,
    spoken,
    machineAt: spoken.findLastIndex(isMachine),
    contactLines: spoken.filter((message) => message.role === 'user' && !isMachine(message)),
    lastOfAssistant: spoken.findLast(({ role }) => role === 'assistant'),
  };
}

function contactSaid({ contactLines }: Findings, cue: SpokenCue): boolean {
  return contactLines.some(({ cues }) => cues.has(cue));
}

function leftMessage({ machineAt, spoken }: Findings): boolean {
  return (
    machineAt !== -1 &&
    spoken.slice(machineAt + 1).some(({ role, interrupted }) => role === 'assistant' && !interrupted)
  );
}

const saidGoodbye = (message: SpokenMessage | undefined): boolean => message?.cues.has('goodbye') === true;

/** The assistant finished its goodbye and hung up, after a conversation in which the contact spoke. */
function hungUpAfterGoodbye(findings: Findings): boolean {
  const { call, lastOfAssistant } = findings;
  return call.endedReason === 'assistant_hung_up' && saidGoodbye(lastOfAssistant) && closedByAssistant(findings);
}

/** The assistant said goodbye or hung up, after a conversation in which the contact spoke. */
function closedByAssistant({ call, contactLines, lastOfAssistant }: Findings): boolean {
  if (contactLines.length === 0 || !lastOfAssistant || lastOfAssistant.interrupted) return false;
  return call.endedReason === 'assistant_hung_up' || saidGoodbye(lastOfAssistant);
}
