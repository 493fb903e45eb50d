import { createAsteriskProvider, type AsteriskProvider } from '../../../shared/adapters/telephony/asterisk/provider';
import {
  CallRefusedError,
  type AudioFrame,
  type CallLeg,
  type DialRequest,
  type LegEvent,
} from '../../../shared/adapters/telephony/telephony';
import { createProcesses, type Processes, type TestProcess } from '../../support/processes';
import { findAsterisk, startAsterisk, type Asterisk } from '../../support/peers/asterisk';
import { connectPhones, type Phones } from '../../support/peers/asterisk-phones';
import { untilPrinted } from '../../support/program';
import { until } from '../../support/until';

interface Elsewhere {
  /** The address by which the process reaches Asterisk. */
  url: string;
  until: () => boolean;
}

/** An Asterisk with phones, and a provider. */
export interface TestLine {
  asterisk: Asterisk;
  phones: Phones;
  provider: AsteriskProvider;
  /** A provider as another process has it. */
  connect: (change?: { url?: string; endpoint?: string }) => AsteriskProvider;
  /** A process of its own that dials; resolves when it has reported the event, or the condition holds. */
  dialElsewhere: (request: DialRequest, until: LegEvent['type'] | Elsewhere) => Promise<TestProcess>;
  end(): Promise<void>;
}

/** @returns `undefined` if Asterisk cannot be had here */
export async function startLine(): Promise<TestLine | undefined> {
  const program = await findAsterisk();
  if (program === undefined) return undefined;
  const asterisk = await startAsterisk(program);
  const phones = await connectPhones(asterisk.url);
  const providers: AsteriskProvider[] = [];
  let processes: Processes | undefined;
  const connect: TestLine['connect'] = (change = {}) => {
    const provider = createAsteriskProvider({ ...asterisk.access, marginSeconds: 2, ...change });
    providers.push(provider);
    return provider;
  };
  return {
    asterisk,
    phones,
    connect,
    provider: connect(),
    dialElsewhere: (request, how) => {
      processes ??= createProcesses();
      const access = { ...asterisk.access, ...(typeof how === 'object' && { url: how.url }) };
      const args = ['--import', 'tsx', require.resolve('./worker.ts'), JSON.stringify([access, request])];
      return processes.program({ command: process.execPath, args }, (printed) =>
        typeof how === 'object' ? until(how.until, (holds) => holds, 30_000) : untilPrinted(printed, `"type":"${how}"`),
      );
    },
    end: async () => {
      await processes?.end();
      await Promise.all(providers.map((provider) => provider.close()));
      phones.close();
      await asterisk.end();
    },
  };
}

let attempts = 0;

/** A request with a key that no other call uses. */
export const requestTo = (to: string, change: Partial<DialRequest> = {}): DialRequest => {
  const attemptKey = `call_asterisk_${process.pid}_${++attempts}`;
  const limits = { ringTimeoutMs: 3_000, maxDurationMs: 10_000 };
  return { attemptKey, jobId: `job_${attemptKey}`, to, from: '+14155550100', ...limits, integrations: {}, ...change };
};

/** A call, and everything that it reported. */
export async function dialed(provider: AsteriskProvider, request: DialRequest) {
  const leg: CallLeg = await provider.dial(request);
  const events: LegEvent[] = [];
  const frames: AudioFrame[] = [];
  leg.onEvent((event) => events.push(event));
  leg.onAudio((frame) => frames.push(frame));
  const types = (): string[] => events.map(({ type }) => type);
  const reach = (type: LegEvent['type']) => until(types, (seen) => seen.includes(type));
  return { leg, events, frames, types, reach };
}

/** As {@link dialed}, again while the call is refused before it rings. */
export async function dialedAtLast(provider: AsteriskProvider, request: DialRequest) {
  const call = await until(
    () =>
      dialed(provider, request).catch((error: unknown) => {
        if (error instanceof CallRefusedError) return undefined;
        throw error;
      }),
    (placed) => placed !== undefined,
    30_000,
  );
  return call!;
}
