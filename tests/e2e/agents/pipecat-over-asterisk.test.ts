import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  carrierNumbers,
  findAsteriskCarrier,
  startAsteriskCarrier,
  type AsteriskCarrier,
} from '../../support/peers/asterisk-carrier';
import { peersWithinMs } from '../../support/peers/find-peer';
import { startLiveEnv, type OwnLiveEnv, type ShownCall } from '../../support/live-env';
import { createPipecat, type PipecatProgram } from '../../support/pipecat-bot';
import { testPort } from '../../support/ports';
import { runsPipecat } from '../../support/sizes';
import { until } from '../../support/until';

const run = promisify(execFile);
const describeInFullSize = runsPipecat ? describe : describe.skip;

const replies = ['yes please', 'no thank you'];
const lines = [
  'Hello Ann, this is an automated call.',
  'Thank you. Shall I book the appointment for Monday?',
  'Thank you for your time. Goodbye.',
];
/** The bot does not say these: a recognizer that guesses would find them too. */
const others = ['please leave a message after the tone', 'you have the wrong number', 'shall i call you on friday'];
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z ]/g, '');
const wavHeaderBytes = 44;

describeInFullSize('an unchanged Pipecat bot, with CALL_PROVIDER=sip and a trunk to Asterisk', () => {
  const pipecat = createPipecat();
  const folder = mkdtempSync(join(tmpdir(), 'outdial-pipecat-'));
  let program: PipecatProgram | undefined;
  let asterisk: AsteriskCarrier | undefined;
  let testEnv: OwnLiveEnv | undefined;
  beforeAll(async () => {
    const carrier = await findAsteriskCarrier();
    program = await pipecat.obtain();
    if (program === undefined || carrier === undefined) return;
    asterisk = await startAsteriskCarrier(carrier, { speeches: await Promise.all(replies.map(speak)) });
    const trunk = { Name: 'main', URI: `sip:127.0.0.1:${asterisk.port}`, Username: 'outdial', Password: 'secret' };
    const SIP_TRUNKS = join(folder, 'trunks.json');
    writeFileSync(SIP_TRUNKS, JSON.stringify([trunk]));
    const sip = { CALL_PROVIDER: 'sip', SIP_TRUNKS, SIP_HOST: '127.0.0.1', SIP_PORT: String(await testPort()) };
    testEnv = await startLiveEnv({ apis: 1, workers: 1, settings: sip });
  }, peersWithinMs + 400_000);
  afterAll(async () => {
    await pipecat.end();
    await testEnv?.end();
    await asterisk?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Speaks as the contact does: 16-bit mono at 16 kHz. */
  async function speak(text: string): Promise<Buffer> {
    const file = join(folder, `${text}.wav`);
    const { FLITE = 'flite' } = program?.env ?? {};
    await run(FLITE, ['-voice', 'rms', '-t', text, '-o', file], { env: { ...process.env, ...program?.env } });
    return readFileSync(file).subarray(wavHeaderBytes);
  }

  /** The sentences that the contact heard, by a recognizer. */
  async function heardBy(carrier: AsteriskCarrier): Promise<string[]> {
    const sentences = [...lines.map(plain), ...others];
    const args = [join(__dirname, 'transcribe.py'), carrier.heardFile, ...sentences];
    const { stdout } = await run(program!.python, args, { env: { ...process.env, ...program?.env } });
    return stdout.trim().split('\n');
  }

  const said = ({ Messages }: ShownCall, speaker: string): string[] =>
    Messages.filter(({ role }) => role === speaker).map(({ content }) => content);

  it('holds a conversation of two turns: both sides understand each other, and their words are in the transcript', async () => {
    if (program === undefined || asterisk === undefined || testEnv === undefined) return;
    const [env, carrier, campaign] = [testEnv, asterisk, `/campaigns/${testEnv.campaignId}`];
    const URL = await pipecat.start(program, env);
    await env.request('PATCH', campaign, { Agent: { URL, Parameters: { name: 'Ann' } } });
    const { body } = await env.request<{ JobID: string }>('POST', `${campaign}/jobs`, {
      ContactPhoneNumber: carrierNumbers.converses,
    });
    const call = await env.call(body.JobID, ({ State }) => State === 'ended' || State === 'failed', 120_000);
    expect(call).toMatchObject({ State: 'ended', EndedReason: 'assistant_hung_up' });
    expect(said(call, 'assistant')).toEqual(lines);
    // The bot recognized what Asterisk played.
    expect(said(call, 'user')).toEqual(replies);
    // And the recording of Asterisk has what the bot said.
    expect(await heardBy(carrier)).toEqual(lines.map(plain));
    expect(carrier.rings()).toBe(1);
    await until(
      () => carrier.openCalls(),
      (open) => open.length === 0,
    );
    const job = await until(
      () => env.job(body.JobID),
      ({ Data: { State } }) => State === 'completed' || State === 'failed',
    );
    expect(job.Data).toMatchObject({ State: 'completed', OutputData: { Turns: 2 } });
  }, 300_000);
});
