import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { createTwilioCallbacks } from '../../../apps/api/line/twilio-callbacks';
import { createTwilioMediaRelay } from '../../../apps/api/line/twilio-media';
import { createWorkerLine } from '../../../apps/api/line/worker-line';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import type { TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import { createMemoryTwilioCallLog, type TwilioCallLog } from '../../../shared/adapters/telephony/twilio/call-log';
import { createTwilioClient, type TwilioClient } from '../../../shared/adapters/telephony/twilio/client';
import { createLineUrls } from '../../../shared/adapters/telephony/twilio/line-urls';
import { createTwilioProvider } from '../../../shared/adapters/telephony/twilio/provider';
import type { TwilioTimings } from '../../../shared/adapters/telephony/twilio/timings';
import { startLiveServer } from '../live-server';
import { testKeys } from '../master-keys';
import { startTwilioStandIn, type Subscriber, type TwilioStandIn } from './stand-in';

/** Our API and worker, and a stand-in for Twilio: real servers, which speak over loopback. */
export interface TwilioRig {
  twilio: TwilioStandIn;
  log: TwilioCallLog;
  client: TwilioClient;
  publicUrl: string;
  /** Lines of the log. */
  lines: readonly string[];
  /** A provider as a process of its own has it. */
  startWorker(options?: {
    timings?: Partial<TwilioTimings>;
    asyncAmd?: boolean;
    baseUrl?: string;
  }): Promise<TelephonyProvider>;
  /** Cuts every worker that was started so far off from Twilio and the API, as if its process was killed. */
  killWorkers(): Promise<void>;
  /** Ends the API process: its connections break. */
  breakApi(): void;
  close(): Promise<void>;
}

/** What is waited for comes, also on a busy machine; how often Twilio is asked is of no consequence. */
const testTimings: Partial<TwilioTimings> = {
  queueMs: 15_000,
  queueLookMs: 200,
  queueRetryMs: 7_000,
  lateMs: 500,
  unknownMs: 15_000,
  unknownLookMs: 200,
  mediaMs: 15_000,
  silenceMs: { first: 15_000, later: 15_000 },
  pollMs: 300,
  endMs: 5_000,
};

export async function startTwilioRig(subscriberOf: (to: string) => Subscriber): Promise<TwilioRig> {
  const twilio = await startTwilioStandIn(subscriberOf);
  const { accountSid, authToken, url: baseUrl } = twilio;
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = createLineUrls(publicUrl, testKeys);
  const log = createMemoryTwilioCallLog();
  const client = createTwilioClient({ accountSid, authToken, baseUrl });
  const workers = new Map<string, string>();
  const worker = createWorkerLine(createMediaTokens(testKeys), () => Date.now());
  const findWorker = (callId: string) => Promise.resolve(workers.get(callId));
  const deps = { authToken, publicUrl, urls, log, client, worker, findWorker, logger };
  const media = createTwilioMediaRelay(deps);
  server.on('request', express().use(createTwilioCallbacks(deps)));
  media.attach(server);
  const closers: (() => Promise<void>)[] = [];
  return {
    ...{ twilio, log, client, publicUrl, lines },
    startWorker: async ({ timings, asyncAmd, baseUrl: other } = {}) => {
      const live = await startLiveServer(logger);
      closers.push(() => live.close());
      const own = createTwilioClient({ accountSid, authToken, baseUrl: other ?? baseUrl });
      closers.push(() => own.close());
      return createTwilioProvider({
        ...{ client: own, log, urls, logger, asyncAmd },
        timings: { ...testTimings, ...timings },
        endpoint: {
          serve: (key, handlers) => {
            workers.set(key, live.address() ?? '');
            return live.lines.serve(key, handlers);
          },
        },
      });
    },
    killWorkers: async () => {
      await Promise.all(closers.splice(0).map((close) => close()));
    },
    breakApi: () => {
      media.close();
      server.closeAllConnections();
    },
    close: async () => {
      media.close();
      await twilio.close();
      await Promise.all(closers.map((close) => close()));
      await client.close();
      await closeServer(server);
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
