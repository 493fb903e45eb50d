import type { LLMMessage } from '../../domain/call/call';
import { hasCue } from '../analysis/phrases';
import type { CallLeg, LegEvent } from '../telephony/telephony';
import { parseScriptedAgentSettings, type ScriptedAgentSettings } from './scripted-settings';
import { fillTemplate } from './template';
import type { ConversationContext, VoiceAgent } from './voice-agent';

type ContactSpoke = Extract<LegEvent, { type: 'contact_spoke' }>;
/** A message but for its `created_at`. */
type Spoken = Pick<LLMMessage, 'role' | 'content' | 'interrupted'> & { start_ms: number; end_ms: number };

/** A conversation that a script leads. */
interface Conversation {
  leg: CallLeg;
  settings: ScriptedAgentSettings;
  fill: (text: string) => string;
  report: (spoken: Spoken) => void;
  /** While the agent speaks, what the contact says waits here: messages are reported in order of their start. */
  unreported: Spoken[];
  speaking: boolean;
  /** What the contact said since the agent last replied. */
  unanswered: string[];
  nextLine: number;
  ended: boolean;
  /** Called when the contact spoke or the leg ended. */
  wake: () => void;
}

/** What the agent says next, and whether it hangs up after it. */
interface Reply {
  text: string;
  last: boolean;
}

const disclosure = 'Yes, I am an automated assistant, calling on behalf of our team.';
const politeRefusal = 'I understand, and I will make a note of that. I am sorry to have disturbed you. Goodbye.';
const apology = 'I am sorry, I must have dialed the wrong number. Goodbye.';

/** An agent that follows the campaign's script; it needs no model and no network. */
export function createScriptedAgent({ nowMs = Date.now }: { nowMs?: () => number } = {}): VoiceAgent {
  return { name: 'scripted', converse: (leg, context) => converse(leg, context, nowMs) };
}

async function converse(leg: CallLeg, context: ConversationContext, nowMs: () => number): Promise<void> {
  const parsed = parseScriptedAgentSettings(context.agent);
  if (!parsed.ok) throw new Error(`The campaign's Agent settings are wrong at "${parsed.pointer}": ${parsed.detail}`);
  const conversation = createConversation(leg, { context, settings: parsed.value, nowMs });
  const stopListening = leg.onEvent((event) => {
    if (event.type === 'contact_spoke') hear(conversation, event);
  });
  void leg.ended.then(() => {
    conversation.ended = true;
    conversation.wake();
  });
  try {
    await follow(conversation);
    await leg.ended;
  } finally {
    stopListening();
  }
}

interface Setting {
  context: ConversationContext;
  settings: ScriptedAgentSettings;
  nowMs: () => number;
}

function createConversation(leg: CallLeg, { context, settings, nowMs }: Setting): Conversation {
  const { contactName: ContactName, data: Data, metadata: Metadata, onMessage } = context;
  return {
    leg,
    settings,
    fill: (text) => fillTemplate(text, { ContactName, Data, Metadata }),
    report: ({ role, content, start_ms, end_ms, interrupted }) => {
      // A message is reported when it has been said: it was begun its own length ago.
      const created_at = new Date(nowMs() - (end_ms - start_ms)).toISOString();
      onMessage({ role, content, created_at, start_ms, end_ms, ...(interrupted && { interrupted }) });
    },
    unreported: [],
    speaking: false,
    unanswered: [],
    nextLine: 0,
    ended: false,
    wake: () => undefined,
  };
}

/** The whole conversation: greeting, then a reply to whatever the contact says, until a reply is the last. */
async function follow(conversation: Conversation): Promise<void> {
  await say(conversation, conversation.fill(conversation.settings.Greeting));
  for (;;) {
    const heard = await nextFromContact(conversation);
    if (heard === undefined) return;
    const reply = replyTo(heard, conversation);
    await say(conversation, reply.text);
    if (reply.last) return conversation.leg.hangUp();
  }
}

/** What the contact said, once it has spoken; nothing when the call is over. */
async function nextFromContact(conversation: Conversation): Promise<string | undefined> {
  while (!conversation.ended && conversation.unanswered.length === 0) {
    await new Promise<void>((resolve) => (conversation.wake = resolve));
  }
  return conversation.ended ? undefined : conversation.unanswered.splice(0).join(' ');
}

function replyTo(heard: string, conversation: Conversation): Reply {
  const { settings, fill } = conversation;
  if (hasCue(heard, 'voicemail')) return { text: fill(settings.Voicemail), last: true };
  if (hasCue(heard, 'wrong_number')) return { text: apology, last: true };
  if (hasCue(heard, 'refusal')) return { text: politeRefusal, last: true };
  if (hasCue(heard, 'asks_if_bot')) return { text: disclosure, last: false };
  while (conversation.nextLine < settings.Lines.length) {
    const text = fill(settings.Lines[conversation.nextLine++] ?? '');
    // A line whose values are all missing has nothing to say.
    if (text !== '') return { text, last: false };
  }
  return { text: fill(settings.Goodbye), last: true };
}

async function say(conversation: Conversation, content: string): Promise<void> {
  if (content === '') return;
  conversation.speaking = true;
  try {
    const { startMs: start_ms, endMs: end_ms, interrupted } = await conversation.leg.say(content);
    // Cut off before its first sound, it was not said.
    if (end_ms > start_ms) conversation.unreported.push({ role: 'assistant', content, start_ms, end_ms, interrupted });
  } finally {
    conversation.speaking = false;
    reportAll(conversation);
  }
}

function hear(conversation: Conversation, { text, startMs, endMs, interrupted = false }: ContactSpoke): void {
  conversation.unreported.push({ role: 'user', content: text, start_ms: startMs, end_ms: endMs, interrupted });
  if (!conversation.speaking) reportAll(conversation);
  conversation.unanswered.push(text);
  conversation.wake();
}

function reportAll(conversation: Conversation): void {
  const inOrder = conversation.unreported.splice(0).sort((one, other) => one.start_ms - other.start_ms);
  inOrder.forEach(conversation.report);
}
