import { headerOf } from './message/headers';
import { tagOf } from './dialog';
import type { SipRequest } from './message/types';
import { allowHeader, responseTo } from './requests';
import type { Respond } from './transaction/types';

/**
 * Answers a request that belongs to no call of this process: we take no calls, and have no such one. Strangers send those,
 * maybe in the name of another address, so each gets one short response, and nothing is remembered of it.
 */
export function answerOutside(request: SipRequest, respond: Respond): void {
  if (request.method === 'ACK') return;
  const status = statusOf(request);
  const headers = status === 200 || status === 405 ? [allowHeader] : [];
  respond(responseTo(request, status, { headers, tag: 'outdial' }), 'once');
}

function statusOf(request: SipRequest): number {
  if (hasTag(request)) return 481;
  switch (request.method) {
    case 'OPTIONS':
      return 200;
    case 'INVITE':
      return 486;
    case 'BYE':
    case 'CANCEL':
    case 'UPDATE':
    case 'INFO':
      return 481;
    default:
      return 405;
  }
}

function hasTag(request: SipRequest): boolean {
  try {
    return tagOf(headerOf(request, 'To')) !== undefined;
  } catch {
    return false;
  }
}
