import { getCountries } from 'libphonenumber-js/max';
import { z } from 'zod';
import { typeError } from './primitives';

const countries: ReadonlySet<string> = new Set(getCountries());
/** True for an ISO 3166-1 alpha-2 code whose numbering plan is known. */
export const isCountry = (code: string): boolean => countries.has(code);

/** Names the code that is probably meant: `us`, or `UK`, which is not the code of the United Kingdom. */
function describeCountryExpectation(code: unknown): string {
  const written = typeof code === 'string' ? code.trim().toUpperCase() : '';
  const likely = written === 'UK' ? 'GB' : written;
  return isCountry(likely)
    ? `Expected an ISO 3166-1 alpha-2 code: probably "${likely}".`
    : 'Expected an ISO 3166-1 alpha-2 code such as "US".';
}

/** The country whose numbering plan reads numbers without a country code, ISO 3166-1 alpha-2. */
export const country = z
  .string({ error: typeError(describeCountryExpectation(undefined)) })
  .refine(isCountry, { error: ({ input }) => describeCountryExpectation(input) })
  .meta({ example: 'US', pattern: '^[A-Z]{2}$' });
