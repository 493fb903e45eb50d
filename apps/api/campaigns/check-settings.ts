import { parseScriptedAgentSettings } from '../../../shared/adapters/voice-agent/scripted-settings';
import type { CampaignSettings } from '../../../shared/contracts/campaign.schema';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

/** A campaign's settings must be valid for every job that does not override them. */
export function checkSettings(
  settings: CampaignSettings,
  { validateIntegrations }: Pick<ApiDeps, 'validateIntegrations'>,
): void {
  const agent = parseScriptedAgentSettings(settings.Agent ?? {});
  const problems = [
    ...(agent.ok ? [] : [{ pointer: `/Agent${agent.pointer}`, detail: agent.detail }]),
    ...validateIntegrations(settings.Defaults, '/Defaults'),
    ...(settings.Variants ?? []).flatMap((variant, index) =>
      validateIntegrations(variant.Overrides, `/Variants/${index}/Overrides`),
    ),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}
