import type { SipResponse } from './message/types';

/** The other side answered, and its answer does not say that the call is over. */
export class NotEndedError extends Error {
  override name = 'NotEndedError';
}

/** The request went no further than a server that refused it, or did not reach the other side in time. */
const saysNothing = (status: number): boolean =>
  [401, 403, 407, 408].includes(status) || (status >= 500 && status < 600);

/** Reads the answer to a CANCEL or a BYE: any but a few means that there is no such call any more. @throws {NotEndedError} */
export function requireEnd({ status }: SipResponse): void {
  if (saysNothing(status)) throw new NotEndedError(`The other side answered with ${status}.`);
}
