import type { Response } from 'express';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** What is known of a request while it is answered. */
export type Locals = {
  requestId: string;
  apiKey?: ApiKey;
  /** What broke, for the log; the client is told less. */
  failure?: unknown;
};
export type ApiResponse = Response<unknown, Locals>;
