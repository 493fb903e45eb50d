import type { LLMMessage } from '../../domain/call/call';
import { hasCue } from '../analysis/phrases';
import { canSpeak, type CallLeg, type ContactSpeech, type SpeakingLeg } from '../telephony/telephony';
import { parseScriptedAgentSettings, type ScriptedAgentSettings } from './scripted-settings';
import { parseCallbackDelay } from './callback-time';
import { fillTemplate } from './template';
import type { ConversationContext, VoiceAgent } from './voice-agent';

/** A message without its `created_at`. */
type Spoken = Pick<LLMMessage, 'role' | 'content' | 'interrupted'> & { start_ms: number; end_ms: number };

/** The state of a scripted conversation. */
interface Conversation {
  leg: SpeakingLeg;
  settings: ScriptedAgentSettings;
  fill: (text: string) => string;
  report: (spoken: Spoken) => void;
  /** Buffers messages while the agent speaks, so that they are reported in order of their start. */
  unreported: Spoken[];
  speaking: boolean;
  /** Utterances of the contact since the agent's last reply. */
  unanswered: string[];
  nextLine: number;
  ended: boolean;
  /** When the contact answered, a Unix time. */
  answeredMs: number;
  /** Ms from the answer to the end of the contact's last words. */
  heardMs: number;
  request: Pick<ConversationContext, 'onCallback' | 'onTransfer' | 'onMachine' | 'messageRequested'>;
  /** Set once a message is to be left on an answering machine. */
  message?: string;
  /** Resolves the pending wait when the contact spoke or the leg ended. */
  wake: () => void;
}

/** The agent's next utterance, and whether the agent hangs up after it. */
interface Reply {
  text: string;
  last: boolean;
}

const disclosure = 'Yes, I am an automated assistant, calling on behalf of our team.';
const politeRefusal = 'I understand, and I will make a note of that. I am sorry to have disturbed you. Goodbye.';
const callbackPromise = 'Of course, I will call you back then. Goodbye.';
const personPromise = 'I have noted that you would like to speak to a person. Goodbye.';
const apology = 'I am sorry, I must have dialed the wrong number. Goodbye.';

/** Creates an agent that follows the campaign's script, without a model or a network. */
export function createScriptedAgent({ nowMs = Date.now }: { nowMs?: () => number } = {}): VoiceAgent {
  return { name: 'scripted', converse: (leg, context) => converse(leg, context, nowMs) };
}

async function converse(leg: CallLeg, context: ConversationContext, nowMs: () => number): Promise<void> {
  if (!canSpeak(leg)) throw new Error('The scripted agent needs the simulated line: real lines carry audio, not text.');
  const parsed = parseScriptedAgentSettings(context.agent);
  if (!parsed.ok) throw new Error(`The campaign's Agent settings are invalid at "${parsed.pointer}": ${parsed.detail}`);
  const conversation = createConversation(leg, { context, settings: parsed.value, nowMs });
  const unsubscribe = leg.onSpeech((speech) => handleSpeech(conversation, speech));
  const unsubscribeEvents = leg.onEvent((event) => {
    if (event.type === 'answered') conversation.answeredMs = event.atMs;
  });
  void leg.ended.then(() => {
    conversation.ended = true;
    conversation.wake();
  });
  void context.messageRequested?.then(({ text }) => {
    conversation.message = conversation.fill(text ?? conversation.settings.Voicemail);
    conversation.wake();
  });
  try {
    await runScript(conversation);
    await leg.ended;
  } finally {
    unsubscribe();
    unsubscribeEvents();
  }
}

interface ConversationOptions {
  context: ConversationContext;
  settings: ScriptedAgentSettings;
  nowMs: () => number;
}

