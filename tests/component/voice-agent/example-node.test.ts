import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createStreamAgent } from '../../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../../shared/adapters/voice-agent/media-streams/connector';
import type { AgentReport } from '../../../shared/domain/call/agent-report';
import type { LLMMessage } from '../../../shared/domain/call/call';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { NotObtainableError } from '../../support/python-packages';
import { obtainSpeechPrograms } from '../../support/speech-programs';
import { until } from '../../support/until';
import { voiceLeg } from '../../support/voice-leg';

const example = join(__dirname, '../../../examples/agents/node/agent.mjs');
const tools = { cache: createCache(), supervisor: createSupervisor(), env: process.env };

/** `undefined` where the programs cannot be had: then nothing is tested here, and the output says so. */
async function obtained(): Promise<NodeJS.ProcessEnv | undefined> {
  try {
    return { ...process.env, ...(await obtainSpeechPrograms(tools)) };
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: the example agent is not run: ${error.message}`);
    return undefined;
  }
}

describe('the example agent in Node', () => {
  let env: NodeJS.ProcessEnv | undefined;
  let url = '';
  beforeAll(async () => {
    env = await obtained();
    if (env === undefined) return;
    await tools.supervisor.start({
      command: process.execPath,
      args: [example],
      env: { ...env, PORT: '0' },
      onLine: (line) => (url = /ws:\S+/.exec(line)?.[0] ?? url),
    });
    await until(
      () => url,
      (found) => found !== '',
    );
  }, 180_000);
  afterAll(() => tools.supervisor.stopAll(2_000));

  /** The text as a person's speech, and the silence after it. */
  async function speak(text: string): Promise<Int16Array> {
    const folder = await mkdtemp(join(tmpdir(), 'outdial-speech-'));
    const file = join(folder, 'speech.wav');
    await promisify(execFile)(env?.['FLITE'] ?? 'flite', ['-voice', 'slt', '-t', text, '-o', file], { env });
    const data = readFileSync(file).subarray(44);
    await rm(folder, { recursive: true });
    const silence = 16_000;
    return Int16Array.from({ length: data.length / 2 + silence }, (_, index) =>
      index * 2 < data.length ? data.readInt16LE(index * 2) : 0,
    );
  }

  it('understands what the contact says over a telephone line, and reports it', async () => {
    if (env === undefined) return;
    const agent = createStreamAgent({
      connector: createAgentConnector({ allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' }),
      headers: { open: () => Promise.resolve({}) },
    });
    const connected = await agent.connect?.({
      orgId: 'org_1',
      jobId: 'job_1',
      callId: 'call_1',
      contactName: 'Ann',
      from: '+14155550100',
      to: '+14155550123',
      data: {},
      metadata: {},
      agent: { URL: url, Parameters: { name: '{{ContactName}}' } },
    });
    const line = voiceLeg();
    const messages: LLMMessage[] = [];
    const reports: AgentReport[] = [];
    const done = connected?.converse(line.leg, {
      onMessage: (message) => messages.push(message),
      onReport: (report) => reports.push(report),
      onCallback: () => undefined,
      onTransfer: () => undefined,
    });
    line.answer();
    for (const text of ['please repeat that', 'yes please']) {
      await until(line.pendingMarks, (count) => count > 0);
      await line.heard();
      line.say(await speak(text));
    }
    // Its mark, and ours: the line is hung up when the contact has heard the goodbye.
    await until(line.pendingMarks, (count) => count > 0);
    await line.heard();
    await until(
      () => reports.length,
      (count) => count === 2,
    );
    await line.heard();
    await done;
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'assistant: Hello Ann, this is an automated call. Shall I book your appointment?',
      'user: please repeat that',
      'assistant: I said: shall I book the appointment?',
      'user: yes please',
      'assistant: Thank you. The appointment is booked. Goodbye.',
    ]);
    expect(reports).toEqual([{ OutputData: { Booked: true } }, { EndReason: 'conversation_complete' }]);
    expect(line.written.reduce((bytes, { pcm }) => bytes + pcm.length, 0)).toBeGreaterThan(5 * 16_000);
  }, 60_000);
});
