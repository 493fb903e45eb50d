// cspell:ignore answermode aufile regint
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { testPort } from '../ports';
import { startPeer } from './start-peer';

/** Baresip, a telephone with two accounts. */
export interface Baresip {
  port: number;
  /** What it printed, such as the keys that it got. */
  printed(): string;
  end(): Promise<void>;
}

/** The numbers of its accounts: one answers at once, the other one rings. */
export const baresipNumbers = { answers: '+358401240001', rings: '+358401240002' } as const;

const wavHeader = (bytes: number): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  [1, 1].forEach((value, index) => header.writeUInt16LE(value, 20 + 2 * index));
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  [2, 16].forEach((value, index) => header.writeUInt16LE(value, 32 + 2 * index));
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
};

/** Where Debian has the modules: `usr/lib/baresip/modules`, or below the architecture. */
function modulePathIn(root: string): string {
  const libraries = join(root, 'usr/lib');
  const folders = ['', ...readdirSync(libraries)].map((name) => join(libraries, name, 'baresip/modules'));
  const found = folders.find((folder) => {
    try {
      return readdirSync(folder).includes('g711.so');
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`${libraries} has no modules of baresip.`);
  return found;
}

const configuration = (port: number, mediaPort: number, folder: string, modulePath: string): string =>
  [
    `sip_listen 127.0.0.1:${port}`,
    `audio_player aufile,${join(folder, 'heard.wav')}`,
    `audio_source aufile,${join(folder, 'spoken.wav')}`,
    `audio_alert aufile,${join(folder, 'alert.wav')}`,
    `rtp_ports ${mediaPort}-${mediaPort + 100}`,
    'rtcp_mux no',
    `module_path ${modulePath}`,
    ...['g711', 'aufile'].map((name) => `module ${name}.so`),
    ...['account', 'menu'].map((name) => `module_app ${name}.so`),
    '',
  ].join('\n');

/** Starts baresip on loopback. It speaks `spoken`, PCM of 8 kHz, in each call. */
export async function startBaresip(baresip: InstalledProgram, spoken: Buffer): Promise<Baresip> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-baresip-'));
  const [port, mediaPort] = [await testPort(), await testPort()];
  writeFileSync(join(folder, 'config'), configuration(port, mediaPort, folder, modulePathIn(baresip.root)));
  writeFileSync(join(folder, 'spoken.wav'), Buffer.concat([wavHeader(spoken.length), spoken]));
  const account = (number: string, mode: string): string =>
    `<sip:${number}@127.0.0.1:${port}>;regint=0;answermode=${mode};audio_codecs=PCMU,PCMA\n`;
  const { answers, rings } = baresipNumbers;
  writeFileSync(join(folder, 'accounts'), account(answers, 'auto') + account(rings, 'manual'));
  writeFileSync(join(folder, 'contacts'), '');
  const telephone = await startPeer(baresip, { args: ['-4', '-v', '-f', folder], folder, port });
  return {
    port,
    printed: () => telephone.printed(),
    end: async () => {
      await telephone.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
