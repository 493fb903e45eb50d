import { isDtmfDigit, type DtmfDigit } from '../../../domain/call/dtmf';
import { headerOf } from './message/headers';
import type { SipRequest } from './message/types';

/** The key of an INFO, as `application/dtmf-relay` or `application/dtmf` has it; `undefined` for any other INFO. */
export function keyOfInfo(request: SipRequest): DtmfDigit | undefined {
  const type = headerOf(request, 'Content-Type') ?? '';
  if (!/^application\/dtmf(-relay)?\b/i.test(type) || request.body.length > 200) return undefined;
  const [, signal = ''] = /^\s*(?:Signal\s*=\s*)?([0-9A-D*#])\s*$/im.exec(request.body.toString('latin1')) ?? [];
  return isDtmfDigit(signal) ? signal : undefined;
}
