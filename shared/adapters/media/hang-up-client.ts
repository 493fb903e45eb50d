import { request } from 'undici';
import type { CallSummary } from '../../domain/call/call-record';
import { formatMediaPath, type MediaRequest } from './media-path';
import type { MediaTokens } from './media-token';

/** Pushes a stop to the worker that handles a call. */
export interface CallHangUp {
  /**
   * Makes the worker hang up immediately instead of at its next look at the record. The stop must be requested before: a
   * worker that is about to dial serves nothing yet, and finds the request. Does nothing without a worker address.
   * @throws when the worker cannot be reached within a second
   */
  hangUp(call: Pick<CallSummary, 'ID' | 'MediaAddress'>): Promise<void>;
}

const timeoutMs = 1_000;

export const createHangUpClient = (tokens: Pick<MediaTokens, 'sign'>, nowMs: () => number): CallHangUp => ({
  hangUp: async ({ ID, MediaAddress }) => {
    if (MediaAddress === undefined) return;
    const hangUp: MediaRequest = { action: 'hang_up', callId: ID };
    const headers = { authorization: `Bearer ${tokens.sign(hangUp, nowMs())}` };
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await request(`http://${MediaAddress}${formatMediaPath(hangUp)}`, {
      method: 'POST',
      headers,
      signal,
    });
    await answer.body.dump();
  },
});

/** For processes that reach no worker. */
export const noHangUp: CallHangUp = { hangUp: () => Promise.resolve() };
