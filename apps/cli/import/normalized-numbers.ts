import type { NormalizedNumber } from '@outdial/client';
import { escapeControls } from '../output';

const shownNumbers = 20;

/** The help of the option `--default-country`. */
export const defaultCountryHelp =
  'the country of numbers without a country code, such as US; by default the DefaultCountry of the campaign';

/**
 * Says what numbers of a file were read as; empty if all were E.164.
 * @param numbers the first of them, to be listed
 */
export function formatNormalized(rows: number, numbers: readonly NormalizedNumber[]): string {
  if (rows === 0) return '';
  const lines = numbers
    .slice(0, shownNumbers)
    .map(({ Row, Column, Value, Number }) => escapeControls(`  row ${Row}, ${Column} "${Value}": ${Number}\n`));
  const more = numbers.length > shownNumbers ? '  and more: --json lists up to 1,000\n' : '';
  return `${rows} rows with numbers that are not E.164, read as E.164${lines.length === 0 ? '.' : ':'}\n${lines.join('')}${more}`;
}
