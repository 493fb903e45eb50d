import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import type { paths, Problem } from '@outdial/client';
import { ApiError, ConnectionError } from './errors';

async function readProblem(response: Response): Promise<Partial<Problem>> {
  try {
    return (await response.json()) as Partial<Problem>;
  } catch {
    return {};
  }
}

/**
 * Sends a request with the session's cookie, which the browser adds. @throws {ApiError} for an error answer
 * @throws {ConnectionError} without an answer
 */
export async function send(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    request.signal.throwIfAborted();
    throw new ConnectionError(error);
  }
  if (response.ok) return response;
  throw new ApiError(response.status, await readProblem(response));
}

/** The operations by path. Errors are thrown, see {@link send}. */
export const http = createFetchClient<paths>({ baseUrl: window.location.origin, fetch: send });

/** The same operations as hooks of TanStack Query. */
export const api = createQueryClient(http);
