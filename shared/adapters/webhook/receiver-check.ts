import { isIP } from 'node:net';
import { createAddressGuard } from './address-guard';
import { createNameResolver, type NameResolver } from './resolver';

/** Says at registration what would make every delivery fail. */
export interface ReceiverCheck {
  /** @param url an http or https URL @returns why webhooks cannot be sent there, or `undefined` when nothing is known against it */
  findProblem(url: string): Promise<string | undefined>;
}

/** Nobody who registers a webhook waits longer for name servers. */
const lookupDeadlineMs = 1_500;

const never = (host: string): string =>
  `${host} is a private or reserved address; webhooks are sent to public addresses only. ` +
  'An operator can open a network with WEBHOOK_ALLOWED_CIDRS.';

/**
 * Checks the host of a URL: an address at once, a name by what it resolves to now. A name that nobody knows yet is taken, as a receiver
 * is often registered before it stands; each attempt is judged again when it connects.
 */
export function createReceiverCheck(options: {
  allowedCidrs: readonly string[];
  resolver?: NameResolver;
}): ReceiverCheck {
  const guard = createAddressGuard(options.allowedCidrs);
  const resolver = options.resolver ?? createNameResolver();
  return {
    findProblem: async (url) => {
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0) return guard.allows(host) ? undefined : never(host);
      const addresses = await lookupUntil(lookupDeadlineMs, resolver.resolve(host));
      if (addresses.length === 0 || addresses.some((address) => guard.allows(address))) return undefined;
      return `${host} resolves to private or reserved addresses only; webhooks are sent to public addresses only.`;
    },
  };
}

/** What is known by the deadline: nothing, if that is how long it takes or if it cannot be known. */
async function lookupUntil(ms: number, lookup: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), ms);
  });
  try {
    return await Promise.race([lookup.catch(() => []), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
