import type { NextFunction, Request } from 'express';
import { createProblem } from '../../../shared/contracts/problem';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import { toProblem } from './to-problem';

/** Sends RFC 9457 problem details. */
function sendProblem(res: ApiResponse, problem: ProblemError): void {
  const { requestId } = res.locals;
  res
    .status(problem.status)
    .set(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(createProblem(problem.code, { requestId, detail: problem.detail, errors: problem.errors })));
}

/** The only place where an error becomes a response. Express recognizes an error handler by its four parameters. */
export function problemHandler(error: unknown, _req: Request, res: ApiResponse, next: NextFunction): void {
  const problem = toProblem(error);
  if (problem.status >= 500) res.locals.failure = problem.cause ?? problem;
  // A response that has begun cannot be replaced: Express closes the connection.
  if (res.headersSent) next(error);
  else sendProblem(res, problem);
}

/** Must come after every route. */
export function unknownRoute(): never {
  throw new ProblemError('route_not_found', { detail: 'No resource exists at this path.' });
}
