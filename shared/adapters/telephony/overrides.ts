import { isKnownTrunk, providerOfTrunk, type Trunk } from '../../domain/campaign/trunk';
import type { CampaignConfig } from '../../domain/campaign/campaign';
import type { FieldProblem } from '../../domain/field-problem';
import type { JobOverrides } from '../../domain/job/overrides';
import { findSimulatorProblems } from './simulated/problems';

/**
 * Finds what is wrong with the overrides that concern telephony: the trunk, and the settings in `Integrations` that belong
 * to a provider. All other integrations are free-form.
 * @param pointer JSON pointer of the overrides in the request body
 */
export type OverridesValidator = (overrides: JobOverrides | undefined, pointer: string) => FieldProblem[];

/** The validator for an installation. @param trunks all that it has */
export function createOverridesValidator(trunks: readonly Trunk[]): OverridesValidator {
  const hasSimulator = trunks.some(({ name }) => providerOfTrunk(name) === 'simulated');
  return (overrides, pointer) => [
    ...findTrunkProblem(overrides?.Trunk, `${pointer}/Trunk`, trunks),
    ...(hasSimulator ? findSimulatorProblems(overrides, pointer) : []),
  ];
}

/** Finds caller IDs of a campaign that are pinned to a trunk which the installation does not have. */
export const findPinnedTrunkProblems = (
  { CallerIDs = [] }: Pick<CampaignConfig, 'CallerIDs'>,
  trunks: readonly Trunk[],
): FieldProblem[] =>
  CallerIDs.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : findTrunkProblem(entry.Trunk, `/CallerIDs/${index}/Trunk`, trunks),
  );

/** The names of the trunks are not listed: they may be those of other organizations. */
const findTrunkProblem = (name: string | undefined, pointer: string, trunks: readonly Trunk[]): FieldProblem[] =>
  name === undefined || isKnownTrunk(name, trunks)
    ? []
    : [{ pointer, detail: 'Expected the name of a trunk, or of a provider, of this installation.' }];
