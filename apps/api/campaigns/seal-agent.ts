import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';

type Agent = CampaignConfig['Agent'];

/**
 * Seals the headers of an agent that a client sends, before the settings are stored.
 * @param agent valid settings. @param stored the settings that they replace
 */
export async function sealAgent(
  agent: NonNullable<Agent>,
  { orgId, stored }: { orgId: string; stored?: Agent },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<NonNullable<Agent>> {
  const sealed = await store.agentHeaders.seal(orgId, agent, stored);
  if (sealed.ok) return sealed.agent;
  throw invalidBody(sealed.problems.map(({ pointer, detail }) => ({ pointer: `/Agent${pointer}`, detail })));
}
