import { lookup, Resolver } from 'node:dns/promises';

/** Resolves names to addresses. */
export interface NameResolver {
  /**
   * @returns one or more addresses
   * @throws an error with the `code` `ENOTFOUND` when the name does not exist, or `EAI_AGAIN` when no name server answered in time
   */
  resolve(name: string): Promise<string[]>;
}

const queryTimeoutMs = 2_000;
const tries = 2;
/** The name server has no addresses, or there is no name server. The hosts file of the system may have the name. */
const systemLookupCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EFORMERR', 'EBADNAME']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

class NameError extends Error {
  override name = 'NameError';
  constructor(
    readonly code: 'ENOTFOUND' | 'EAI_AGAIN',
    cause: unknown,
  ) {
    super(code, { cause });
  }
}

/**
 * Queries the name servers directly. The system's lookups share four threads, so names with hanging servers would block all other
 * receivers. The system's lookup is used only when it returns quickly.
 */
export function createNameResolver(): NameResolver {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries });
  return {
    resolve: async (name) => {
      // RFC 6761: localhost must not be sent to a name server.
      if (/^(.*\.)?localhost\.?$/i.test(name)) return ['127.0.0.1', '::1'];
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''));
      if (!codes.every((code) => systemLookupCodes.has(code))) throw new NameError('EAI_AGAIN', answers);
      try {
        return (await lookup(name, { all: true })).map(({ address }) => address);
      } catch (error) {
        throw new NameError(codeOf(error) === 'EAI_AGAIN' ? 'EAI_AGAIN' : 'ENOTFOUND', error);
      }
    },
  };
}
