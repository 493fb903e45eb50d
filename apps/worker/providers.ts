import { existsSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Db } from 'mongodb';
import type { Logger } from '../../shared/adapters/logger';
import { createMasterKeys } from '../../shared/adapters/crypto/master-keys';
import { createRingLogRepository } from '../../shared/adapters/mongo/ring-log.repository';
import type { AsteriskProvider } from '../../shared/adapters/telephony/asterisk/provider';
import { readSettingsFile, readTrunksWithSecrets } from '../../shared/adapters/telephony/configured-trunks';
import { createProviderRegistry } from '../../shared/adapters/telephony/registry';
import { createSimulatedProvider } from '../../shared/adapters/telephony/simulated/provider';
import type { SipProvider } from '../../shared/adapters/telephony/sip/provider';
import type { TelephonyProvider } from '../../shared/adapters/telephony/telephony';
import type { LineEndpoint } from '../../shared/adapters/telephony/twilio/line-endpoint';
import type { Store } from '../../shared/application/store';
import { readReferredVariable, SettingsError } from '../../shared/config/load';
import type { WorkerSettings } from '../../shared/config/settings.schema';
import type { CallProvider } from '../../shared/config/telephony-settings';
import type { Pacing } from '../../shared/domain/campaign/pacing';

/** What the providers of a process are made from. */
export interface ProviderParts {
  settings: WorkerSettings;
  db: Db;
  /** The logs of calls that outlive a process. */
  store: Pick<Store, 'sipCalls' | 'twilioCalls'>;
  /** Where the API relays to what a line sends to it. */
  lines: LineEndpoint;
  logger: Logger;
}

/** True for a worker that serves the queue of calls. */
const placesCalls = ({ WORKER_QUEUES }: WorkerSettings): boolean => WORKER_QUEUES.includes('calls');

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

async function createTwilio({ settings, store, lines, logger }: ProviderParts): Promise<TelephonyProvider> {
  const [{ createTwilioProvider }, { createTwilioAccount, pacingOfAccount }] = await Promise.all([
    import('../../shared/adapters/telephony/twilio/provider.ts'),
    import('../../shared/adapters/telephony/twilio/settings.ts'),
  ]);
  return createTwilioProvider({
    ...createTwilioAccount(settings),
    log: store.twilioCalls,
    endpoint: lines,
    pacing: pacingOfAccount(settings),
    logger,
  });
}

/** A worker that places no calls ends those of lost processes: from any port. */
async function createSip({ settings, store, logger }: ProviderParts): Promise<SipProvider> {
  const { createSipLine } = await import('../../shared/adapters/telephony/sip/create-line.ts');
  const { SIP_TRUNKS, SIP_HOST, SIP_PORT, SIP_ADVERTISE, SIP_TLS_CA, RTP_PORTS } = settings;
  const own = SIP_TLS_CA === undefined ? undefined : readSettingsFile('SIP_TLS_CA', SIP_TLS_CA);
  return createSipLine({
    trunks: readTrunksWithSecrets(SIP_TRUNKS, readReferredVariable),
    log: store.sipCalls,
    secret: createMasterKeys(settings).current.derive('sip-identifiers'),
    host: SIP_HOST,
    port: placesCalls(settings) ? SIP_PORT : 0,
    advertise: SIP_ADVERTISE,
    tls: own === undefined ? undefined : { ca: [...rootCertificates, own].join('\n') },
    rtpPorts: [RTP_PORTS.from, RTP_PORTS.to],
    logger,
  });
}

async function createAsterisk({ settings, logger }: ProviderParts): Promise<AsteriskProvider> {
  const { createAsteriskProvider } = await import('../../shared/adapters/telephony/asterisk/provider.ts');
  const { ASTERISK_URL, ASTERISK_USER, ASTERISK_PASSWORD, ASTERISK_ENDPOINT } = settings;
  return createAsteriskProvider({
    url: given('ASTERISK_URL', ASTERISK_URL),
    user: given('ASTERISK_USER', ASTERISK_USER),
    password: given('ASTERISK_PASSWORD', ASTERISK_PASSWORD),
    endpoint: given('ASTERISK_ENDPOINT', ASTERISK_ENDPOINT),
    pacing: linePacing(settings),
    logger,
  });
}

function given(name: string, value: string | undefined): string {
  if (value === undefined) throw new SettingsError(`Invalid settings:\n  ${name}: Is required for CALL_PROVIDER.`);
  return value;
}

/** How each provider is made. What only one of them needs is loaded only with it. */
const factories: Readonly<
  Record<CallProvider, (parts: ProviderParts) => TelephonyProvider | Promise<TelephonyProvider>>
> = {
  simulated: createSimulated,
  sip: createSip,
  asterisk: createAsterisk,
  twilio: createTwilio,
};

/**
 * The providers that the settings list, as one; the first is the default. To be closed when the process ends.
 * @throws {SettingsError} if a file that the settings name is invalid
 * @throws if one of them cannot be made, such as when its port is in use
 */
export async function createProvider(parts: ProviderParts): Promise<TelephonyProvider> {
  const [first = 'simulated', ...others] = parts.settings.CALL_PROVIDER;
  const created = await factories[first](parts);
  return createProviderRegistry([created, ...(await Promise.all(others.map(async (name) => factories[name](parts))))]);
}
