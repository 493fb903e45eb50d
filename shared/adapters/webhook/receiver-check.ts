import { isIP } from 'node:net';
import { createAddressGuard } from './address-guard';

/** Detects at registration what would make every delivery fail. */
export interface ReceiverCheck {
  /** @param url an http or https URL @returns why webhooks cannot be sent there, or `undefined` if no problem is known */
  findProblem(url: string): string | undefined;
}

/** Which destinations may be registered. */
export interface DestinationRules {
  /** Private networks that webhooks may be sent to. */
  allowedCidrs: readonly string[];
  /** Whether http is allowed next to https. */
  allowHttp: boolean;
  allowedPorts: readonly number[] | 'any';
}

const blockedMessage = (host: string): string =>
  `${host} is a private or reserved address; webhooks are sent to public addresses only. ` +
  'An operator can open a network with WEBHOOK_ALLOWED_CIDRS.';

/**
 * Checks the protocol, the port and a literal address. Names are not resolved: the response would show a client which
 * names exist in the private network, and receivers are often registered before they are deployed. Each delivery attempt
 * checks the addresses that it connects to.
 */
export function createReceiverCheck(rules: DestinationRules): ReceiverCheck {
  const guard = createAddressGuard(rules.allowedCidrs);
  return {
    findProblem: (text) => {
      const url = new URL(text);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return findUrlProblem(url, rules) ?? (isIP(host) === 0 || guard.allows(host) ? undefined : blockedMessage(host));
    },
  };
}

/** Other ports and protocols belong to other kinds of servers, which a tenant must not reach from this service. */
function findUrlProblem({ protocol, port }: URL, { allowHttp, allowedPorts }: DestinationRules): string | undefined {
  if (protocol === 'http:' && !allowHttp) return 'Expected an https URL.';
  // Without a port it is that of the protocol: 443, or 80 where http is allowed.
  if (allowedPorts === 'any' || port === '' || allowedPorts.includes(Number(port))) return undefined;
  return `Expected a URL with port ${allowedPorts.join(' or ')}.`;
}
