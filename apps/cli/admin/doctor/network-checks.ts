import { connect } from 'node:net';
import { configuredTrunks, readTrunksWithSecrets } from '../../../../shared/adapters/telephony/configured-trunks';
import { createAri } from '../../../../shared/adapters/telephony/asterisk/ari';
import { createSipDns } from '../../../../shared/adapters/telephony/sip/transport/dns';
import { resolveTargets } from '../../../../shared/adapters/telephony/sip/transport/resolve';
import type { Target } from '../../../../shared/adapters/telephony/sip/transport/types';
import { addressOf, type SipTrunk } from '../../../../shared/adapters/telephony/sip/trunk';
import { createTwilioAccount } from '../../../../shared/adapters/telephony/twilio/settings';
import { checkBucket } from '../../../../shared/adapters/recordings/s3';
import { readReferredVariable } from '../../../../shared/config/load';
import type { ApiSettings, WorkerSettings } from '../../../../shared/config/settings.schema';
import { failure, ok, reasonOf, warning, type Finding } from './finding';

const timeoutMs = 5_000;
/** A call that cannot exist: its answer shows whether the account's credentials are accepted. */
const noCallSid = `CA${'0'.repeat(32)}`;

/** Where recordings are stored. */
export async function checkRecordings(settings: WorkerSettings): Promise<Finding> {
  const { RECORDING_STORE, RECORDING_BUCKET } = settings;
  if (RECORDING_STORE === 'gridfs')
    return warning(
      'Recordings',
      'They are stored in the database, which grows by about 1 MB for each minute of a call.',
      'For more than a trial set RECORDING_STORE=s3.',
    );
  try {
    await checkBucket({ ...settings, RECORDING_BUCKET: RECORDING_BUCKET ?? '' });
    return ok('Recordings', `The bucket ${RECORDING_BUCKET} can be used.`);
  } catch (error) {
    return failure(
      'Recordings',
      `The bucket ${RECORDING_BUCKET} cannot be used (${reasonOf(error)}).`,
      'Check RECORDING_… and the credentials. Until then recordings wait on the disks of the workers.',
    );
  }
}

/** Whether clients reach the API at its public address, from here. */
export async function checkPublicUrl({ PUBLIC_URL, CALL_PROVIDER }: ApiSettings): Promise<Finding> {
  if (PUBLIC_URL === undefined) return ok('Public address', 'PUBLIC_URL is not set.');
  // Twilio needs it, for others it may well be out of reach from the network of this command.
  const found = CALL_PROVIDER.includes('twilio') ? failure : warning;
  const url = `${PUBLIC_URL.replace(/\/+$/, '')}/healthz`;
  const remedy =
    'Check DNS, the certificate and the load balancer. From inside some networks the address is out of reach.';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    const isOurs = response.ok && ((await response.json()) as { Status?: unknown }).Status === 'ok';
    return isOurs
      ? ok('Public address', 'It leads to the API.')
      : found('Public address', `${url} answers ${response.status}, and not as the API does.`, remedy);
  } catch (error) {
    return found('Public address', `${url} does not respond (${reasonOf(error)}).`, remedy);
  }
}

/** The telephone lines: the carriers' addresses, and credentials where a question rings no phone. */
export async function checkLines(api: ApiSettings, worker: WorkerSettings): Promise<Finding[]> {
  const checks: Record<ApiSettings['CALL_PROVIDER'][number], () => Promise<Finding[]>> = {
    simulated: () =>
      Promise.resolve([
        warning('simulated', 'Calls go to a simulated network.', 'Set CALL_PROVIDER to ring real phones.'),
      ]),
    sip: () => checkSipTrunks(worker),
    asterisk: async () => [await checkAsterisk(worker)],
    twilio: async () => [await checkTwilio(api)],
  };
  return (await Promise.all(worker.CALL_PROVIDER.map((name) => checks[name]()))).flat();
}

async function checkSipTrunks(settings: WorkerSettings): Promise<Finding[]> {
  try {
    configuredTrunks(settings);
    const trunks = readTrunksWithSecrets(settings.SIP_TRUNKS, readReferredVariable);
    return await Promise.all(trunks.filter(({ Disabled }) => !Disabled).map(checkSipTrunk));
  } catch (error) {
    return [failure('sip', reasonOf(error), 'Correct the file: docs/sip.md.')];
  }
}

async function checkSipTrunk(trunk: SipTrunk): Promise<Finding> {
  const name = `sip/${trunk.Name}`;
  try {
    const targets = await resolveTargets(addressOf(trunk), createSipDns());
    const [first] = targets;
    if (first === undefined || first.transport === 'udp')
      return ok(name, `${targets.length} addresses. Workers ask them by OPTIONS.`);
    await openConnection(first);
    return ok(name, `${first.host}:${first.port} takes connections.`);
  } catch (error) {
    return failure(name, `It cannot be reached (${reasonOf(error)}).`, 'Check its URI, DNS and the firewall.');
  }
}

const openConnection = ({ host, port }: Target): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    socket.once('connect', () => resolve());
    socket.once('timeout', () => reject(new Error('no connection within 5 s')));
    socket.once('error', reject);
    const end = (): void => void socket.destroy();
    socket.once('connect', end).once('timeout', end);
  });

async function checkAsterisk({ ASTERISK_URL, ASTERISK_USER, ASTERISK_PASSWORD }: WorkerSettings): Promise<Finding> {
  const ari = createAri({
    url: ASTERISK_URL ?? '',
    user: ASTERISK_USER ?? '',
    password: ASTERISK_PASSWORD ?? '',
    timeoutMs,
  });
  try {
    const { status } = await ari.request({ method: 'GET', path: '/asterisk/info' });
    return status === 200
      ? ok('asterisk', 'ARI accepts the user.')
      : failure('asterisk', `ARI answers ${status}.`, 'Check ASTERISK_USER and ASTERISK_PASSWORD: docs/asterisk.md.');
  } catch (error) {
    return failure('asterisk', `ARI does not respond (${reasonOf(error)}).`, 'Check ASTERISK_URL: docs/asterisk.md.');
  } finally {
    await ari.close();
  }
}

async function checkTwilio(settings: ApiSettings): Promise<Finding> {
  const { client } = createTwilioAccount(settings);
  try {
    await client.get(noCallSid);
    return ok('twilio', 'The account accepts the token.');
  } catch (error) {
    return failure('twilio', reasonOf(error), 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN: docs/twilio.md.');
  } finally {
    await client.close();
  }
}
