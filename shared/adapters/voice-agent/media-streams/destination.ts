import { isIP } from 'node:net';
import { createAddressGuard } from '../../webhook/address-guard';

/** Where agents may be. */
export interface AgentNetworks {
  /** Private networks that agents may be in. There, unencrypted connections are allowed. */
  allowedCidrs: readonly string[];
  allowedPorts: readonly number[] | 'any';
}

/** Which protocols a URL may have: the encrypted one, and the one for the operator's own networks. */
const protocols = { URL: ['wss:', 'ws:'], TwimlURL: ['https:', 'http:'] } as const;
export type AgentUrlField = keyof typeof protocols;

export const isEncrypted = (url: URL): boolean => url.protocol === 'wss:' || url.protocol === 'https:';

/**
 * The addresses that a URL may lead to: the networks that the operator allowed, and public ones if the connection is
 * encrypted.
 */
export const guardOf = (url: URL, { allowedCidrs }: Pick<AgentNetworks, 'allowedCidrs'>) =>
  createAddressGuard(allowedCidrs, { onlyListed: !isEncrypted(url) });

/**
 * Finds what is wrong with the URL of an agent: before a campaign is stored, and before each connection. Names are not
 * resolved here: each connection checks the address that it leads to.
 */
export function findAgentUrlProblem(text: string, field: AgentUrlField, networks: AgentNetworks): string | undefined {
  const [encrypted, plain] = protocols[field];
  const expected = `Expected a full URL such as "${encrypted}//example.com/agent".`;
  if (text.length > 2048 || !URL.canParse(text)) return expected;
  const url = new URL(text);
  if (url.protocol !== encrypted && url.protocol !== plain) return expected;
  if (url.username !== '' || url.password !== '') return 'A URL must not carry a user name or password: use Headers.';
  if (url.hash !== '') return 'A URL must not have a fragment.';
  const { allowedCidrs, allowedPorts } = networks;
  if (!isEncrypted(url) && allowedCidrs.length === 0) return expected;
  if (allowedPorts !== 'any' && url.port !== '' && !allowedPorts.includes(Number(url.port)))
    return `Expected a URL with port ${allowedPorts.join(' or ')}. An operator can allow others with AGENT_ALLOWED_PORTS.`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || guardOf(url, networks).allows(host)
    ? undefined
    : `Agents may not be at ${host}. An operator can open a network with AGENT_ALLOWED_CIDRS.`;
}
