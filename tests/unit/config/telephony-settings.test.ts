import { masterKeyOf } from '../../support/master-keys';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { apiSettingsSchema, workerSettingsSchema } from '../../../shared/config/settings.schema';

const required = { MONGODB_URI: 'mongodb://127.0.0.1:27017', OUTDIAL_MASTER_KEY: masterKeyOf(1) };
const sid = `AC${'0123456789abcdef'.repeat(2)}`;
const sip = { CALL_PROVIDER: 'sip', SIP_TRUNKS: 'trunks.json', SIP_ADVERTISE: '192.0.2.1' };
const worker = (env: NodeJS.ProcessEnv) => loadSettings(workerSettingsSchema, { ...required, ...env });
const api = (env: NodeJS.ProcessEnv) => loadSettings(apiSettingsSchema, { ...required, ...env });

function problemsOf(load: () => unknown): string[] {
  try {
    load();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  }
  return [];
}

describe('the telephony providers', () => {
  it('are the simulated one by default, or those of a list in its order', () => {
    expect(worker({}).CALL_PROVIDER).toEqual(['simulated']);
    expect(worker({ ...sip, CALL_PROVIDER: 'sip, simulated' }).CALL_PROVIDER).toEqual(['sip', 'simulated']);
  });

  it.each([
    ['phone', 'Expected some of simulated, sip, asterisk, twilio, separated by commas.'],
    ['simulated,simulated', 'Names a provider twice.'],
    [',', 'Expected at least one provider.'],
  ])('are not %j', (CALL_PROVIDER, problem) => {
    for (const load of [worker, api])
      expect(problemsOf(() => load({ CALL_PROVIDER }))).toEqual([`CALL_PROVIDER: ${problem}`]);
  });

  it('need their settings, all of which are named at once', () => {
    expect(problemsOf(() => worker({ CALL_PROVIDER: 'sip,asterisk,twilio' }))).toEqual([
      'SIP_TRUNKS: is required.',
      'ASTERISK_URL: is required.',
      'ASTERISK_USER: is required.',
      'ASTERISK_PASSWORD: is required.',
      'ASTERISK_ENDPOINT: is required.',
      'TWILIO_ACCOUNT_SID: is required.',
      'TWILIO_AUTH_TOKEN: is required.',
      'PUBLIC_URL: is required.',
      'SIP_ADVERTISE: is required.',
    ]);
  });

  it('need only what the process uses', () => {
    const both = { CALL_PROVIDER: 'asterisk,sip', SIP_TRUNKS: 'trunks.json' };
    expect(problemsOf(() => api(both))).toEqual([]);
    expect(problemsOf(() => worker({ ...both, WORKER_QUEUES: 'webhooks' }))).toEqual([]);
    // Its jobs may have lost the worker of their call, which this one ends then.
    const few = { ...sip, WORKER_QUEUES: 'jobs', RTP_PORTS: '30000-30001' };
    expect(problemsOf(() => worker({ ...few, SIP_ADVERTISE: '' }))).toEqual(['SIP_ADVERTISE: is required.']);
    expect(problemsOf(() => worker(few))).toEqual([]);
  });

  it('take calls of Twilio by https only', () => {
    const twilio = { CALL_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'secret' };
    expect(problemsOf(() => api({ ...twilio, PUBLIC_URL: 'https://outdial.example' }))).toEqual([]);
    const problems = problemsOf(() => api({ ...twilio, PUBLIC_URL: 'http://outdial.example' }));
    expect(problems).toEqual(['PUBLIC_URL: Twilio sends calls to https only.']);
  });
});

describe('the addresses of SIP', () => {
  it.each([
    ['192.0.2.1', { host: '192.0.2.1' }],
    ['sip.example:5070', { host: 'sip.example', port: 5_070 }],
    ['[2001:db8::1]:5060', { host: '2001:db8::1', port: 5_060 }],
  ])('may be advertised as %s', (SIP_ADVERTISE, expected) => {
    expect(worker({ ...sip, SIP_ADVERTISE }).SIP_ADVERTISE).toEqual(expected);
  });

  it.each(['sip:192.0.2.1', '2001:db8::1', 'host:0', 'host:70000', 'a b'])('may not be %j', (SIP_ADVERTISE) => {
    expect(problemsOf(() => worker({ ...sip, SIP_ADVERTISE }))).toHaveLength(1);
  });

  it('need no other one if the own one can be reached', () => {
    expect(problemsOf(() => worker({ ...sip, SIP_ADVERTISE: '', SIP_HOST: '192.0.2.7' }))).toEqual([]);
  });
});

describe('the ports of audio', () => {
  it('are enough for the calls of the worker: two for each', () => {
    expect(worker(sip).RTP_PORTS).toEqual({ from: 20_000, to: 20_999 });
    expect(problemsOf(() => worker({ ...sip, RTP_PORTS: '30000-30199' }))).toEqual([]);
    expect(problemsOf(() => worker({ ...sip, RTP_PORTS: '30000-30198' }))).toEqual([
      'RTP_PORTS: Has ports for 99 calls, and WORKER_CALL_SLOTS allows 100: each needs two.',
    ]);
  });

  it.each(['30001-30999', '30000', '30999-30000', '80-2000', '30000-70000'])('are not %s', (RTP_PORTS) => {
    expect(problemsOf(() => worker({ ...sip, RTP_PORTS }))).toHaveLength(1);
  });
});
