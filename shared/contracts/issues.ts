import type { z } from 'zod';
import type { FieldProblem } from '../domain/field-problem';
import { truncate } from '../domain/truncate';

/** Limits on the errors of one response: a body can hold thousands of mistakes, and its keys can be very long. */
const reportLimits = { errors: 50, key: 100 } as const;

const escapeSegment = (key: PropertyKey): string =>
  truncate(String(key), reportLimits.key).replaceAll('~', '~0').replaceAll('/', '~1');

/** RFC 6901: `['Overrides', 'SST']` → `/Overrides/SST`. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${escapeSegment(key)}`).join('');

/** A query is flat: the pointer is the parameter's name, even for one of several values. */
export const parameterName = (path: readonly PropertyKey[]): string => path.slice(0, 1).map(escapeSegment).join('');

type Pointer = (path: readonly PropertyKey[]) => string;

/**
 * Converts zod's issues to errors with a location. Each unknown key of an object becomes an error of its own.
 * @param noun the name for an unknown key
 */
export function toFieldProblems(
  issues: readonly z.core.$ZodIssue[],
  pointer: Pointer,
  noun: 'field' | 'parameter' = 'field',
): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const problem of issues.flatMap((issue) => toProblems(issue, pointer, noun))) {
    // A number can violate two bounds that share one message.
    found.set(`${problem.pointer} ${problem.detail}`, problem);
  }
  return [...found.values()].slice(0, reportLimits.errors);
}

function toProblems(issue: z.core.$ZodIssue, pointer: Pointer, noun: string): FieldProblem[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, reportLimits.errors).map((key) => ({
        pointer: pointer([...issue.path, key]),
        detail: `Unknown ${noun} "${truncate(key, reportLimits.key)}".`,
      }));
    case 'invalid_key':
      return [{ pointer: pointer(issue.path), detail: issue.issues[0]?.message ?? `Unknown ${noun}.` }];
    default:
      return [{ pointer: pointer(issue.path), detail: issue.message }];
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};
const unitNames: Record<string, string> = { string: ' characters', array: ' items' };

/** The message of an issue whose schema defines none: it states the expectation and never repeats the value. */
export function describeExpectation(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = `Expected ${typeNames[issue.expected] ?? issue.expected}.`;
      return issue.input === undefined ? `Required. ${expected}` : expected;
    }
    case 'invalid_value':
      return `Expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(quote).join(', ')}.`;
    case 'invalid_union':
      return Array.isArray(issue['options']) ? `Expected one of ${issue['options'].map(quote).join(', ')}.` : undefined;
    case 'too_big':
      return `Expected at most ${issue.maximum}${unitNames[issue.origin] ?? ''}.`;
    case 'too_small':
      return `Expected at least ${issue.minimum}${unitNames[issue.origin] ?? ''}.`;
    default:
      return undefined;
  }
}

const quote = (value: unknown): string => JSON.stringify(value);
