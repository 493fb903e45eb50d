// The words of Asterisk's configuration. cspell:disable
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';

/** Where an Asterisk of a test listens, on loopback only. */
export interface AsteriskPorts {
  http: number;
  sip: number;
  /** The first of 400 ports for RTP. */
  rtp: number;
}

/** The users of its REST interface: the provider under test, and the phones. */
export const ariUsers = { outdial: 'outdial-password', phones: 'phones-password' } as const;

const modules =
  `res_timing_timerfd res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_pjsip res_pjsip_session
  res_pjsip_pubsub res_pjsip_sdp_rtp res_pjsip_caller_id res_pjsip_nat res_pjsip_rfc3326 res_pjsip_authenticator_digest
  res_pjsip_outbound_authenticator_digest res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user chan_pjsip
  res_rtp_asterisk res_http_websocket res_websocket_client chan_websocket res_stasis res_stasis_answer res_stasis_playback
  res_stasis_recording res_stasis_snoop res_stasis_device_state res_ari res_ari_model res_ari_channels res_ari_bridges res_ari_events
  res_ari_applications res_ari_asterisk app_stasis bridge_simple bridge_softmix bridge_holding pbx_config codec_ulaw codec_alaw
  codec_resample app_echo app_milliwatt app_playtones func_channel func_callerid func_timeout`.split(/\s+/);

/** Parts of files that the program takes from its own package. */
const needless = [
  'cel',
  'ccss',
  'cdr',
  'stasis',
  'features',
  'acl',
  'udptl',
  'indications',
  'dsp',
  'websocket_client',
  'chan_websocket',
  'pjproject',
];

/** Calls through `carrier` come back as calls to the context `phones`; `impatient` ends a call without audio after a second. */
const endpointsOf = ({ sip }: AsteriskPorts): string => `
[udp]
type=transport
protocol=udp
bind=127.0.0.1:${sip}
${['carrier', 'impatient']
  .map(
    (name) => `[${name}]
type=endpoint
context=none
disallow=all
allow=ulaw
aors=${name}
direct_media=no
dtmf_mode=rfc4733
${name === 'impatient' ? 'rtp_timeout=1' : ''}
[${name}]
type=aor
contact=sip:127.0.0.1:${sip}`,
  )
  .join('\n')}
[phones]
type=endpoint
context=phones
disallow=all
allow=ulaw
direct_media=no
dtmf_mode=rfc4733
[phones]
type=identify
endpoint=phones
match=127.0.0.1
`;

/** Numbers that begin with +1999 echo, +1998 plays 1004 Hz, +1997 and +1996 are refused with a SIP status; the others are phones. */
const dialplan = `
[general]
static=yes
[phones]
exten => _1999X.,1,Answer()
 same => n,Echo()
exten => _1998X.,1,Answer()
 same => n,Milliwatt()
exten => _1997XXX.,1,PJSIPHangup(\${EXTEN:4:3})
exten => _1996XXX.,1,Ringing()
 same => n,PJSIPHangup(\${EXTEN:4:3})
exten => _X.,1,Stasis(phones,\${EXTEN},\${CALLERID(num)})
 same => n,Hangup()
`;

/** Writes the configuration of one Asterisk. @returns the file to start it with */
export function writeAsteriskConfig(folder: string, program: AsteriskProgram, ports: AsteriskPorts): string {
  const inFolder = (name: string): string => join(folder, name);
  for (const name of ['etc', 'db', 'keys', 'spool', 'run', 'log']) mkdirSync(inFolder(name), { recursive: true });
  const write = (name: string, text: string): string => {
    const file = join(folder, 'etc', `${name}.conf`);
    writeFileSync(file, text);
    return file;
  };
  for (const name of needless) write(name, '');
  write('modules', `[modules]\nautoload=no\n${modules.map((name) => `load=${name}.so`).join('\n')}\n`);
  write('pjsip', endpointsOf(ports));
  write('extensions', dialplan);
  write('http', `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${ports.http}\nsessionlimit=1000\n`);
  const users = Object.entries(ariUsers).map(([name, password]) => `[${name}]\ntype=user\npassword=${password}\n`);
  write('ari', `[general]\nenabled=yes\n${users.join('')}`);
  write('rtp', `[general]\nrtpstart=${ports.rtp}\nrtpend=${ports.rtp + 399}\n`);
  write('logger', '[general]\n[logfiles]\nconsole => notice,warning,error\n');
  write('manager', '[general]\nenabled=no\n');
  const directories = {
    astetcdir: inFolder('etc'),
    astmoddir: program.modules,
    astvarlibdir: program.data,
    astdatadir: program.data,
    astdbdir: inFolder('db'),
    astkeydir: inFolder('keys'),
    astagidir: folder,
    astspooldir: inFolder('spool'),
    astrundir: inFolder('run'),
    astlogdir: inFolder('log'),
  };
  const lines = Object.entries(directories).map(([name, value]) => `${name} => ${value}`);
  return write('asterisk', `[directories]\n${lines.join('\n')}\n`);
}
