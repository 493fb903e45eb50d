import type { Response } from 'express';
import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import type { ApiKey } from '../../../shared/domain/access/api-key';

/** The state of a request while it is handled. */
export type Locals = {
  requestId: string;
  apiKey?: ApiKey;
  /** The session that sent the key's place, if a browser did. */
  session?: Session | undefined;
  /** The error behind a 5xx, for the log; the client sees less. */
  failure?: unknown;
};
export type ApiResponse = Response<unknown, Locals>;
