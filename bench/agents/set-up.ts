import { pino } from 'pino';
import { createSipLine } from '../../shared/adapters/telephony/sip/create-line';
import { trunkSchema } from '../../shared/adapters/telephony/sip/trunk';
import type { BenchEnv } from '../job/bench-env';
import type { HelperProcess } from './helper-process';

const setUpCalls = 20;

/**
 * Places calls over a trunk, one after the other, with the log of calls in the database as a worker has it.
 * @returns for each call, how much longer it took from the dial to the answer than the phone, in ms
 */
export async function measureSetUp(env: BenchEnv, phones: HelperProcess, sipPort: number): Promise<number[]> {
  const { service } = env;
  const line = await createSipLine({
    trunks: [trunkSchema.parse({ Name: 'bench', URI: `sip:127.0.0.1:${sipPort}`, HealthCheck: 0 })],
    log: service.store.sipCalls,
    secret: 'of the bench',
    ...{ host: '127.0.0.1', port: 0, rtpPorts: [0, 0], logger: pino({ level: 'silent' }) },
  });
  const tookMs: number[] = [];
  for (let n = 0; n < setUpCalls; n++) {
    const { ID: jobId } = await service.insert();
    const limits = { ringTimeoutMs: 10_000, maxDurationMs: 10_000 };
    const begunMs = performance.now();
    const leg = await line.dial({
      ...{ attemptKey: `${jobId}_1`, jobId, to: '+14155550123', from: '+14155550100', integrations: {}, ...limits },
    });
    leg.onEvent(({ type }) => {
      if (type !== 'answered') return;
      tookMs.push(performance.now() - begunMs);
      void leg.hangUp();
    });
    await leg.ended;
  }
  await line.close();
  const reported = phones.receive('phones');
  phones.send('report');
  const { calls } = await reported;
  return tookMs.map((ms, n) => ms - (calls[n]?.answeredAfterMs ?? NaN));
}
