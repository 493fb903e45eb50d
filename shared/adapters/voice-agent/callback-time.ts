const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const span = new RegExp(
  `\\b(?:back|again|later) in (?:about )?(\\d{1,3}|an?|half an|${numbers.join('|')}) (minute|hour|day)s?\\b`,
);

/**
 * When a contact wants to be called back, as the scripted agent understands it: "call me back in two hours".
 * @returns ms from now; `undefined` if the text names no span
 */
export function parseCallbackDelay(text: string): number | undefined {
  const [, count, unit] = span.exec(text.toLowerCase()) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const length = unitMs[unit as keyof typeof unitMs];
  if (count === 'half an') return length / 2;
  if (count === 'a' || count === 'an') return length;
  const number = /^\d/.test(count) ? Number(count) : numbers.indexOf(count) + 1;
  return number * length;
}
