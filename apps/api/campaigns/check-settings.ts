import { exceedsPlaceholderLimits } from '../../../shared/adapters/analysis/placeholder-data';
import { findPinnedTrunkProblems } from '../../../shared/adapters/telephony/overrides';
import { findAgentProblems } from '../../../shared/adapters/voice-agent/agent-settings';
import type { CampaignSettings } from '../../../shared/contracts/campaign.schema';
import { requiredDataLimits } from '../../../shared/domain/call/limits';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

const schemaProblem: FieldProblem = {
  pointer: '/AnalysisSchema',
  detail: `The schema requires more than ${requiredDataLimits.values} values, or ${requiredDataLimits.textBytes / 1024} kB of names and texts, of each analysis: lower its minItems and minLength.`,
};

/** A campaign's settings must be valid for every job that does not override them. @throws {ProblemError} */
export function checkSettings(
  settings: CampaignSettings,
  orgId: string,
  { validateOverrides, agentNetworks, trunks }: Pick<ApiDeps, 'validateOverrides' | 'agentNetworks' | 'trunks'>,
): void {
  const problems = [
    ...findAgentProblems(settings.Agent ?? {}, agentNetworks),
    ...(exceedsPlaceholderLimits(settings.AnalysisSchema ?? {}) ? [schemaProblem] : []),
    ...findPinnedTrunkProblems(settings, trunks, orgId),
    ...validateOverrides(settings.Defaults, { pointer: '/Defaults', orgId }),
    ...(settings.Variants ?? []).flatMap((variant, index) =>
      validateOverrides(variant.Overrides, { pointer: `/Variants/${index}/Overrides`, orgId }),
    ),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}
