import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { createNameResolver, type NameResolver } from '../../../webhook/resolver';

/** A server of a service (RFC 2782). */
export interface ServerRecord {
  name: string;
  port: number;
  /** Lower ones first. */
  priority: number;
  /** The share among those of one priority. */
  weight: number;
}

/** What `resolveTargets` looks up. */
export interface SipDns {
  /** @returns the servers of a service such as `_sip._udp.example.com`; none if it has no records */
  resolveServers(service: string): Promise<ServerRecord[]>;
  /** @returns one or more addresses. @throws if there are none */
  resolveAddresses(name: string): Promise<string[]>;
}

const queryTimeoutMs = 2_000;
const tries = 2;
/** A trunk's calls look up the same names. */
const cached = { max: 500, ttl: 30_000 };
/** There are no such records, or no name server that knows of any. */
const noRecordCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EFORMERR', 'EBADNAME', 'ENOTIMP']);

export interface SipDnsOptions {
  /** Default: the name servers of the system. */
  resolver?: Pick<Resolver, 'resolveSrv'>;
  names?: NameResolver;
}

/** Creates the look-ups. Answers are kept for half a minute. */
export function createSipDns({
  resolver = new Resolver({ timeout: queryTimeoutMs, tries }),
  names = createNameResolver(),
}: SipDnsOptions = {}): SipDns {
  return {
    resolveServers: remember(async (service) => {
      try {
        return await resolver.resolveSrv(service);
      } catch (error) {
        if (error instanceof Error && 'code' in error && noRecordCodes.has(String(error.code))) return [];
        throw error;
      }
    }),
    resolveAddresses: remember((name) => names.resolve(name)),
  };
}

/** Keeps answers, but no errors. */
function remember<Answer extends object>(
  resolve: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const answers = new LRUCache<string, Answer>(cached);
  return async (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = await resolve(name);
    answers.set(name, answer);
    return answer;
  };
}
