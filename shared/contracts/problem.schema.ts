import { z } from 'zod';
import { field } from './field';
import { problems, type Problem, type ProblemCode } from './problem';

const requestId = 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';

const fieldProblemSchema = z
  .object({
    pointer: field(
      z.string(),
      'A JSON pointer (RFC 6901) into the body, or the name of the query parameter or header.',
      '/ContactPhoneNumber',
    ),
    detail: field(z.string(), 'What was expected.', 'Expected an E.164 number such as "+14155550123".'),
    row: field(z.int(), 'In a bulk file: the data row, from 1.', 17).optional(),
    column: field(z.string(), 'In a bulk file: the column.', 'ContactPhoneNumber').optional(),
    value: field(z.string(), 'In a bulk file: the value.', '0401234567').optional(),
    code: field(z.string(), 'In a bulk file: the kind of error.', 'invalid_value').optional(),
  })
  .meta({ id: 'FieldProblem', description: 'One problem with a request.' });

/** The body of every error response. */
export const problemSchema = z
  .object({
    type: field(
      z.string(),
      'Identifies the kind of problem; as stable as `code`.',
      'urn:outdial:problem:job_not_found',
    ),
    title: field(z.string(), 'A summary of the kind of problem.', problems.job_not_found.title),
    status: field(z.int(), 'The HTTP status.', 404),
    detail: field(z.string(), 'An explanation of this occurrence.', problems.job_not_found.title),
    instance: field(z.string(), 'Identifies this occurrence.', `urn:outdial:request:${requestId}`),
    code: field(
      z.enum(Object.keys(problems) as ProblemCode[]),
      'A stable code for the kind of problem. Branch on this.',
      'job_not_found',
    ),
    requestId: field(z.string(), 'The `X-Request-Id` of the response; identifies the request in the log.', requestId),
    errors: field(z.array(fieldProblemSchema), 'The individual problems and their locations, if known.').optional(),
  })
  .meta({
    id: 'Problem',
    description: 'Problem details (RFC 9457): the body of every error response.',
  }) satisfies z.ZodType<Problem>;
