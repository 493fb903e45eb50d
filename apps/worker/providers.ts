import { existsSync } from 'node:fs';
import type { Db } from 'mongodb';
import type { Logger } from '../../shared/adapters/logger';
import type { DataKeys } from '../../shared/adapters/mongo/data-keys';
import { createRingLogRepository } from '../../shared/adapters/mongo/ring-log.repository';
import { createTwilioCallsRepository } from '../../shared/adapters/mongo/twilio-calls.repository';
import { createProviderRegistry } from '../../shared/adapters/telephony/registry';
import { createSimulatedProvider } from '../../shared/adapters/telephony/simulated/provider';
import type { TelephonyProvider } from '../../shared/adapters/telephony/telephony';
import type { LineEndpoint } from '../../shared/adapters/telephony/twilio/line-endpoint';
import { createTwilioProvider } from '../../shared/adapters/telephony/twilio/provider';
import { createTwilioAccount } from '../../shared/adapters/telephony/twilio/settings';
import { SettingsError } from '../../shared/config/load';
import type { WorkerSettings } from '../../shared/config/settings.schema';
import type { CallProvider } from '../../shared/config/telephony-settings';
import type { Pacing } from '../../shared/domain/campaign/pacing';

/** What the providers of a process are made from. */
export interface ProviderParts {
  settings: WorkerSettings;
  db: Db;
  dataKeys: DataKeys;
  /** Where the API relays to what a line sends to it. */
  lines: LineEndpoint;
  logger: Logger;
}

/** The limits on the line of a provider that has no trunks of its own. */
const linePacing = ({ TRUNK_MAX_CONCURRENT_CALLS, TRUNK_MAX_CALLS_PER_MINUTE }: WorkerSettings): Pacing => ({
  MaxConcurrentCalls: TRUNK_MAX_CONCURRENT_CALLS,
  MaxCallsPerMinute: TRUNK_MAX_CALLS_PER_MINUTE,
});

function createSimulated({ settings, db, logger }: ProviderParts): TelephonyProvider {
  const outage = settings.SIMULATOR_OUTAGE_FILE;
  return createSimulatedProvider({
    ringLog: createRingLogRepository(db),
    logger,
    pacing: linePacing(settings),
    callsPerSecond: settings.SIMULATOR_CALLS_PER_SECOND,
    isOut: outage === undefined ? undefined : () => existsSync(outage),
  });
}

function createTwilio({ settings, db, dataKeys, lines, logger }: ProviderParts): TelephonyProvider {
  return createTwilioProvider({
    ...createTwilioAccount(settings),
    log: createTwilioCallsRepository(db, dataKeys),
    endpoint: lines,
    pacing: linePacing(settings),
    logger,
  });
}

const notBuiltIn = (name: CallProvider) => (): TelephonyProvider => {
  throw new SettingsError(
    `Invalid settings:\n  CALL_PROVIDER: this version has no provider ${name}.\nSee .env.example.`,
  );
};

/** How each provider is made. */
const factories: Readonly<
  Record<CallProvider, (parts: ProviderParts) => TelephonyProvider | Promise<TelephonyProvider>>
> = {
  simulated: createSimulated,
  // The provider's trunks are those of `readTrunksFile(settings.SIP_TRUNKS)`.
  sip: notBuiltIn('sip'),
  asterisk: notBuiltIn('asterisk'),
  twilio: createTwilio,
};

/**
 * The providers that the settings list, as one; the first is the default. To be closed when the process ends.
 * @throws {SettingsError} if one of them is not built in
 * @throws if one of them cannot be made, such as when its port is in use
 */
export async function createProvider(parts: ProviderParts): Promise<TelephonyProvider> {
  const [first = 'simulated', ...others] = parts.settings.CALL_PROVIDER;
  const created = await factories[first](parts);
  return createProviderRegistry([created, ...(await Promise.all(others.map(async (name) => factories[name](parts))))]);
}
