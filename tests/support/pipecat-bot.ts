import { join } from 'node:path';
import { createCache } from '../../tools/dev-stack/obtain/cache';
import { createSupervisor } from '../../tools/dev-stack/processes/supervisor';
import type { LiveEnv } from './live-env';
import { testPort } from './ports';
import { NotObtainableError, obtainPython } from './python-packages';
import { obtainSpeechPrograms } from './speech-programs';
import { until } from './until';

const folder = join(__dirname, '../../examples/agents/pipecat');

/** What the Pipecat example needs. */
export interface PipecatProgram {
  /** A Python with its packages, pocketsphinx among them. */
  python: string;
  /** Where it finds flite. */
  env: NodeJS.ProcessEnv;
}

/** The Pipecat example, unchanged, and what ends it. */
export function createPipecat() {
  const tools = { cache: createCache(), supervisor: createSupervisor(), env: process.env };
  return {
    /** @returns `undefined` where the bot cannot be run: then nothing is tested with it, and the output says so */
    obtain: async (): Promise<PipecatProgram | undefined> => {
      try {
        const speech = await obtainSpeechPrograms(tools);
        return { python: await obtainPython('pipecat', join(folder, 'requirements.txt'), tools), env: speech };
      } catch (error) {
        if (!(error instanceof NotObtainableError)) throw error;
        console.warn(`SKIPPED: the Pipecat example is not run: ${error.message}`);
        return undefined;
      }
    },
    /** Starts the bot, which hangs up at the service's API. @returns the URL of its websocket */
    start: async (program: PipecatProgram, testEnv: Pick<LiveEnv, 'request' | 'apis' | 'key'>): Promise<string> => {
      const port = await testPort();
      let ready = false;
      const { body } = await testEnv.request<{ ID: string }>('GET', '/organization');
      const service = { OUTDIAL_URL: testEnv.apis[0]?.url, OUTDIAL_ORG: body.ID, OUTDIAL_KEY: testEnv.key };
      await tools.supervisor.start({
        command: program.python,
        args: [join(folder, 'bot.py')],
        env: { ...process.env, ...program.env, ...service, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1' },
        onLine: (line) => (ready ||= line.includes('Uvicorn running')),
      });
      await until(
        () => ready,
        (isReady) => isReady,
        60_000,
      );
      return `ws://127.0.0.1:${port}/ws`;
    },
    end: () => tools.supervisor.stopAll(2_000),
  };
}
