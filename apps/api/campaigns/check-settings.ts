import { findSchemaProblems } from '../../../shared/adapters/analysis/schema/compile';
import { findPinnedTrunkProblems } from '../../../shared/adapters/telephony/overrides';
import { findAgentProblems } from '../../../shared/adapters/voice-agent/agent-settings';
import type { CampaignSettings } from '../../../shared/contracts/campaign.schema';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import { isSameJson } from '../../../shared/domain/job/analysis';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

/**
 * The analysis schema must be valid, unless it is the stored one: versions before this check accepted any, and their
 * campaigns can still be changed.
 */
function checkSchema({ AnalysisSchema }: CampaignSettings, stored: CampaignConfig | undefined): FieldProblem[] {
  if (AnalysisSchema === undefined || isSameJson(AnalysisSchema, stored?.AnalysisSchema)) return [];
  return findSchemaProblems(AnalysisSchema).map(({ pointer, detail }) => ({
    pointer: `/AnalysisSchema${pointer}`,
    detail,
  }));
}

/**
 * A campaign's settings must be valid for every job that does not override them.
 * @param stored the settings that they replace
 * @throws {ProblemError}
 */
export function checkSettings(
  settings: CampaignSettings,
  orgId: string,
  { validateOverrides, agentNetworks, trunks }: Pick<ApiDeps, 'validateOverrides' | 'agentNetworks' | 'trunks'>,
  stored?: CampaignConfig,
): void {
  const problems = [
    ...findAgentProblems(settings.Agent ?? {}, agentNetworks),
    ...checkSchema(settings, stored),
    ...findPinnedTrunkProblems(settings, trunks, orgId),
    ...validateOverrides(settings.Defaults, { pointer: '/Defaults', orgId }),
    ...(settings.Variants ?? []).flatMap((variant, index) =>
      validateOverrides(variant.Overrides, { pointer: `/Variants/${index}/Overrides`, orgId }),
    ),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}
