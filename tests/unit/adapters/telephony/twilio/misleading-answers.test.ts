import { createMemoryTwilioCallLog } from '../../../../../shared/adapters/telephony/twilio/call-log';
import { TwilioUnknownError } from '../../../../../shared/adapters/telephony/twilio/errors';
import { createTwilioLeg } from '../../../../../shared/adapters/telephony/twilio/leg';
import { endOf } from '../../../../../shared/adapters/telephony/twilio/outcome';
import { placeCall } from '../../../../../shared/adapters/telephony/twilio/place';
import { createTwilioProvider } from '../../../../../shared/adapters/telephony/twilio/provider';
import { createReports } from '../../../../../shared/adapters/telephony/twilio/reports';
import { defaultTimings } from '../../../../../shared/adapters/telephony/twilio/timings';
import { createRealClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import { decideAfterCall } from '../../../../../shared/domain/retry/retry-rules';

const request = {
  attemptKey: 'call_1',
  jobId: 'job_1',
  to: '+358401230001',
  from: '+358409876543',
  ringTimeoutMs: 30_000,
  maxDurationMs: 60_000,
  integrations: {},
};
const sid = `CA${'a'.repeat(32)}`;
const at = Date.now();
const never = (): never => {
  throw new Error('unused');
};

describe('a call at Twilio', () => {
  it('of a killed worker, which Twilio ended with its stream, was not hung up by the contact', async () => {
    const log = createMemoryTwilioCallLog();
    await log.begin({ ...request, startedMs: at });
    await log.saveSid('call_1', sid);
    const client = {
      get: () =>
        Promise.resolve({ sid, status: 'completed' as const, startedMs: at, endedMs: at + 20_000, queueMs: 0 }),
      end: never,
      list: never,
      hasRequested: never,
      create: never,
      close: never,
    };
    const provider = createTwilioProvider({
      client,
      log,
      urls: { format: () => 'https://calls.example/line/twilio/call_1/token/status' },
      endpoint: { serve: () => () => undefined },
    });
    const found = await provider.lookup('call_1', { Provider: 'twilio', ProviderCallID: sid });
    if (found.state !== 'ended') throw new Error(found.state);
    const after = decideAfterCall(
      {
        endedReason: found.end.reason,
        connected: found.answeredAtMs !== undefined,
        connectionFailed: found.end.error !== undefined,
      },
      {},
      true,
    );
    expect({ reason: found.end.reason, after }).toMatchObject({ reason: 'assistant_error', after: { kind: 'retry' } });
  });

  it('of which nothing is known is abandoned, although it cannot be read: its callback ends it', async () => {
    const log = createMemoryTwilioCallLog();
    await log.begin({ ...request, startedMs: at });
    const lost = () => Promise.reject(new TwilioUnknownError('500'));
    const client = {
      create: lost,
      get: lost,
      end: lost,
      close: never,
      // Twilio has sent nothing for the call yet: it may be another application's.
      hasRequested: () => Promise.resolve(false),
      list: () => Promise.resolve([{ sid, status: 'ringing' as const, createdMs: at, queueMs: 0 }]),
    };
    const timings = { ...defaultTimings, unknownMs: 200, unknownLookMs: 20 };
    await expect(
      placeCall(
        {
          client,
          log,
          urls: { format: () => 'https://calls.example/line/twilio/call_1/token/status' },
          timings,
          asyncAmd: false,
        },
        request,
        createReports(() => undefined),
      ),
    ).rejects.toThrow();
    expect((await log.find('call_1'))?.abandoned).toBe(true);
  });

  it('whose audio never came was not hung up by the contact', async () => {
    const call = createTwilioLeg({
      request,
      client: { get: () => Promise.resolve(undefined), end: never },
      clock: createRealClock(),
      timings: defaultTimings,
      detectsMachines: false,
      onEnded: () => Promise.resolve(),
    });
    call.identify(sid);
    call.open();
    for (const status of ['ringing', 'in-progress', 'completed'] as const) call.handlers.onReport({ sid, status });
    expect(await call.leg.ended).toMatchObject({ reason: 'assistant_error', detail: 'media_lost' });
  });

  it('that ended as busy with 607 is unwanted', () => {
    expect(endOf({ status: 'busy', sipCode: 607, rang: true })).toMatchObject({ detail: 'unwanted' });
  });

  it('that was refused keeps no id of Twilio, also if a callback comes later', async () => {
    const log = createMemoryTwilioCallLog();
    await log.begin({ ...request, startedMs: at });
    await log.saveSid('call_1', sid);
    await log.refuse('call_1');
    await log.saveSid('call_1', sid);
    expect(await log.find('call_1')).toMatchObject({ sid: undefined });
  });

  it('that was canceled while it rang may have rung', async () => {
    const log = createMemoryTwilioCallLog();
    await log.begin({ ...request, startedMs: at });
    const call = { sid, createdMs: at, queueMs: 0 };
    const client = {
      create: () => Promise.resolve({ ...call, status: 'queued' as const }),
      get: () => Promise.reject(new TwilioUnknownError('500')),
      end: () => Promise.resolve({ ...call, status: 'canceled' as const, startedMs: at + 1_000 }),
      close: never,
      list: never,
      hasRequested: never,
    };
    const timings = { ...defaultTimings, queueMs: 60, queueLookMs: 20, lateMs: 20 };
    await expect(
      placeCall(
        {
          client,
          log,
          urls: { format: () => 'https://calls.example/line/twilio/call_1/token/status' },
          timings,
          asyncAmd: false,
        },
        request,
        createReports(() => undefined),
      ),
    ).rejects.not.toMatchObject({ name: 'CallRefusedError' });
  });
});
