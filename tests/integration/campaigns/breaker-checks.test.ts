import { pino } from 'pino';
import { checkCircuitBreaker } from '../../../activities/call/circuit-breaker';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import type { TechnicalFailure } from '../../../shared/domain/call/call';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';

const startMs = Date.parse('2026-11-23T10:00:00Z');
const minuteMs = 60_000;

describe('the look at a circuit breaker after a call', () => {
  let testEnv: TestStore;
  const commands: string[] = [];
  const registry = createRegistry();
  const metrics = createWorkerMetrics(registry);
  beforeAll(async () => {
    testEnv = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
    testEnv.mongo.db.client.on('commandStarted', ({ commandName, command }) => {
      commands.push(`${commandName} ${String((command as Record<string, unknown>)[commandName])}`);
    });
  });
  afterAll(() => testEnv.drop());

  let campaigns = 0;
  const campaign = async (config: Partial<CampaignConfig> = {}): Promise<string> => {
    const ID = `campaign_looked_at_${++campaigns}`;
    const times = { CreatedMS: startMs, UpdatedMS: startMs };
    await testEnv.store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config: aCampaign(config), ...times });
    return ID;
  };
  type End = TechnicalFailure | 'ok' | 'canceled';
  /** Calls of jobs of their own that ended so, a second apart. */
  const endCalls = async (CampaignID: string, ends: readonly End[], fromMs = startMs): Promise<void> => {
    for (const [index, end] of ends.entries()) {
      const endedMs = fromMs + 1_000 * index;
      const call = createCallRecord(aJob({ CreatedMS: fromMs, CampaignID }), 1, endedMs);
      await testEnv.store.calls.create(call);
      const error = end === 'ok' ? {} : { error: 'It failed.' };
      const failure = end === 'ok' || end === 'canceled' ? {} : { failure: end };
      await testEnv.store.calls.close(call, {
        state: end === 'ok' ? 'ended' : 'failed',
        endedMs,
        ...error,
        ...failure,
      });
    }
  };
  const look = (campaignId: string, atMs: number): Promise<void> => {
    const { store } = testEnv;
    const deps = { store, metrics, clock: { nowMs: () => atMs }, logger: pino({ level: 'silent' }) };
    return checkCircuitBreaker({ ...deps, workflows: {} as never }, campaignId);
  };
  const breakerOf = async (campaignId: string) => (await testEnv.store.campaigns.findControl(campaignId))?.Breaker;
  const many = (count: number, end: End): End[] => Array.from({ length: count }, () => end);

  it('costs two reads and no write while too few of the latest calls failed', async () => {
    const id = await campaign();
    await endCalls(id, [...many(10, 'ok'), ...many(9, 'connection_failed'), ...many(30, 'canceled')]);
    commands.length = 0;
    await look(id, startMs + minuteMs);
    expect(commands).toEqual(['find campaigns', 'find calls']);
    expect(await breakerOf(id)).toBeUndefined();
  });

  it('opens it once, with one entry in the audit log, however many workers look', async () => {
    const id = await campaign();
    await endCalls(id, [...many(10, 'ok'), ...many(9, 'connection_failed'), 'worker_lost']);
    await Promise.all(Array.from({ length: 10 }, () => look(id, startMs + minuteMs)));
    expect(await breakerOf(id)).toEqual({
      Revision: 1,
      OpenedMS: startMs + minuteMs,
      HalfOpenMS: startMs + 2 * minuteMs,
      CooldownMS: minuteMs,
      Probes: 3,
      Calls: 20,
      Failures: 10,
      LastFailure: 'worker_lost',
    });
    const [entry, ...others] = await testEnv.store.auditLog.list({ orgId, campaignId: id }, 10);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      Action: 'circuit_breaker.opened',
      Actor: { Kind: 'service', Name: 'circuit-breaker' },
      Details: { Calls: 20, Failures: 10, LastFailure: 'worker_lost', HalfOpenAt: '2026-11-23T10:02:00.000Z' },
    });
    expect(await registry.getSingleMetricAsString('outdial_circuit_breaker_transitions_total')).toContain(
      'outdial_circuit_breaker_transitions_total{to="open"} 1',
    );
  });

  it('counts no call from before the window, nor a probe from before the last cool-down', async () => {
    const id = await campaign({ CircuitBreaker: { MinCalls: 4, WindowSeconds: 60, ProbeCalls: 2 } });
    await endCalls(id, many(20, 'provider_failed'));
    await look(id, startMs + 10 * minuteMs);
    expect(await breakerOf(id)).toBeUndefined();
    await endCalls(id, many(4, 'provider_failed'), startMs + 10 * minuteMs);
    await look(id, startMs + 10.5 * minuteMs);
    expect(await breakerOf(id)).toMatchObject({ HalfOpenMS: startMs + 11.5 * minuteMs });
    // Calls that were dialed before and end now say nothing about the line as it is now.
    await endCalls(id, many(5, 'provider_failed'), startMs + 11.4 * minuteMs);
    await look(id, startMs + 11.5 * minuteMs);
    expect(await breakerOf(id)).toMatchObject({ Revision: 1 });
    await endCalls(id, ['ok', 'ok'], startMs + 11.6 * minuteMs);
    await look(id, startMs + 12 * minuteMs);
    expect(await breakerOf(id)).toMatchObject({ Revision: 2, ClosedMS: startMs + 12 * minuteMs });
  });

  it('changes nothing once it was disabled, and an open one holds nothing any more', async () => {
    const id = await campaign({ CircuitBreaker: { MinCalls: 2 } });
    await endCalls(id, many(2, 'provider_refused'));
    await look(id, startMs + minuteMs);
    expect(await breakerOf(id)).toMatchObject({ Revision: 1 });
    const current = (await testEnv.store.campaigns.find(orgId, id))!;
    await testEnv.store.campaigns.change(current, aCampaign({ CircuitBreaker: { Enabled: false } }), startMs);
    expect(await breakerOf(id)).toBeUndefined();
    await look(id, startMs + 3 * minuteMs);
    const again = (await testEnv.store.campaigns.find(orgId, id))!;
    await testEnv.store.campaigns.change(again, aCampaign(), startMs);
    expect(await breakerOf(id)).toMatchObject({ Revision: 1 });
  });
});
