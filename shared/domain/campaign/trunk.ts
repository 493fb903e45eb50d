import type { LineRecord } from '../call/line';
import type { JobOverrides } from '../job/overrides';
import type { CampaignConfig } from './campaign';
import type { Pacing } from './pacing';

/** A line on which calls are placed. */
export interface Trunk {
  /** `sip/main`: the provider, and its own name of the trunk. A provider with one line has its name only: `asterisk`. */
  name: string;
  /** It takes no calls. */
  disabled?: boolean | undefined;
  /** The caller IDs that the carrier accepts, E.164. Absent: any. */
  callerIds?: readonly string[] | undefined;
  /** The organizations that may use it, by their IDs. Absent: all. */
  organizations?: readonly string[] | undefined;
  /** False if it carries audio only, so that an agent is needed that speaks for itself. Absent: unknown. */
  speaksText?: boolean | undefined;
  /** How many calls it takes, over all organizations. */
  pacing?: Pacing | undefined;
}

/** A provider, or one of its trunks: `sip` or `sip/main`. */
export const trunkNamePattern = /^[a-z][a-z0-9_-]{0,31}(\/[A-Za-z0-9][A-Za-z0-9_.-]{0,49})?$/;

/** The provider whose trunk it is. */
export const providerOfTrunk = (name: string): string => name.split('/', 1)[0] ?? '';

/** The provider's own name of the trunk; `undefined` for a provider with one line. */
export function ownNameOfTrunk(name: string): string | undefined {
  const provider = providerOfTrunk(name);
  return name.length > provider.length ? name.slice(provider.length + 1) : undefined;
}

/** What is known of the line of a call before it is dialed. */
export function lineOfTrunk(name: string): LineRecord {
  const Trunk = ownNameOfTrunk(name);
  return { Provider: providerOfTrunk(name), ...(Trunk === undefined ? {} : { Trunk }) };
}

/** The trunks of an installation: those of its providers, or the line of its only one. */
export const trunksOfProvider = ({
  name,
  trunks,
  pacing,
}: {
  name: string;
  trunks?: readonly Trunk[] | undefined;
  pacing?: Pacing | undefined;
}): readonly Trunk[] => trunks ?? [{ name, pacing }];

/** The name of the trunk that carries a call. */
export const trunkOfLine = ({ Provider, Trunk }: LineRecord): string =>
  Trunk === undefined ? Provider : `${Provider}/${Trunk}`;

/** The trunks that an organization may use: for it there are no others. */
export const trunksOfOrganization = (trunks: readonly Trunk[], orgId: string): readonly Trunk[] =>
  trunks.filter(({ organizations }) => organizations?.includes(orgId) ?? true);

/** True if the name is one of a trunk, or of a provider that has one. A disabled trunk is known. */
export const isKnownTrunk = (name: string, trunks: readonly Trunk[]): boolean =>
  trunks.some((trunk) => trunk.name === name || providerOfTrunk(trunk.name) === name);

/**
 * The trunk that a job asks for: that of its caller ID, because a carrier accepts no number that it does not know, or else
 * that of its settings.
 * @returns `undefined` for the default one
 */
export function trunkOf(
  { campaign, overrides }: { campaign: Pick<CampaignConfig, 'CallerIDs'>; overrides: Pick<JobOverrides, 'Trunk'> },
  callerId: string,
): string | undefined {
  for (const entry of campaign.CallerIDs ?? [])
    if (typeof entry === 'object' && entry.Number === callerId && entry.Trunk !== undefined) return entry.Trunk;
  return overrides.Trunk;
}

/** The first provider, which places the calls of campaigns that choose no trunk. */
export const defaultTrunk = (trunks: readonly Trunk[]): string => providerOfTrunk(trunks[0]?.name ?? '');

/**
 * The trunks that may take a call, in the order in which they are tried: the named one, or those of the named provider, or
 * those of the first provider. Never another one: a call over a trunk that its campaign did not choose may cost more,
 * or show a number that is not the organization's.
 * @returns an empty list if no call may be made
 */
export function chooseTrunks(
  trunks: readonly Trunk[],
  { wanted = defaultTrunk(trunks), callerId }: { wanted?: string | undefined; callerId: string },
): Trunk[] {
  const accepts = ({ disabled, callerIds }: Trunk): boolean =>
    disabled !== true && (callerIds === undefined || callerIds.includes(callerId));
  return trunks.filter((trunk) => (trunk.name === wanted || providerOfTrunk(trunk.name) === wanted) && accepts(trunk));
}
