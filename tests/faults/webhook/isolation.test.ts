import { until } from '../../support/until';
import { useWebhookEnv } from '../../support/webhook-env';
import { ok, startReceiver } from '../../support/receiver';
import { permitLimits } from '../../../activities/webhook/delivery-permits';

const testEnv = useWebhookEnv();
const { perReceiver, waiting } = permitLimits;
const backlog = 250;
const hundreds = 200;
/** Events of the other receiver. `bench/webhooks.ts` measures how long they take beside one that hangs. */
const count = 5;

describe('a receiver that hangs on every request', () => {
  it('with hundreds of deliveries holds few slots, and another receiver’s events arrive while it hangs', async () => {
    const { api, deliveries, receiver, register, remove, move, deliveriesOf } = testEnv();
    const other = await startReceiver(ok);
    receiver().behave({ kind: 'hang' });
    const stuck = await register({ CampaignIDs: ['campaign_stuck'] });
    for (let published = 0; published < backlog; published += 25)
      await Promise.all(Array.from({ length: 25 }, () => move({ CampaignID: 'campaign_stuck' })));
    // A start that Temporal answered too late is left to the sweeper.
    await until(
      () => deliveries.openOf(stuck.WebhookID),
      (ids) => ids.length >= hundreds,
      60_000,
    );
    await until(
      () => receiver().received.length,
      (n) => n > 0,
      60_000,
    );
    const good = await register({ DestinationURL: other.url, CampaignIDs: ['campaign_good'] });
    const send = async (): Promise<void> => {
      const before = other.received.length;
      await move({ CampaignID: 'campaign_good' });
      await until(
        () => other.received.length,
        (n) => n > before,
        60_000,
      );
    };
    // In the first seconds, 40 refused deliveries a second return, which share the processors with this event and with other tests.
    await send();
    await until(
      () => deliveries.runningActivities(),
      (n) => n <= perReceiver + waiting,
      60_000,
    );
    for (let sent = 1; sent <= count; sent++) await send();
    expect((await deliveries.openOf(stuck.WebhookID)).length).toBeGreaterThanOrEqual(hundreds);
    expect(receiver().mostAtOnce()).toBeLessThanOrEqual(perReceiver + waiting);
    // Those that were sent away have used up nothing.
    const listed = await deliveriesOf(stuck.WebhookID);
    expect(listed.every(({ Attempts }) => Attempts.length <= 1)).toBe(true);
    await remove(stuck, good);
    expect((await api.store.deliveries.list({ webhookId: stuck.WebhookID, state: 'pending' }, 1)).deliveries).toEqual(
      [],
    );
    await other.stop();
  }, 120_000);
});
