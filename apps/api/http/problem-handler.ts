import type { NextFunction, Request } from 'express';
import { createProblem } from '../../../shared/contracts/problem';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import { toProblem } from './to-problem';

/** Answers a refusal as RFC 9457 problem details. */
function sendProblem(res: ApiResponse, problem: ProblemError): void {
  const { requestId } = res.locals;
  res
    .status(problem.status)
    .set(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(createProblem(problem.code, { requestId, detail: problem.detail, errors: problem.errors })));
}

/** The one place where an error becomes an answer. Express tells it by its four parameters. */
export function problemHandler(error: unknown, _req: Request, res: ApiResponse, next: NextFunction): void {
  const problem = toProblem(error);
  if (problem.status >= 500) res.locals.failure = problem.cause ?? problem;
  // An answer that has begun cannot become another one: Express closes the connection.
  if (res.headersSent) next(error);
  else sendProblem(res, problem);
}

/** Comes after every route. */
export function unknownRoute(): never {
  throw new ProblemError('route_not_found', { detail: 'There is nothing at this path.' });
}
