import { isIP } from 'node:net';
import { createAddressGuard } from './address-guard';
import { createNameResolver, type NameResolver } from './resolver';

/** Detects at registration what would make every delivery fail. */
export interface ReceiverCheck {
  /** @param url an http or https URL @returns why webhooks cannot be sent there, or `undefined` if no problem is known */
  findProblem(url: string): Promise<string | undefined>;
}

/** Which destinations may be registered. */
export interface DestinationRules {
  /** Private networks that webhooks may be sent to. */
  allowedCidrs: readonly string[];
  /** Whether http is allowed next to https. */
  allowHttp: boolean;
  allowedPorts: readonly number[] | 'any';
}

/** The registration waits no longer than this for name servers. */
const lookupTimeoutMs = 1_500;

const blockedMessage = (host: string): string =>
  `${host} is a private or reserved address; webhooks are sent to public addresses only. ` +
  'An operator can open a network with WEBHOOK_ALLOWED_CIDRS.';

/**
 * Checks the host of a URL, and a name by its current addresses. A name that does not resolve is accepted, because receivers are often
 * registered before they are deployed. Each delivery attempt checks the addresses again when it connects.
 */
export function createReceiverCheck(options: DestinationRules & { resolver?: NameResolver }): ReceiverCheck {
  const guard = createAddressGuard(options.allowedCidrs);
  const resolver = options.resolver ?? createNameResolver();
  return {
    findProblem: async (url) => {
      const problem = findUrlProblem(new URL(url), options);
      if (problem !== undefined) return problem;
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0) return guard.allows(host) ? undefined : blockedMessage(host);
      const addresses = await lookUpWithin(lookupTimeoutMs, resolver.resolve(host));
      if (addresses.length === 0 || addresses.some((address) => guard.allows(address))) return undefined;
      return `${host} resolves to private or reserved addresses only; webhooks are sent to public addresses only.`;
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

/** @returns the addresses, or none if the lookup fails or exceeds the timeout */
async function lookUpWithin(timeoutMs: number, lookup: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), timeoutMs);
  });
  try {
    return await Promise.race([lookup.catch(() => []), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
