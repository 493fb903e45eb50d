import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeyHash } from '../../shared/adapters/crypto/api-key';
import { newId } from '../../shared/adapters/ids';
import type { Logger } from '../../shared/adapters/logger';
import { isDuplicateKey } from '../../shared/adapters/mongo/client';
import type { Store } from '../../shared/application/store';
import type { ApiSettings } from '../../shared/config/settings.schema';
import { scopes } from '../../shared/domain/access/scope';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';

/** The organization that the bootstrap key belongs to. */
export const defaultOrgId = 'org_default';
export const demoCampaignId = 'campaign_demo';

/** A campaign for trying out the service: its calls are placed immediately. */
export const demoCampaign: CampaignConfig = {
  Name: 'Demo campaign',
  DefaultCallerID: '+14155550100',
  CallerIDs: ['+14155550100', '+14155550101'],
  AnalysisSchema: {
    type: 'object',
    properties: {
      Interested: { type: 'boolean', description: 'Whether the contact wants to hear more.' },
      PreferredDay: {
        type: 'string',
        description: 'The day of the week on which the contact asked to be called, if any.',
      },
    },
  },
  Agent: { Greeting: 'Hello {{ContactName}}, this is a demonstration call of Outdial. Do you have a moment?' },
  // Jobs may choose another scenario: docs/simulator.md.
  Defaults: { Integrations: { simulator: { Scenario: 'conversation_complete' } } },
  JitterSeconds: 0,
};

type BootstrapSettings = Pick<ApiSettings, 'OUTDIAL_BOOTSTRAP_KEY' | 'OUTDIAL_DEMO'>;
interface BootstrapDeps {
  store: Pick<Store, 'organizations' | 'apiKeys' | 'campaigns' | 'auditLog'>;
  nowMs: () => number;
}

/** Creates what the first start needs, if absent. Any number of processes may run this concurrently. */
export async function bootstrap(settings: BootstrapSettings, { store, nowMs }: BootstrapDeps): Promise<void> {
  const now = nowMs();
  await store.organizations.insertIfAbsent({ ID: defaultOrgId, Name: 'Default organization', CreatedMS: now });
  const key = settings.OUTDIAL_BOOTSTRAP_KEY;
  if (key !== undefined) await storeBootstrapKey(key, store, now);
  if (settings.OUTDIAL_DEMO) await insertDemoCampaign(store, now);
}

const bootstrapFamily = 'key_bootstrap_';

/** Stores the configured key, and revokes the one that was configured before. One that a client revoked stays revoked. */
async function storeBootstrapKey(key: string, store: BootstrapDeps['store'], now: number): Promise<void> {
  const Hash = apiKeyHash(key);
  const OrgID = defaultOrgId;
  // The id is derived from the key, so a changed setting is another key.
  const ID = `${bootstrapFamily}${Hash.slice(0, 16)}`;
  await store.apiKeys.insertIfAbsent({ ID, OrgID, Hash, Name: 'Bootstrap key', Scopes: scopes, CreatedMS: now });
  const Actor = { Kind: 'service', Name: 'bootstrap' } as const;
  for (const KeyID of await store.apiKeys.supersedeOthers({ ID, OrgID }, bootstrapFamily, now)) {
    await store.auditLog.record({
      ID: newId('audit'),
      OrgID,
      Action: 'api_key.revoked',
      Actor,
      CreatedMS: now,
      KeyID,
      Details: { SupersededBy: ID },
    });
  }
}

async function insertDemoCampaign(store: BootstrapDeps['store'], now: number): Promise<void> {
  try {
    await store.campaigns.insert({
      ID: demoCampaignId,
      OrgID: defaultOrgId,
      Version: 1,
      Config: demoCampaign,
      CreatedMS: now,
      UpdatedMS: now,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

const retryIntervalMs = 1_000;
/** While it fails, the log says so this often. */
const logIntervalMs = 60_000;

/** Waits for the next try. @throws once the signal is aborted */
type WaitForNextTry = (signal: AbortSignal) => Promise<void>;
const waitForNextTry: WaitForNextTry = (signal) => sleep(retryIntervalMs, undefined, { signal });

/**
 * Retries {@link bootstrap} until it succeeds: the API serves requests from the start, even without its database.
 * @returns false if the signal came first
 */
export async function bootstrapUntilDone(
  run: () => Promise<void>,
  logger: Logger,
  signal: AbortSignal,
  wait: WaitForNextTry = waitForNextTry,
): Promise<boolean> {
  let loggedMs = -Infinity;
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await run();
      if (tries > 1) logger.info({ tries }, 'bootstrap.done');
      return true;
    } catch (error) {
      if (performance.now() - loggedMs >= logIntervalMs) {
        logger.warn({ err: error, tries }, 'bootstrap.retrying');
        loggedMs = performance.now();
      }
      await wait(signal).catch(() => undefined);
    }
  }
  return false;
}
