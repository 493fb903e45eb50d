import { maskSecret } from '../../../domain/mask';
import type { FieldProblem } from '../../../domain/field-problem';
import type { SecretBox } from '../../crypto/secret-box';
import { asStreamSettings, isStreamAgent, originOf, type StreamAgentSettings } from './settings';

type Agent = Record<string, unknown>;
type Headers = Record<string, string>;
export type SealedAgent = { ok: true; agent: Agent } | { ok: false; problems: FieldProblem[] };

/** Bound to the organization and the origin, so that no other server ever gets them. */
const aadOf = (orgId: string, settings: StreamAgentSettings): string => `${orgId}/agent-headers/${originOf(settings)}`;

/** Keeps the headers of agents secret: they are stored sealed, and shown masked. */
export function createAgentHeaders(box: SecretBox) {
  const open = async (orgId: string, agent: Agent): Promise<Headers> => {
    const settings = asStreamSettings(agent);
    if (settings.SealedHeaders === undefined) return {};
    return JSON.parse(await box.open(settings.SealedHeaders, aadOf(orgId, settings))) as Headers;
  };
  return {
    /** The headers of a stored agent. @throws {DecryptionError} if they were sealed for another origin */
    open,

    /**
     * Seals the headers of valid settings that a client sends. A masked value, as the API shows it, stands for the stored
     * one, unless the settings name another origin.
     * @param stored the settings that they replace, if any
     */
    seal: async (orgId: string, agent: Agent, stored: Agent | undefined): Promise<SealedAgent> => {
      const { SealedHeaders, ...rest } = asStreamSettings(agent);
      if (SealedHeaders !== undefined)
        return { ok: false, problems: [{ pointer: '/SealedHeaders', detail: 'The service sets this field.' }] };
      if (!isStreamAgent(agent) || rest.Headers === undefined) return { ok: true, agent: rest };
      const keepsOrigin =
        stored !== undefined && isStreamAgent(stored) && originOf(asStreamSettings(stored)) === originOf(rest);
      const before = keepsOrigin ? await open(orgId, stored) : {};
      const resolved = Object.entries(rest.Headers).map(([name, value]) => {
        const old = Object.hasOwn(before, name) ? before[name] : undefined;
        return [name, old !== undefined && maskSecret(old) === value ? old : value] as const;
      });
      const masked = resolved.filter(([, value]) => value.startsWith('***'));
      if (masked.length > 0)
        return {
          ok: false,
          problems: masked.map(([name]) => ({
            pointer: `/Headers/${name}`,
            detail: 'Expected the value itself: a masked one stands for the stored value of the same origin only.',
          })),
        };
      const sealed = await box.seal(JSON.stringify(Object.fromEntries(resolved)), aadOf(orgId, rest));
      const Headers = Object.fromEntries(resolved.map(([name, value]) => [name, maskSecret(value)]));
      return { ok: true, agent: { ...rest, Headers, SealedHeaders: sealed } };
    },
  };
}
export type AgentHeaders = ReturnType<typeof createAgentHeaders>;

/** Settings of a campaign without what is never shown. */
export function withoutSealedHeaders<Config extends { Agent?: Agent | undefined }>(config: Config): Config {
  if (config.Agent?.['SealedHeaders'] === undefined) return config;
  const { SealedHeaders: _sealed, ...Agent } = config.Agent;
  return { ...config, Agent };
}
