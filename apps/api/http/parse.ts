import type { z } from 'zod';
import { describeExpectation, toFieldProblems, jsonPointer, parameterName } from '../../../shared/contracts/issues';
import { invalidBody, invalidQuery } from './problem';

/** Parses a request's body, once, at the border. @throws {ProblemError} that points at every field that is wrong */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: describeExpectation });
  if (parsed.success) return parsed.data;
  throw invalidBody(toFieldProblems(parsed.error.issues, jsonPointer));
}

/** Parses the query; a parameter given twice arrives as an array and is refused by its schema. @throws {ProblemError} */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  // Express makes queries without a prototype, which zod does not take for plain objects.
  const parsed = schema.safeParse({ ...(query as Record<string, unknown>) }, { error: describeExpectation });
  if (parsed.success) return parsed.data;
  throw invalidQuery(toFieldProblems(parsed.error.issues, parameterName, 'parameter'));
}
