import { lookup, Resolver } from 'node:dns/promises';

/** Finds the addresses of a name. */
export interface NameResolver {
  /**
   * @returns one or more addresses
   * @throws an error whose `code` is `ENOTFOUND` when there is no such name, or `EAI_AGAIN` when nobody said so in time
   */
  resolve(name: string): Promise<string[]>;
}

const queryTimeoutMs = 2_000;
const tries = 2;
/** The name server said that there is nothing, or there is no name server: the system's own list of hosts may know more. */
const askSystem = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EFORMERR', 'EBADNAME']);

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
 * Asks the name servers itself, without the system's four lookup threads: names whose servers hang would hold them, and every other
 * receiver would wait. The system is asked only where a quick answer is sure.
 */
export function createNameResolver(): NameResolver {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries });
  return {
    resolve: async (name) => {
      // RFC 6761: never asked of a name server.
      if (/^(.*\.)?localhost\.?$/i.test(name)) return ['127.0.0.1', '::1'];
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''));
      if (!codes.every((code) => askSystem.has(code))) throw new NameError('EAI_AGAIN', answers);
      try {
        return (await lookup(name, { all: true })).map(({ address }) => address);
      } catch (error) {
        throw new NameError(codeOf(error) === 'EAI_AGAIN' ? 'EAI_AGAIN' : 'ENOTFOUND', error);
      }
    },
  };
}
