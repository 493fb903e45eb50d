import { createRealClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import { startTestUas } from '../../../../support/telephony/test-uas';
import { until } from '../../../../support/until';
import { number, useTrunk } from './call-env';
import { requestTo, trunkAt } from './sip-subject';

const { uas, open } = useTrunk();

it('is not called because the next trunk is full: it might swallow the call, which would use up an attempt', async () => {
  const gone = await startTestUas((call) => call.reply(180));
  const real = createRealClock();
  // Ten times as quick: a trunk is down after three requests without an answer.
  const clock = { ...real, setTimer: (fn: () => void, ms: number) => real.setTimer(fn, ms / 10) };
  const trunks = [trunkAt(gone.port, { Name: 'gone', HealthCheck: 5 }), trunkAt(uas().port, { Name: 'full' })];
  const line = await open(trunks, { clock });
  await until(
    () => line.health(),
    (health) => health['gone'] === 'up',
  );
  await gone.close();
  await until(
    () => line.health(),
    (health) => health['gone'] === 'down',
    30_000,
  );
  const asked: string[] = [];
  const takeTrunk = (name: string): Promise<boolean> => Promise.resolve(asked.push(name) === 0);
  const dialed = line.dial(requestTo(number, { trunks: ['gone', 'full'], takeTrunk }));
  await expect(dialed).rejects.toMatchObject({ retryAfterMs: expect.any(Number) as number });
  expect(asked).toEqual(['full']);
}, 40_000);
