import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { joinLiveEnv, type LiveEnv, type ShownJob } from '../../support/live-env';
import { NotObtainableError, obtainPython } from '../../support/python-packages';
import { runsPipecat } from '../../support/sizes';
import { obtainSpeechPrograms } from '../../support/speech-programs';
import { until } from '../../support/until';

const folder = join(__dirname, '../../../examples/agents/pipecat');
const tools = { cache: createCache(), supervisor: createSupervisor(), env: process.env };

/** `undefined` where the bot cannot be run: then nothing is tested here, and the output says so. */
async function obtained(): Promise<{ python: string; env: NodeJS.ProcessEnv } | undefined> {
  try {
    const speech = await obtainSpeechPrograms(tools);
    return { python: await obtainPython('pipecat', join(folder, 'requirements.txt'), tools), env: speech };
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: the Pipecat example is not run: ${error.message}`);
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const itInFullSize = runsPipecat ? it : it.skip;

describe('an unchanged Pipecat bot with the stock TwilioFrameSerializer', () => {
  let testEnv: LiveEnv;
  afterAll(() => tools.supervisor.stopAll(2_000));

  /** Starts the bot, which hangs up at the service's API. */
  async function startBot(program: { python: string; env: NodeJS.ProcessEnv }): Promise<string> {
    const port = await freePort();
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
  }

  itInFullSize(
    'holds a conversation of two turns on the simulator, hangs up by REST, and its words are found in the transcript',
    async () => {
      const program = await obtained();
      if (program === undefined) return;
      testEnv = await joinLiveEnv();
      const URL = await startBot(program);
      const Agent = { URL, Parameters: { name: 'Ann' } };
      await testEnv.request('PATCH', `/campaigns/${testEnv.campaignId}`, { Agent });
      const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 12 });
      const call = await testEnv.call(jobId, ({ State }) => State === 'ended' || State === 'failed', 60_000);
      expect(call).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
      expect(call.Messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant']);
      expect(call.Messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
        'Hello Ann, this is an automated call.',
        'Thank you. Shall I book the appointment for Monday?',
        'Thank you for your time. Goodbye.',
      ]);
      const job = await until(
        () => testEnv.job(jobId),
        ({ Data }) => Data.State === 'completed' || Data.State === 'failed',
      );
      expect(job.Data as ShownJob['Data'] & { OutputData?: unknown }).toMatchObject({ OutputData: { Turns: 2 } });
      const hungUp = /"method":"POST","route":"\/2010-04-01[^"]+","status":200/;
      expect(hungUp.test(testEnv.logs())).toBe(true);
    },
    600_000,
  );
});
