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

/** What the contact does when the assistant has finished a sentence. */
export type ContactReaction = { kind: 'speaks'; text: string; thenHangsUp: boolean } | { kind: 'stays_silent' };

/** The small talk a contact of this script fills the time with. */
export function asidesOf(script: ContactScript): readonly string[] {
  return script.opensWith === undefined ? personAsides : machineAsides;
}

/** The contact's reaction to the assistant's sentence number `replies so far`. */
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

/** How the assistant's sentence goes: said to the end, cut by a lost line, or not said at all. */
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

/** How many sentences each side has in a script when the assistant says one, hears one, and so on. */
export function turnsOf(script: ContactScript): { assistant: number; contact: number } {
  const contact = script.replies.length + (script.opensWith === undefined ? 0 : 1);
  const assistantEndsIt = script.ending !== 'hangs_up' && script.ending !== 'assistant_fails';
  return { assistant: assistantEndsIt ? contact + 1 : contact, contact };
}

/** The words of a text that were heard when only a part of it was said. */
export function truncateToHeard(text: string, fraction: number): string {
  const words = text.split(' ');
  return words.slice(0, Math.ceil(words.length * Math.min(1, Math.max(0, fraction)))).join(' ');
}
