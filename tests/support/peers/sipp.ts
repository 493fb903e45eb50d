// cspell:ignore nostdin
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { scaledMs } from '../deadline';
import { testPort } from '../ports';
import { startPeer } from './start-peer';
import { readMessageLog, type LoggedMessage } from './sipp-log';
import { scenarioXml, type Step } from './sipp-scenario';

export interface SippOptions {
  name: string;
  steps: readonly Step[];
  /** How many calls it takes; then it exits. Default 1. */
  calls?: number;
  transport?: 'udp' | 'tcp';
  /** For SIP. Default: one that is free. */
  port?: number;
  /** Its address. Default 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
  /** Sends RTP back to where it comes from, from the media port. */
  echo?: boolean;
  /**
   * Default true: repeats its messages as over UDP, and takes an identical request for a repeated one, which it answers by
   * sending its own last message again.
   */
  retransmits?: boolean;
  /** When it gives up, in seconds; its calls have failed then. Default 20. */
  withinSeconds?: number;
}

/** SIPp with a scenario, waiting for calls. */
export interface Sipp {
  port: number;
  /** Where it gets RTP: `[media_port]` of its scenario. */
  mediaPort: number;
  /** Every message until now. */
  messages(): LoggedMessage[];
  /**
   * Resolves when all its calls are over.
   * @returns its exit code, 0 if each went as the scenario says, and what it complained of
   */
  finished(): Promise<{ code: number; errors: string }>;
  end(): Promise<void>;
}

/** Starts SIPp on loopback; it ends with this process at the latest. */
export async function startSipp(sipp: InstalledProgram, options: SippOptions): Promise<Sipp> {
  const { name, steps, calls = 1, transport = 'udp', echo = false, withinSeconds = 20, retransmits = true } = options;
  const { host = '127.0.0.1' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'outdial-sipp-'));
  const file = (kind: string): string => join(folder, kind);
  const port = options.port ?? (await testPort());
  // SIPp takes the ports after the one for audio, too.
  const mediaPort = await testPort();
  for (let further = 1; further <= 3; further++) await testPort();
  writeFileSync(file('scenario.xml'), scenarioXml(name, steps));
  const address = ['-i', host, '-p', `${port}`, '-mi', host, '-mp', `${mediaPort}`];
  const logs = ['-trace_msg', '-message_file', file('messages'), '-trace_err', '-error_file', file('errors')];
  const bounds = [
    '-m',
    `${calls}`,
    '-timeout',
    `${Math.ceil(scaledMs(withinSeconds * 1_000) / 1_000)}s`,
    '-timeout_error',
  ];
  const args = ['-sf', file('scenario.xml'), ...address, ...logs, ...bounds, '-nostdin', '-nd'];
  const media = [...(echo ? ['-rtp_echo'] : []), ...(retransmits ? [] : ['-nr'])];
  const process_ = await startPeer(sipp, {
    args: [...args, '-t', transport === 'udp' ? 'u1' : 't1', ...media],
    folder,
    port,
    transport,
    env: { TERM: 'dumb' },
  });
  const read = (kind: string): string => {
    try {
      return readFileSync(file(kind), 'latin1');
    } catch {
      return '';
    }
  };
  return {
    port,
    mediaPort,
    messages: () => readMessageLog(read('messages')),
    finished: async () => ({ code: await process_.exited(), errors: read('errors') }),
    end: async () => {
      await process_.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
