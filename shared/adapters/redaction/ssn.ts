import { isPartOfWord } from './credit-card';
import type { Run, Span } from './reading';
import type { RedactionText } from './rule';

/** Area, group, serial: never 000, 666 or 900 to 999; never 00; never 0000 (SSA, "Social Security Number Randomization", 2011). */
const possible = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;
const announced = /\b(?:social security|social insurance|ssn|social(?: number)?|seguro social|tax(?:payer)? id)\b/i;
/** Maximum distance between an announcement and the digits. */
const reach = 80;

/**
 * Finds social security numbers of the United States: nine possible digits, grouped 3-2-4; or in any other grouping, or spelled, if the
 * preceding words announce them.
 */
export function* findSocialSecurityNumbers({ text, readings }: RedactionText): Iterable<Span> {
  for (const [place, { runs }] of readings.entries()) {
    for (const run of runs) {
      if (run.plus || run.digits.length < 9 || (place > 0 && !run.spoken) || isPartOfWord(text, run)) continue;
      if (possible.test(run.digits) && announced.test(text.slice(Math.max(0, run.start - reach), run.start))) yield run;
      else yield* findGrouped(text, run);
    }
  }
}

/** Finds groups of three, two and four digits with equal separators. Next to other digits, the separator must be a dash. */
function* findGrouped(text: string, { pieces }: Run): Iterable<Span> {
  for (let at = 0; at + 2 < pieces.length; at++) {
    const [area, group, serial] = [pieces[at], pieces[at + 1], pieces[at + 2]];
    if (!area || !group || !serial) continue;
    const digits = [area, group, serial].map(({ value }) => value);
    const sign = text.slice(area.end, Math.min(group.start, area.end + 2));
    const alike = sign === text.slice(group.end, Math.min(serial.start, group.end + 2));
    const signs = pieces.length === 3 ? /^[\s.\-\u2010-\u2015]$/u : /^[-\u2010-\u2015]$/u;
    if (digits.map(({ length }) => length).join('-') !== '3-2-4' || !alike || !signs.test(sign)) continue;
    if (possible.test(digits.join(''))) yield { start: area.start, end: serial.end };
  }
}
