import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createRecorder } from '../../../apps/worker/media/recorder';
import { createSpoolFolder } from '../../../apps/worker/media/spool-folder';
import { readTrack } from '../../../apps/worker/media/track-file';
import { clearCipher } from '../../../shared/adapters/crypto/field-cipher';
import type { CallLeg } from '../../../shared/adapters/telephony/telephony';
import type { ConnectedAgent } from '../../../shared/adapters/voice-agent/voice-agent';
import { bytesOf, frameMs, type AudioChannel } from '../../../shared/domain/audio/format';
import { mulaw } from '../../../shared/domain/audio/g711';
import { samplesOf } from '../../../shared/domain/audio/pcm';
import { concat, sine } from '../../support/audio-clips';
import { roundTrip, type BotConnection } from '../../support/agent-bot';
import { agentOf, closeBots, openBot, plannedCall } from '../../support/streamed-call';
import { createSimulation } from '../../unit/adapters/telephony/simulated-call';

const calls = 50;
const speechFrames = 50;
const root = mkdtempSync(join(tmpdir(), 'outdial-calls-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterAll(closeBots);

const speech = Buffer.from(mulaw.encode(concat([sine(400, speechFrames * frameMs)], 8_000))).toString('base64');
const isLoud = (pcm: Buffer): boolean => samplesOf(pcm).some((sample) => Math.abs(sample) > 1_000);

/** Records calls to disk, as a worker does. @returns the recorder, and the folder of each recorded call */
function recordTo(folderOfAll: string) {
  const folders = new Map<string, string>();
  const recorder = createRecorder({
    folder: createSpoolFolder(folderOfAll, 'worker_1'),
    archive: { enqueue: ({ ID }, dir) => void folders.set(ID, dir), stop: () => Promise.resolve() },
    calls: { find: () => Promise.resolve(undefined) },
    dataKeys: { of: () => Promise.resolve(clearCipher) },
    logger: pino({ level: 'silent' }),
    metrics: { recordLost: () => undefined, recordFrame: () => undefined },
  });
  return { recorder, folders };
}

async function countRecorded(dir: string, channel: AudioChannel): Promise<{ all: number; loud: number }> {
  const counted = { all: 0, loud: 0 };
  for await (const pcm of readTrack(dir, channel, { blockBytes: bytesOf(channel, frameMs) })) {
    counted.all++;
    if (isLoud(pcm)) counted.loud++;
  }
  return counted;
}

/** Counts the frames of a leg. */
function countFrames(leg: CallLeg) {
  const counted = { user: 0, botLoud: 0 };
  leg.onAudio(({ channel, pcm }) => {
    if (channel === 'user') counted.user++;
    else if (isLoud(pcm)) counted.botLoud++;
  });
  return counted;
}

const speakAndLeave = (connection: BotConnection): void => {
  connection.send({ event: 'media', media: { payload: speech } });
  connection.send({ event: 'outdial.end', reason: 'conversation_complete' });
};

/** All calls are on one simulated clock; their websockets and their recordings are real. */
describe('a process with fifty calls at once', () => {
  it('loses no frame: what agents say is heard and recorded, and they hear the contact', async () => {
    const { recorder, folders } = recordTo(root);
    const bot = await openBot({
      onMessage: (connection, { event }) => {
        if (event === 'start') speakAndLeave(connection);
      },
    });
    const { provider, clock } = createSimulation();
    const agent = agentOf();
    const run = async (connected: ConnectedAgent | undefined, n: number) => {
      const ID = `call_${n}`;
      const leg = await provider.dial({
        attemptKey: ID,
        jobId: `job_${n}`,
        to: '+14155550123',
        from: '+14155550100',
        ringTimeoutMs: 10_000,
        maxDurationMs: 60_000,
        integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 60 } },
      });
      const recording = recorder.attach({
        call: { ID, JobID: `job_${n}`, OrgID: 'org_1', CampaignID: 'campaign_1' },
        leg,
        keep: 'recording',
      });
      const counted = countFrames(leg);
      await connected?.converse(leg, {
        onMessage: () => undefined,
        onCallback: () => undefined,
        onTransfer: () => undefined,
      });
      const end = await leg.ended;
      recording.finish(undefined);
      return { ID, end, counted };
    };
    const agents: (ConnectedAgent | undefined)[] = [];
    for (let n = 0; n < calls; n++)
      agents.push(await agent.connect?.({ ...plannedCall({ URL: bot.url }), callId: `call_${n}` }));
    expect(bot.connections).toHaveLength(calls);
    const calling = { isOver: false };
    const running = Promise.all(agents.map(run)).finally(() => (calling.isOver = true));
    for (let step = 0; step < 1_000 && !calling.isOver; step++) {
      await clock.advance(200);
      // Twice: what the agents answer has arrived, and what follows from it.
      for (let trip = 0; trip < 2; trip++) await Promise.all(bot.connections.map(roundTrip));
    }
    const ended = await running;
    await recorder.stop();
    const heardByAgents: number[] = [];
    for (const connection of bot.connections) {
      await connection.next('stop');
      const chunks = connection.received.flatMap(({ media }) => (media === undefined ? [] : [Number(media.chunk)]));
      expect(chunks).toEqual(chunks.map((_, index) => index + 1));
      heardByAgents.push(chunks.length);
    }
    for (const { ID, end, counted } of ended) {
      expect(end.reason).toBe('assistant_hung_up');
      // The conversion to 24 kHz delays the last 3 ms into one more frame, which the hang-up may cut off.
      expect([speechFrames, speechFrames + 1]).toContain(counted.botLoud);
      const dir = folders.get(ID) ?? '';
      expect((await countRecorded(dir, 'bot')).loud).toBe(counted.botLoud);
      expect((await countRecorded(dir, 'user')).all).toBe(counted.user);
    }
    const ascending = (one: number, other: number): number => one - other;
    expect(heardByAgents.sort(ascending)).toEqual(ended.map(({ counted }) => counted.user).sort(ascending));
  });
});
