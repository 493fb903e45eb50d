// cspell:ignore PJSIP
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainAsterisk, type AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { testPort } from '../ports';
import { testToolbox } from '../processes';
import { startProgram, type TestProcess } from '../program';
import { until } from '../until';
import { ariUsers, writeAsteriskConfig } from './asterisk-config';

/** An Asterisk of its own for one test file. */
export interface Asterisk extends TestProcess {
  /** Address of its HTTP server. */
  url: string;
  /** How a provider reaches it. */
  access: { url: string; user: string; password: string; endpoint: string };
  /** Ends it and removes its folder. */
  end(): Promise<void>;
}

/** Sends one request to the REST interface as the user of the phones. It shares no code with the provider under test. */
export async function askAri(url: string, method: string, path: string, query: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`phones:${ariUsers.phones}`).toString('base64')}`;
  const answer = await fetch(`${url}/ari${path}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: { authorization },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** The ids of the channels that are up. */
export async function channelsOf(url: string): Promise<string[]> {
  const { body } = await askAri(url, 'GET', '/channels');
  return (body as { id: string }[]).map(({ id }) => id);
}

/** Finds Asterisk, or says in the output of the tests that it is not tested against, and why. */
export async function findAsterisk(): Promise<AsteriskProgram | undefined> {
  try {
    return await obtainAsterisk(testToolbox());
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    process.stderr.write(`Skipped, without Asterisk: ${error.message}\n`);
    return undefined;
  }
}

/** Starts Asterisk on ports of its own. Its calls come back to itself, as calls to the phones of the test. */
export async function startAsterisk(program: AsteriskProgram): Promise<Asterisk> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-asterisk-'));
  const ports = { http: await testPort(), sip: await testPort(), rtp: (await testPort()) & ~1 };
  const file = writeAsteriskConfig(folder, program, ports);
  const url = `http://127.0.0.1:${ports.http}`;
  const tools = testToolbox();
  const isReady = (): Promise<boolean> =>
    askAri(url, 'GET', '/asterisk/info').then(
      ({ status }) => status === 200,
      () => false,
    );
  const started = await startProgram(
    tools.supervisor,
    { command: program.executable, args: ['-C', file, '-f', '-n'], cwd: folder },
    () => until(isReady, (ready) => ready, 30_000),
  );
  return {
    ...started,
    url,
    access: { url, user: 'outdial', password: ariUsers.outdial, endpoint: 'PJSIP/{number}@carrier' },
    end: async () => {
      await started.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
