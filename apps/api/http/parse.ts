import type { z } from 'zod';
import { describeExpectation, toFieldProblems, jsonPointer, parameterName } from '../../../shared/contracts/issues';
import { invalidBody, invalidQuery } from './problem';

/** Parses a request body. @throws {ProblemError} that points at every invalid field */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: describeExpectation });
  if (parsed.success) return parsed.data;
  throw invalidBody(toFieldProblems(parsed.error.issues, jsonPointer));
}

/** Parses the query; a repeated parameter arrives as an array, which its schema rejects. @throws {ProblemError} */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  // Express creates queries without a prototype, which zod does not accept as plain objects.
  const parsed = schema.safeParse({ ...(query as Record<string, unknown>) }, { error: describeExpectation });
  if (parsed.success) return parsed.data;
  throw invalidQuery(toFieldProblems(parsed.error.issues, parameterName, 'parameter'));
}
