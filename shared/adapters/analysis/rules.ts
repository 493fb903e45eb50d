import type { CallAnalysis, ConversationEndReason, LLMMessage } from '../../domain/call/call';
import type { AnalysisRequest, CallAnalyzer } from './call-analyzer';
import { hasCue, type SpokenCue } from './phrases';
import { buildPlaceholderData } from './placeholder-data';

/** What the rules look at, gathered once from the transcript. */
interface Findings {
  request: AnalysisRequest;
  /** Messages with words, of the two who talk. */
  spoken: readonly LLMMessage[];
  /** Place in `spoken` of the last thing an answering machine said; -1 = no machine. */
  machineAt: number;
  /** What a person said at the other end. */
  contactLines: readonly string[];
  lastOfAssistant: LLMMessage | undefined;
}

interface AnalysisRule {
  reason: ConversationEndReason;
  when: (findings: Findings) => boolean;
}

/**
 * The first rule that holds decides. A wrong number or a refusal counts before anything else that was heard: whoever
 * asked not to be called must not be called again because the line broke a moment later.
 */
const rules: readonly AnalysisRule[] = [
  { reason: 'no_answer', when: ({ request }) => !request.connected },
  { reason: 'wrong_contact', when: (findings) => contactSaid(findings, 'wrong_number') },
  { reason: 'user_refusal', when: (findings) => contactSaid(findings, 'refusal') },
  { reason: 'call_dropped', when: ({ request }) => request.stopped },
  { reason: 'left_voicemail', when: leftMessage },
  { reason: 'abandoned_answering_machine', when: ({ machineAt }) => machineAt !== -1 },
  // A contact that hangs up between two sentences ended the talk; one that is gone in the middle of one was cut off.
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

/** Analyses English transcripts by phrases: no model, no network, and nothing of the transcript in its summary. */
export function createRulesAnalyzer(): CallAnalyzer {
  return { name: 'rules', analyze: (request) => Promise.resolve(analyze(request)) };
}

function analyze(request: AnalysisRequest): CallAnalysis {
  const findings = findingsOf(request);
  const reason = rules.find(({ when }) => when(findings))?.reason ?? 'other_unsuccessful';
  const askedIfBot = contactSaid(findings, 'asks_if_bot');
  return {
    CallSummary: askedIfBot ? `${summaries[reason]} ${botSentence}` : summaries[reason],
    Data: buildPlaceholderData(request.analysisSchema),
    ConversationEndReason: reason,
    AskedIfBotOrAI: askedIfBot,
  };
}

function findingsOf(request: AnalysisRequest): Findings {
  const spoken = request.messages.filter(
    ({ role, content }) => (role === 'assistant' || role === 'user') && content?.trim(),
  );
  const isMachine = ({ role, content }: LLMMessage) => role === 'user' && hasCue(content ?? '', 'voicemail');
  return {
    request,
    spoken,
    machineAt: spoken.findLastIndex(isMachine),
    contactLines: spoken.filter((message) => message.role === 'user' && !isMachine(message)).map(contentOf),
    lastOfAssistant: spoken.findLast(({ role }) => role === 'assistant'),
  };
}

const contentOf = ({ content }: LLMMessage) => content ?? '';

function contactSaid({ contactLines }: Findings, cue: SpokenCue): boolean {
  return contactLines.some((line) => hasCue(line, cue));
}

function leftMessage({ machineAt, spoken }: Findings): boolean {
  return (
    machineAt !== -1 &&
    spoken.slice(machineAt + 1).some(({ role, interrupted }) => role === 'assistant' && !interrupted)
  );
}

/** The assistant said goodbye, or hung up of its own accord, after a talk in which the contact had a part. */
function closedByAssistant({ request, contactLines, lastOfAssistant }: Findings): boolean {
  if (contactLines.length === 0 || !lastOfAssistant || lastOfAssistant.interrupted) return false;
  return request.endedReason === 'assistant_hung_up' || hasCue(contentOf(lastOfAssistant), 'goodbye');
}
