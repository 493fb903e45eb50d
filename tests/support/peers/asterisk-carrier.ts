// cspell:ignore chanspy groupcount mixmonitor waitforsilence astagidir astdatadir astdb astdbdir astetcdir astkeydir astlogdir astmoddir astrundir astspooldir astvarlibdir ccss dialplan EXTEN exten logfiles nrtpend nrtpstart pjproject pjsip playtones Playtones senddtmf timerfd
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { obtainAsterisk, type AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { testPort } from '../ports';
import { testToolbox } from '../processes';
import { startProgram } from '../program';
import { receiverCertificate } from '../receiver-certificate';
import { until } from '../until';
import { isBound } from './bound-port';

/** Asterisk as a carrier that takes calls over SIP: Digest, UDP, TCP and TLS, RTP and SRTP. */
export interface AsteriskCarrier {
  /** For UDP and TCP. */
  port: number;
  tlsPort: number;
  /** The certificate of its TLS, which is its own authority. */
  ca: string;
  printed(): string;
  /**
   * How often a call came in by which a phone rings, as its own log has it: once for each INVITE with the right credentials.
   * @param callId counts the calls with this `Call-ID` only
   */
  rings(callId?: string): number;
  /** The calls that it has at the moment, as its console lists them: each is one dialog. */
  openCalls(): Promise<string[]>;
  /** Where it keeps what the phone of {@link carrierNumbers.converses} heard: a WAV file of 8 kHz. */
  heardFile: string;
  end(): Promise<void>;
}

export interface CarrierOptions {
  /** Its address. Default 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
  /** Its answers before the final one must be acknowledged (RFC 3262), and it prints all messages. */
  reliable?: boolean;
  /** What the phone of {@link carrierNumbers.converses} says, in turn: 16-bit mono at 16 kHz. */
  speeches?: readonly Buffer[];
}

/** Numbers, by what is behind them. */
export const carrierNumbers = {
  echoes: '+358401000001',
  rings: '+358401000002',
  playsEarly: '+358401000003',
  /** Reads four keys, and presses them back. */
  repeatsKeys: '+358401000004',
  hangsUp: '+358401000005',
  plays: '+358401000006',
  /** Rings for half a second, and then echoes. */
  ringsAndEchoes: '+358401000007',
  /** Says each of its speeches when the other side has spoken and is silent again. */
  converses: '+14155550124',
  /** Rings, and refuses with a cause of Q.850. */
  refuses: (cause: number): string => `+358402${String(cause).padStart(3, '0')}`,
} as const;

const modules =
  `res_timing_timerfd res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_pjsip res_pjsip_session
  res_pjsip_pubsub res_pjsip_logger res_pjsip_sdp_rtp res_pjsip_caller_id res_pjsip_nat res_pjsip_rfc3326 res_pjsip_authenticator_digest
  res_pjsip_outbound_authenticator_digest res_pjsip_endpoint_identifier_ip chan_pjsip res_rtp_asterisk res_srtp bridge_simple
  pbx_config codec_ulaw codec_alaw codec_resample format_sln format_wav app_echo app_read app_senddtmf app_playtones app_playback
  app_waitforsilence app_mixmonitor app_verbose func_channel func_strings func_cut func_groupcount func_uri app_chanspy
  func_periodic_hook`.split(/\s+/);

/** Parts of files that the program takes from its own package. */
const needless = ['cel', 'ccss', 'cdr', 'stasis', 'features', 'acl', 'udptl', 'indications', 'dsp', 'pjproject'];

interface CarrierPorts {
  sip: number;
  tls: number;
  /** The first of 400 ports for RTP. */
  rtp: number;
}

const signaling = (host: string, { sip, tls }: CarrierPorts, keys: string, isReliable: boolean): string => `
${isReliable ? '[global]\ntype=global\ndebug=yes' : ''}
${['udp', 'tcp'].map((name) => `[${name}]\ntype=transport\nprotocol=${name}\nbind=${hostInUri(host)}:${sip}`).join('\n')}
[tls]
type=transport
protocol=tls
bind=${hostInUri(host)}:${tls}
cert_file=${join(keys, 'cert.pem')}
priv_key_file=${join(keys, 'key.pem')}
method=tlsv1_2
[outdial]
type=endpoint
context=lines
disallow=all
allow=ulaw,alaw
auth=outdial
direct_media=no
dtmf_mode=rfc4733
timers=yes
timers_min_se=90
timers_sess_expires=90
media_encryption=sdes
media_encryption_optimistic=yes
${isReliable ? '100rel=required' : ''}
${isIPv6(host) ? `rtp_ipv6=yes\nmedia_address=${host}\nbind_rtp_to_media_address=yes` : ''}
[outdial]
type=auth
auth_type=digest
supported_algorithms_uas=SHA-256
username=outdial
password=secret
[outdial]
type=identify
endpoint=outdial
match=${host}
`;

const hostInUri = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** @param folder where speeches are, by their number, and where it writes what was heard */
const dialplan = (folder: string, speeches: readonly Buffer[]): string => `
[general]
static=yes
[lines]
exten => _+X.,1,Log(NOTICE,Call \${CHANNEL(pjsip,call-id)})
 same => n,Goto(numbers,\${EXTEN},1)
[numbers]
exten => ${carrierNumbers.plays},1,Answer()
 same => n,Playtones(1004/1000)
 same => n,Wait(60)
exten => ${carrierNumbers.ringsAndEchoes},1,Ringing()
 same => n,Wait(0.5)
 same => n,Answer()
 same => n,Echo()
exten => ${carrierNumbers.converses},1,Ringing()
 same => n,Wait(0.5)
 same => n,MixMonitor(${join(folder, 'mixed.wav')},r(${join(folder, 'heard.wav')}))
 same => n,Answer()
${speeches
  .map(
    (_, index) => ` same => n,WaitForNoise(100,1,20)
 same => n,WaitForSilence(900,1,20)
 same => n,Playback(${join(folder, `speech${index}`)})`,
  )
  .join('\n')}
 same => n,Wait(30)
exten => _+1415555XXXX,1,Goto(${carrierNumbers.ringsAndEchoes},1)
exten => ${carrierNumbers.echoes},1,Answer()
 same => n,Echo()
exten => ${carrierNumbers.rings},1,Ringing()
 same => n,Wait(60)
exten => ${carrierNumbers.playsEarly},1,Progress()
 same => n,Playtones(1004/1000)
 same => n,Wait(1)
 same => n,StopPlaytones()
 same => n,Answer()
 same => n,Echo()
exten => ${carrierNumbers.repeatsKeys},1,Answer()
 same => n,Read(KEYS,,4,,1,5)
 same => n,SendDTMF(\${KEYS})
 same => n,Wait(2)
 same => n,Hangup()
exten => ${carrierNumbers.hangsUp},1,Answer()
 same => n,Wait(1)
 same => n,Hangup(16)
exten => _+358402XXX,1,Ringing()
 same => n,Wait(0.2)
 same => n,Hangup(\${EXTEN:7:3})
`;

/** Finds Asterisk, or says in the output of the tests that it is not tested against, and why. */
export async function findAsteriskCarrier(): Promise<AsteriskProgram | undefined> {
  try {
    return await obtainAsterisk(testToolbox());
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: nothing is tested against Asterisk: ${error.message}`);
    return undefined;
  }
}

function writeConfiguration(
  folder: string,
  program: AsteriskProgram,
  ports: CarrierPorts,
  { host, speeches, reliable }: Required<CarrierOptions>,
): string {
  const inFolder = (name: string): string => join(folder, name);
  for (const name of ['etc', 'db', 'keys', 'spool', 'run', 'log']) mkdirSync(inFolder(name), { recursive: true });
  writeFileSync(inFolder('keys/cert.pem'), receiverCertificate.cert);
  writeFileSync(inFolder('keys/key.pem'), receiverCertificate.key);
  const write = (name: string, text: string): string => {
    const file = join(folder, 'etc', `${name}.conf`);
    writeFileSync(file, text);
    return file;
  };
  for (const name of needless) write(name, '');
  write('modules', `[modules]\nautoload=no\n${modules.map((name) => `load=${name}.so`).join('\n')}\n`);
  write('pjsip', signaling(host, ports, inFolder('keys'), reliable));
  speeches.forEach((speech, index) => writeFileSync(inFolder(`speech${index}.sln16`), speech));
  write('extensions', dialplan(folder, speeches));
  write('rtp', `[general]\nrtpstart=${ports.rtp}\nrtpend=${ports.rtp + 399}\n`);
  write('logger', '[general]\n[logfiles]\nconsole => notice,warning,error\n');
  write('manager', '[general]\nenabled=no\n');
  const directories = {
    ...{ astetcdir: inFolder('etc'), astmoddir: program.modules, astvarlibdir: program.data, astdatadir: program.data },
    ...{ astdbdir: inFolder('db'), astkeydir: inFolder('keys'), astagidir: folder, astspooldir: inFolder('spool') },
    ...{ astrundir: inFolder('run'), astlogdir: inFolder('log') },
  };
  const lines = Object.entries(directories).map(([name, value]) => `${name} => ${value}`);
  return write('asterisk', `[directories]\n${lines.join('\n')}\n`);
}

/** Starts Asterisk on loopback, on ports of its own. */
export async function startAsteriskCarrier(
  program: AsteriskProgram,
  { host = '127.0.0.1', speeches = [], reliable = false }: CarrierOptions = {},
): Promise<AsteriskCarrier> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-asterisk-'));
  const ports = { sip: await testPort(), tls: await testPort(), rtp: (await testPort()) & ~1 };
  const file = writeConfiguration(folder, program, ports, { host, speeches, reliable });
  const started = await startProgram(
    testToolbox().supervisor,
    { command: program.executable, args: ['-C', file, '-f', '-n'], cwd: folder },
    // Before it is ready it drops requests, which are not repeated over TLS.
    (printed) =>
      until(
        () => isBound(ports.sip, 'udp') && isBound(ports.tls, 'tcp') && printed().includes('Asterisk Ready.'),
        (ready) => ready,
        60_000,
      ),
  );
  return {
    ...{ port: ports.sip, tlsPort: ports.tls, ca: receiverCertificate.cert },
    printed: () => started.printed(),
    rings: (callId = '') => started.printed().split(`: Call ${callId}`).length - 1,
    openCalls: async () => {
      const ask = ['-C', file, '-r', '-x', 'core show channels concise'];
      const { stdout } = await promisify(execFile)(program.executable, ask, { cwd: folder });
      return stdout.split('\n').filter((line) => line.startsWith('PJSIP/'));
    },
    heardFile: join(folder, 'heard.wav'),
    end: async () => {
      await started.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
