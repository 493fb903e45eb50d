import { problems, type Problem, type ProblemCode } from '../../../shared/contracts/problem';
import type { Answer } from '../../support/requests';

/** Expects a complete, well-formed problem response with this code. */
export function expectProblem(answer: Answer, code: ProblemCode): Problem {
  const body = answer.body as Problem;
  expect(body).toMatchObject({ code });
  expect(answer.status).toBe(problems[code].status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    type: `urn:outdial:problem:${code}`,
    status: answer.status,
    title: problems[code].title,
    requestId: answer.headers.get('x-request-id'),
  });
  const comesAgain = answer.status === 503 || answer.status === 429 || code === 'idempotency_in_progress';
  expect(answer.headers.has('retry-after')).toBe(comesAgain);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
  return body;
}

/** The pointers of a problem's errors. */
export const pointersOf = (answer: Answer): string[] =>
  ((answer.body as Problem).errors ?? []).map((error) => error.pointer).sort();
