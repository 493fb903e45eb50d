import { isKnownTrunk, providerOfTrunk, trunksOfOrganization, type Trunk } from '../../domain/campaign/trunk';
import type { CampaignConfig } from '../../domain/campaign/campaign';
import type { FieldProblem } from '../../domain/field-problem';
import type { JobOverrides } from '../../domain/job/overrides';
import { findSimulatorProblems } from './simulated/problems';

/**
 * Finds what is wrong with the overrides that concern telephony: the trunk, and the settings in `Integrations` that belong
 * to a provider. All other integrations are free-form.
 * @param at.pointer JSON pointer of the overrides in the request body
 * @param at.orgId the organization whose overrides they are: it may use some trunks only
 */
export type OverridesValidator = (
  overrides: JobOverrides | undefined,
  at: { pointer: string; orgId: string },
) => FieldProblem[];

/** The validator for an installation. @param trunks all that it has */
export function createOverridesValidator(trunks: readonly Trunk[]): OverridesValidator {
  const hasSimulator = trunks.some(({ name }) => providerOfTrunk(name) === 'simulated');
  return (overrides, { pointer, orgId }) => [
    ...findTrunkProblem(overrides?.Trunk, `${pointer}/Trunk`, trunksOfOrganization(trunks, orgId)),
    ...(hasSimulator ? findSimulatorProblems(overrides, pointer) : []),
  ];
}

/** Finds caller IDs of a campaign that are pinned to a trunk which its organization does not have. */
export function findPinnedTrunkProblems(
  { CallerIDs = [] }: Pick<CampaignConfig, 'CallerIDs'>,
  trunks: readonly Trunk[],
  orgId: string,
): FieldProblem[] {
  const own = trunksOfOrganization(trunks, orgId);
  return CallerIDs.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : findTrunkProblem(entry.Trunk, `/CallerIDs/${index}/Trunk`, own),
  );
}

/** One problem for a trunk that does not exist and one of other organizations: neither their names nor their number shows. */
const findTrunkProblem = (name: string | undefined, pointer: string, trunks: readonly Trunk[]): FieldProblem[] =>
  name === undefined || isKnownTrunk(name, trunks)
    ? []
    : [{ pointer, detail: 'Expected the name of a trunk, or of a provider, of this installation.' }];
