import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { mulaw } from '../../../shared/domain/audio/g711';
import { synthesizeTone } from '../../../shared/domain/audio/tones';
import { startBot } from '../../support/agent-bot';
import { findAsteriskCarrier, startAsteriskCarrier } from '../../support/peers/asterisk-carrier';
import { findPeer } from '../../support/peers/find-peer';
import { openRtpPhone } from '../../support/peers/rtp-phone';
import { answers } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import { audioAt } from '../../support/peers/sipp-scenario';
import { testPort } from '../../support/ports';
import type { Launched } from '../../support/launcher';

/** What a service calls over. */
export interface SmokeLine {
  /** The settings of the service, beside those that it has anyway. */
  env: NodeJS.ProcessEnv;
  /** How often a phone rang, by the other side's own count. */
  rings(service: Launched): Promise<number> | number;
  end(): Promise<void>;
}

/** The built-in network. It counts rings in a collection of its own. */
export const startSimulatedLine = (): Promise<SmokeLine> =>
  Promise.resolve({
    env: {},
    rings: async ({ mongodbUri }) => {
      const client = await MongoClient.connect(mongodbUri);
      return client
        .db('outdial')
        .collection('simulated_rings')
        .countDocuments()
        .finally(() => client.close());
    },
    end: () => Promise.resolve(),
  });

const greeting = mulaw.encode(synthesizeTone({ hertz: [700], onMs: Infinity, offMs: 0 }, 8_000, 400));
const isLoud = (payload: string): boolean => Buffer.from(payload, 'base64').some((byte) => (byte & 0x7f) < 0x60);

/** A voice agent that greets the contact, waits until it hears the answer, and ends the call. */
const startAgent = () =>
  startBot({
    onMessage: (connection, { event, media }) => {
      if (event === 'start') connection.send({ event: 'media', media: { payload: greeting.toString('base64') } });
      if (event === 'media' && isLoud(media?.payload ?? ''))
        connection.send({ event: 'outdial.end', reason: 'conversation_complete' });
    },
  });

/** The settings of a service that calls over one trunk, with an agent for the campaigns that name none. */
async function startTrunk(folder: string, port: number, credentials: { Username?: string; Password?: string } = {}) {
  const agent = await startAgent();
  const trunks = join(folder, 'trunks.json');
  writeFileSync(trunks, JSON.stringify([{ Name: 'main', URI: `sip:127.0.0.1:${port}`, ...credentials }]));
  const env = {
    CALL_PROVIDER: 'sip',
    SIP_TRUNKS: trunks,
    SIP_HOST: '127.0.0.1',
    SIP_PORT: String(await testPort()),
    DEFAULT_AGENT_URL: agent.url,
  };
  return { env, close: () => agent.close() };
}

/** A trunk that leads to SIPp, whose phone answers, and says what it hears. @returns `undefined` if SIPp cannot be had */
export async function startSippLine(folder: string): Promise<SmokeLine | undefined> {
  const program = await findPeer('sipp');
  if (program === undefined) return undefined;
  const phone = await openRtpPhone();
  const steps = answers(audioAt(phone.port));
  const sipp = await startSipp(program, { name: 'smoke', steps, calls: 100, withinSeconds: 600 });
  const { env, close } = await startTrunk(folder, sipp.port);
  return {
    env,
    rings: () => new Set(requestsIn(sipp.messages(), 'INVITE').map((invite) => fieldOf(invite, 'Call-ID'))).size,
    end: async () => {
      await Promise.all([close(), phone.close(), sipp.end()]);
    },
  };
}

/** A trunk that leads to Asterisk, whose phone does the same. @returns `undefined` if Asterisk cannot be had */
export async function startAsteriskLine(folder: string): Promise<SmokeLine | undefined> {
  const program = await findAsteriskCarrier();
  if (program === undefined) return undefined;
  const carrier = await startAsteriskCarrier(program);
  const { env, close } = await startTrunk(folder, carrier.port, { Username: 'outdial', Password: 'secret' });
  return {
    env,
    rings: () => carrier.rings(),
    end: async () => {
      await Promise.all([close(), carrier.end()]);
    },
  };
}
