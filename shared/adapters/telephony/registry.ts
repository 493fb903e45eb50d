import { ownNameOfTrunk, providerOfTrunk, type Trunk } from '../../domain/campaign/trunk';
import {
  CallRefusedError,
  type CallLeg,
  type DialRequest,
  type LegLookup,
  type LineState,
  type TelephonyProvider,
} from './telephony';

type Providers = readonly [TelephonyProvider, ...TelephonyProvider[]];

/**
 * Several providers as one. A call goes to the provider that its trunks name, and to no other; a lookup goes to the one that
 * had the call; if that is not configured any more, it is unknown what became of it.
 * @param providers the first one is the default; their names differ
 */
export function createProviderRegistry(providers: Providers): TelephonyProvider {
  const [first] = providers;
  const find = (name: string): TelephonyProvider | undefined => providers.find((provider) => provider.name === name);
  return {
    name: first.name,
    get trunks() {
      return providers.flatMap(trunksOf);
    },
    lineStates: () => Object.assign({}, ...providers.map(statesOf)) as Record<string, LineState>,
    dial: (request) =>
      dial(request, request.trunks === undefined ? first : find(providerOfTrunk(request.trunks[0] ?? ''))),
    lookup: (attemptKey, line, startedMs) =>
      line === undefined
        ? lookupEverywhere(providers, attemptKey, startedMs)
        : (find(line.Provider)?.lookup(attemptKey, line, startedMs) ?? Promise.resolve({ state: 'unknown' })),
    ...(providers.some((provider) => provider.readCost !== undefined) && {
      readCost: async (line) => find(line.Provider)?.readCost?.(line),
    }),
    close: async () => {
      const closed = await Promise.allSettled(providers.map(async (provider) => provider.close?.()));
      const failed = closed.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** The trunks of a provider, by the names that campaigns use. */
function trunksOf({ name, trunks, pacing, speaksText = false }: TelephonyProvider): Trunk[] {
  if (trunks === undefined) return [{ name, pacing, speaksText }];
  return trunks.map((trunk) => ({ ...trunk, name: `${name}/${trunk.name}`, speaksText }));
}

/** The states of a provider's trunks, by the names that campaigns use. */
const statesOf = (provider: TelephonyProvider): Record<string, LineState> =>
  Object.fromEntries(
    Object.entries(provider.lineStates?.() ?? {}).map(([own, state]) => [
      provider.trunks === undefined ? own : `${provider.name}/${own}`,
      state,
    ]),
  );

/** @throws {CallRefusedError} if no provider has one of the trunks, or those that it has take no calls */
async function dial(request: DialRequest, provider: TelephonyProvider | undefined): Promise<CallLeg> {
  const { trunks: named, ...rest } = request;
  if (provider !== undefined && named === undefined) return provider.dial(rest);
  const known = (provider === undefined ? [] : trunksOf(provider)).filter(({ disabled }) => disabled !== true);
  const usable = (named ?? []).filter((name) => known.some((trunk) => trunk.name === name));
  if (provider === undefined || usable.length === 0)
    throw new CallRefusedError(`No provider has the trunk ${(named ?? []).join(', ')}, or it is disabled.`);
  if (provider.trunks === undefined) return provider.dial(rest);
  const { takeTrunk } = rest;
  return provider.dial({
    ...rest,
    trunks: usable.map((name) => ownNameOfTrunk(name) ?? name),
    ...(takeTrunk && { takeTrunk: (own) => takeTrunk(`${provider.name}/${own}`) }),
  });
}

/** A call of an earlier version names no provider: the one that knows it answers. */
async function lookupEverywhere(providers: Providers, attemptKey: string, startedMs?: number): Promise<LegLookup> {
  let answer: LegLookup = { state: 'never_sent' };
  for (const provider of providers) {
    const found = await provider.lookup(attemptKey, undefined, startedMs);
    if (found.state === 'active' || found.state === 'ended') return found;
    if (found.state === 'unknown') answer = found;
  }
  return answer;
}
