import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, OutdialError, type AudioChannel, type CallPath } from '@outdial/client';
import { Option, type Command } from 'commander';
import WebSocket from 'ws';
import { parseDuration, withExamples } from '../arguments';
import { FailedError } from '../failures';
import { escapeControls } from '../output';
import type { Action, Session } from '../session';
import { createWavFile, type WavFile } from '../wav';
import { isEnded, pollJob } from './watch-job';

const pollIntervalMs = 500;
/** Close codes of the API: the call has ended; this API process is shutting down, so reconnect to another one. */
const callEnded = 1000;
const serverShutdown = 1001;

interface Flags {
  output: string;
  channel: AudioChannel;
  wait: number;
}

/** The ID of a call contains the ID of its job and the number of the attempt. */
function parseTarget(id: string): { jobID: string; callID?: string } {
  const [, job] = /^call_(.+)_\d+$/.exec(id) ?? [];
  return job === undefined ? { jobID: id } : { jobID: `job_${job}`, callID: id };
}

/** Waits until the contact has answered. */
async function waitForActiveCall(session: Session, id: string, timeoutMs: number): Promise<CallPath> {
  const campaignID = session.campaign();
  const { jobID, callID } = parseTarget(id);
  const deadlineMs = Date.now() + timeoutMs;
  await session.client.jobs.get(campaignID, jobID, { signal: session.signal });
  for await (const job of pollJob(session, { campaign: campaignID, jobId: jobID, everyMs: pollIntervalMs })) {
    const calls = job.Data.Calls ?? [];
    const call = callID === undefined ? calls.at(-1) : calls.find(({ ID }) => ID === callID);
    if (call?.State === 'active') return { campaignID, jobID, callID: call.ID };
    const hasEnded = callID !== undefined && (call === undefined || ['ended', 'failed'].includes(call.State));
    if (hasEnded || isEnded(job))
      throw new FailedError('There is no live call to listen to: it has ended or never started.');
    if (Date.now() > deadlineMs)
      throw new FailedError('The contact has not answered in time; wait longer with --wait.');
  }
  throw new FailedError('There is no live call to listen to.');
}

/** Receives audio until the websocket closes. @returns its close code */
async function receiveAudio(session: Session, path: CallPath, channel: AudioChannel, file: WavFile): Promise<number> {
  const { url, headers } = session.client.calls.audio(path, channel);
  const socket = new WebSocket(url, { headers, maxPayload: 64 * 1024, handshakeTimeout: 15_000 });
  const stop = () => socket.close();
  session.signal.addEventListener('abort', stop);
  socket.on('message', (frame: Buffer) => file.write(frame));
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.once('close', resolve);
      socket.once('error', (cause) =>
        reject(new OutdialConnectionError('The audio stream is unreachable.', { cause })),
      );
      socket.once('unexpected-response', (_request, answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => reject(toOutdialError(answer.statusCode ?? 500, text)));
      });
    });
  } finally {
    session.signal.removeEventListener('abort', stop);
    socket.on('error', () => undefined);
    socket.terminate();
  }
}

function toOutdialError(status: number, text: string): OutdialError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not a response of the API: only the status is known.
  }
  return new OutdialError(new Response(null, { status }), body, Date.now());
}

async function listen(session: Session, id: string, { output, channel, wait: waitMs }: Flags): Promise<void> {
  const path = await waitForActiveCall(session, id, waitMs);
  const { sampleRate } = session.client.calls.audio(path, channel);
  const file = await createWavFile(output, sampleRate);
  session.stderr.write(`Listening to ${escapeControls(path.callID)} (${channel}); press Ctrl-C to stop.\n`);
  let code: number;
  try {
    code = await receiveAudio(session, path, channel, file);
    while (code === serverShutdown && !session.signal.aborted) {
      await wait(pollIntervalMs, undefined, { signal: session.signal });
      code = await receiveAudio(session, path, channel, file);
    }
  } finally {
    await file.close();
  }
  session.signal.throwIfAborted();
  const seconds = Math.round(file.seconds() * 10) / 10;
  if (code !== callEnded)
    throw new FailedError(`The audio stream was interrupted (${code}); ${output} contains ${seconds} s.`);
  const result = { CallID: path.callID, Channel: channel, File: output, Seconds: seconds };
  session.show(result, `${escapeControls(output)}: ${seconds} s\n`);
}

/** `outdial listen` */
export function addListen(program: Command, action: Action): void {
  const command = program
    .command('listen <job-or-call>')
    .description('Write the audio of a live call to a WAV file until the call ends. Waits until the contact answers.')
    .requiredOption('-o, --output <file>', 'the file, such as call.wav')
    .addOption(
      new Option('--channel <side>', 'bot: the assistant; user: the contact').choices(['bot', 'user']).default('bot'),
    )
    .option('--wait <duration>', 'how long to wait for an answer', parseDuration, 600_000)
    .action(action((session, id: string, flags: Flags) => listen(session, id, flags)));
  withExamples(
    command,
    'listen job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e --output call.wav',
    'listen call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1 --channel user --output contact.wav',
  );
}