function createConversation(leg: SpeakingLeg, { context, settings, nowMs }: ConversationOptions): Conversation {
  const { contactName: ContactName, data: Data, metadata: Metadata, onMessage } = context;
  return {
    leg,
    settings,
    fill: (text) => fillTemplate(text, { ContactName, Data, Metadata }),
    report: ({ role, content, start_ms, end_ms, interrupted }) => {
      // A message is reported when it ends, so it started its own duration ago.
      const created_at = new Date(nowMs() - (end_ms - start_ms)).toISOString();
      onMessage({ role, content, created_at, start_ms, end_ms, ...(interrupted && { interrupted }) });
    },
    unreported: [],
    speaking: false,
    unanswered: [],
    nextLine: 0,
    ended: false,
    answeredMs: nowMs(),
    heardMs: 0,
    request: context,
    wake: () => undefined,
  };
}

/** Speaks the greeting, then replies to the contact until the last reply. */
async function runScript(conversation: Conversation): Promise<void> {
  await say(conversation, conversation.fill(conversation.settings.Greeting));
  for (;;) {
    const heard = await waitForContact(conversation);
    if (heard === undefined) return;
    const reply = decideReply(heard, conversation);
    if (reply === 'wait') continue;
    await say(conversation, reply.text);
    if (reply.last) return conversation.leg.hangUp();
  }
}

/** Waits until the contact has spoken, or a message is to be left. @returns the text, `undefined` when the call is over */
async function waitForContact(conversation: Conversation): Promise<string | undefined> {
  while (!conversation.ended && conversation.unanswered.length === 0 && conversation.message === undefined) {
    await new Promise<void>((resolve) => (conversation.wake = resolve));
  }
  return conversation.ended ? undefined : conversation.unanswered.splice(0).join(' ');
}

function decideReply(heard: string, conversation: Conversation): Reply | 'wait' {
  const { settings, fill } = conversation;
  if (conversation.message !== undefined) return { text: conversation.message, last: true };
  if (hasCue(heard, 'voicemail')) {
    conversation.request.onMachine?.('machine');
    // The message is requested once the machine records.
    if (conversation.request.messageRequested !== undefined) return 'wait';
    return { text: fill(settings.Voicemail), last: true };
  }
  if (hasCue(heard, 'wrong_number')) return { text: apology, last: true };
  if (hasCue(heard, 'refusal')) return { text: politeRefusal, last: true };
  const callbackMs = parseCallbackDelay(heard);
  if (callbackMs !== undefined) {
    conversation.request.onCallback(conversation.answeredMs + conversation.heardMs + callbackMs);
    return { text: callbackPromise, last: true };
  }
  if (hasCue(heard, 'asks_for_person')) {
    conversation.request.onTransfer({ note: heard });
    return { text: personPromise, last: true };
  }
  if (hasCue(heard, 'asks_if_bot')) return { text: disclosure, last: false };
  while (conversation.nextLine < settings.Lines.length) {
    const text = fill(settings.Lines[conversation.nextLine++] ?? '');
    // A line is empty when all of its values are missing.
    if (text !== '') return { text, last: false };
  }
  return { text: fill(settings.Goodbye), last: true };
}

async function say(conversation: Conversation, content: string): Promise<void> {
  if (content === '') return;
  conversation.speaking = true;
  try {
    const { startMs: start_ms, endMs: end_ms, interrupted } = await conversation.leg.say(content);
    // A sentence interrupted before its first sound is not reported.
    if (end_ms > start_ms) conversation.unreported.push({ role: 'assistant', content, start_ms, end_ms, interrupted });
  } finally {
    conversation.speaking = false;
    reportAll(conversation);
  }
}

function handleSpeech(conversation: Conversation, { text, startMs, endMs, interrupted = false }: ContactSpeech): void {
  conversation.unreported.push({ role: 'user', content: text, start_ms: startMs, end_ms: endMs, interrupted });
  if (!conversation.speaking) reportAll(conversation);
  conversation.heardMs = endMs;
  conversation.unanswered.push(text);
  conversation.wake();
}

function reportAll(conversation: Conversation): void {
  const inOrder = conversation.unreported.splice(0).sort((one, other) => one.start_ms - other.start_ms);
  inOrder.forEach(conversation.report);
}
