import type { Ending, ContactScript } from './scenarios';

const personAsides = [
  'Let me think for a moment.',
  'One second, I need to look that up.',
  'Sorry, it is a little noisy here.',
  'All right, I am back with you.',
  'Let me write that down.',
];
const machineAsides = ['Thank you for calling.', 'Your call matters to us.'];
const acknowledgements = ['All right.', 'Yes, I see.', 'Good, thank you.'];

/** The contact's reaction to a finished sentence of the assistant. */
export type ContactReaction = { kind: 'speaks'; text: string; thenHangsUp: boolean } | { kind: 'stays_silent' };

/** Returns the small talk with which a contact fills the time. */
export function asidesOf(script: ContactScript): readonly string[] {
  return script.opensWith === undefined || script.isPerson === true ? personAsides : machineAsides;
}

/** Decides how the contact reacts after its given number of replies. */
export function decideReaction(script: ContactScript, repliesSoFar: number): ContactReaction {
  const reply = script.replies[repliesSoFar];
  if (reply !== undefined) {
    const isLast = repliesSoFar === script.replies.length - 1;
    return { kind: 'speaks', text: reply, thenHangsUp: isLast && script.ending === 'hangs_up' };
  }
  if (script.ending !== 'listens') return { kind: 'stays_silent' };
  const text = acknowledgements[(repliesSoFar - script.replies.length) % acknowledgements.length] ?? 'All right.';
  return { kind: 'speaks', text, thenHangsUp: false };
}

/** Decides whether the assistant finishes a sentence, the connection breaks during it, or the assistant fails to speak. */
export function decideSentenceOutcome(
  script: ContactScript,
  repliesSoFar: number,
): 'said' | 'line_drops' | 'assistant_fails' {
  const endings: Partial<Record<Ending, 'line_drops' | 'assistant_fails'>> = {
    line_drops: 'line_drops',
    assistant_fails: 'assistant_fails',
  };
  return repliesSoFar >= script.replies.length ? (endings[script.ending] ?? 'said') : 'said';
}

/** Counts the sentences of each side when both take turns and the assistant begins. */
export function turnsOf(script: ContactScript): { assistant: number; contact: number } {
  const contact = script.replies.length + (script.opensWith === undefined ? 0 : 1);
  const assistantEndsIt = script.ending !== 'hangs_up' && script.ending !== 'assistant_fails';
  return { assistant: assistantEndsIt ? contact + 1 : contact, contact };
}

/** Returns the words of a text that were spoken before an interruption. */
export function truncateToHeard(text: string, fraction: number): string {
  const words = text.split(' ');
  return words.slice(0, Math.ceil(words.length * Math.min(1, Math.max(0, fraction)))).join(' ');
}
