// cspell:ignore astagidir astdatadir astdb astdbdir astetcdir astkeydir astlogdir astmoddir astrundir astspooldir astvarlibdir ccss dialplan EXTEN exten logfiles nrtpend nrtpstart pjproject pjsip playtones Playtones senddtmf timerfd
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  end(): Promise<void>;
}

/** Numbers, by what is behind them. */
export const carrierNumbers = {
  echoes: '+358401000001',
  rings: '+358401000002',
  playsEarly: '+358401000003',
  /** Reads four keys, and presses them back. */
  repeatsKeys: '+358401000004',
  hangsUp: '+358401000005',
  /** Rings, and refuses with a cause of Q.850. */
  refuses: (cause: number): string => `+358402${String(cause).padStart(3, '0')}`,
} as const;

const modules =
  `res_timing_timerfd res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_pjsip res_pjsip_session
  res_pjsip_pubsub res_pjsip_sdp_rtp res_pjsip_caller_id res_pjsip_nat res_pjsip_rfc3326 res_pjsip_authenticator_digest
  res_pjsip_outbound_authenticator_digest res_pjsip_endpoint_identifier_ip chan_pjsip res_rtp_asterisk res_srtp bridge_simple
  pbx_config codec_ulaw codec_alaw app_echo app_read app_senddtmf app_playtones app_verbose func_channel func_strings`.split(
    /\s+/,
  );

/** Parts of files that the program takes from its own package. */
const needless = ['cel', 'ccss', 'cdr', 'stasis', 'features', 'acl', 'udptl', 'indications', 'dsp', 'pjproject'];

const signaling = (port: number, tlsPort: number, keys: string): string => `
${['udp', 'tcp'].map((name) => `[${name}]\ntype=transport\nprotocol=${name}\nbind=127.0.0.1:${port}`).join('\n')}
[tls]
type=transport
protocol=tls
bind=127.0.0.1:${tlsPort}
cert_file=${join(keys, 'cert.pem')}
priv_key_file=${join(keys, 'key.pem')}
method=tlsv1_2
[outdial]
type=endpoint
context=numbers
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
[outdial]
type=auth
auth_type=digest
supported_algorithms_uas=SHA-256
username=outdial
password=secret
[outdial]
type=identify
endpoint=outdial
match=127.0.0.1
`;

const dialplan = `
[general]
static=yes
[numbers]
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
  ports: Record<'sip' | 'tls' | 'rtp', number>,
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
  write('pjsip', signaling(ports.sip, ports.tls, inFolder('keys')));
  write('extensions', dialplan);
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
export async function startAsteriskCarrier(program: AsteriskProgram): Promise<AsteriskCarrier> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-asterisk-'));
  const ports = { sip: await testPort(), tls: await testPort(), rtp: (await testPort()) & ~1 };
  const file = writeConfiguration(folder, program, ports);
  const started = await startProgram(
    testToolbox().supervisor,
    { command: program.executable, args: ['-C', file, '-f', '-n'], cwd: folder },
    () =>
      until(
        () => isBound(ports.sip, 'udp') && isBound(ports.tls, 'tcp'),
        (bound) => bound,
        30_000,
      ),
  );
  return {
    ...{ port: ports.sip, tlsPort: ports.tls, ca: receiverCertificate.cert },
    printed: () => started.printed(),
    end: async () => {
      await started.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
