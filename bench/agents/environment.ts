import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPort } from '../../tests/support/ports';
import { openBenchEnv, type BenchEnv } from '../job/bench-env';
import { forkHelper, type HelperProcess } from './helper-process';
import { lowerPriority, raisePriority } from '../../tools/dev-stack/processes/priority';

/** The lines that the calls may go over. */
export const benchLines = ['simulated', 'sip'] as const;
export type BenchLine = (typeof benchLines)[number];

/** The service, and all that is around it. */
export interface AgentsBench {
  line: BenchLine;
  calls: number;
  env: BenchEnv;
  bot: HelperProcess;
  listeners: HelperProcess;
  phones: HelperProcess;
  control: HelperProcess;
  agentUrl: string;
  ports: { sip: number; control: number };
  /** Starts the API and the worker, once all else has been measured that needs a quiet machine. */
  startService(): Promise<{ apiUrl: string; metricsPort: number }>;
}

/** How long the phones of a trunk ring, in ms. */
const ringMs = 300;

/** Opens all, runs `measure`, and ends all. */
export async function withAgentsBench<T>(
  { line, calls }: { line: BenchLine; calls: number },
  measure: (bench: AgentsBench) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-bench-'));
  const [bot, listeners] = [forkHelper('bot'), forkHelper('listeners')];
  const [phones, control] = [forkHelper('phones', [ringMs]), forkHelper('control', [calls])];
  const [agentUrl, ports] = [bot.receive('url'), phones.receive('ports')];
  const env = await openBenchEnv();
  try {
    // What runs on other machines in production must not take the worker's turn: these two cores are to be the worker's. The
    // control and the phones measure its packets, so they are between the worker and the others.
    for (const pid of [bot.pid, listeners.pid, ...env.servers.map((server) => server.pid())]) lowerPriority(pid);
    const lineEnv = line === 'sip' ? sipEnv(dataDir, (await ports).sip) : {};
    const startService = async () => {
      const metricsPort = await testPort();
      const api = await env.api(lineEnv);
      lowerPriority(api.pid());
      const worker = await env.worker({
        ...lineEnv,
        METRICS_PORT: String(metricsPort),
        OUTDIAL_DATA_DIR: dataDir,
        WORKER_CALL_SLOTS: String(calls),
        // Options of node for the worker alone, such as a program that profiles it.
        ...(process.env['BENCH_WORKER_OPTIONS'] && { NODE_OPTIONS: process.env['BENCH_WORKER_OPTIONS'] }),
      });
      if (!raisePriority(worker.pid()))
        console.log('This user may not raise the priority of the worker (CAP_SYS_NICE).');
      return { apiUrl: api.url, metricsPort };
    };
    const helpers = { bot, listeners, phones, control };
    return await measure({
      ...{ line, calls, env, ...helpers, agentUrl: await agentUrl, ports: await ports, startService },
    });
  } finally {
    for (const helper of [bot, listeners, phones, control]) helper.end();
    await env.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The settings of a line over the phones' trunk. */
function sipEnv(folder: string, port: number): NodeJS.ProcessEnv {
  const trunks = join(folder, 'trunks.json');
  writeFileSync(trunks, JSON.stringify([{ Name: 'bench', URI: `sip:127.0.0.1:${port}` }]));
  return {
    CALL_PROVIDER: 'sip',
    SIP_TRUNKS: trunks,
    SIP_HOST: '127.0.0.1',
    SIP_PORT: '0',
    RTP_PORTS: '20000-20999',
  };
}
