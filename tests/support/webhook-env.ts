import { startTestApi, type TestApi } from './api';
import { startReceiver, type Receiver } from './receiver';
import { createTestNamespace } from './temporal-namespace';
import { until } from './until';
import { startDeliveries, type Deliveries } from './webhook-worker';

/** A delivery as the API shows it. */
export interface Shown {
  ID: string;
  State: string;
  MessageID: string;
  JobID: string;
  Attempts: { Number: number }[];
}

/** What answers about webhooks may hold. A wrong guess fails the test. */
export interface Said {
  code: string;
  errors: { pointer: string; detail: string }[];
  Data: { Headers?: Record<string, string> };
  Secret: string;
  PreviousSecretExpiresAt: string;
  DeliveryID: string;
}

/** The API, the engine, a worker of the queue `webhooks` and a receiver: what a delivery passes through. */
export interface WebhookEnv {
  api: TestApi;
  deliveries: Deliveries;
  receiver: () => Receiver;
  register: (fields?: Record<string, unknown>) => Promise<{ WebhookID: string; Secret: string }>;
  remove: (...webhooks: { WebhookID: string }[]) => Promise<void>;
  deliveriesOf: (webhookId: string, query?: string) => Promise<Shown[]>;
  inState: (webhookId: string, state: string, count?: number) => Promise<Shown[]>;
  /** Waits until the webhook's only delivery has had its first attempt. */
  attempted: (webhookId: string) => Promise<Shown[]>;
  /** A job changes state, and the transition is published. */
  move: (fields?: Parameters<TestApi['insertJob']>[0]) => ReturnType<TestApi['insertJob']>;
}

/** Starts everything before the first test of a file, a receiver before each, and ends them. Read it in tests only. */
export function useWebhookEnv(): () => WebhookEnv {
  let api: TestApi;
  let deliveries: Deliveries;
  let receiver: Receiver;

  beforeAll(async () => {
    const temporal = await createTestNamespace();
    api = await startTestApi({ temporal });
    deliveries = await startDeliveries(api, { temporal });
  }, 60_000);
  afterAll(async () => {
    await deliveries.stop();
    await api.stop();
  }, 30_000);
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const deliveriesOf = async (webhookId: string, query = ''): Promise<Shown[]> =>
    (await api.request<{ Deliveries: Shown[] }>('GET', `/webhooks/${webhookId}/deliveries${query}`)).body.Deliveries;
  return () => ({
    api,
    deliveries,
    receiver: () => receiver,
    deliveriesOf,
    register: async (fields = {}) => {
      const registration = { DestinationURL: receiver.url, ...fields };
      const { status, body } = await api.request<{ WebhookID: string; Secret: string }>(
        'POST',
        '/webhooks',
        registration,
      );
      expect(status).toBe(201);
      return body;
    },
    remove: async (...webhooks) => {
      for (const { WebhookID } of webhooks) await api.request('DELETE', `/webhooks/${WebhookID}`);
    },
    inState: (webhookId, state, count = 1) =>
      until(
        () => deliveriesOf(webhookId, `?state=${state}`),
        (found) => found.length === count,
      ),
    attempted: (webhookId) =>
      until(
        () => deliveriesOf(webhookId),
        ([one]) => one?.Attempts.length === 1,
      ),
    move: async (fields = {}) => {
      const job = await api.insertJob({ State: 'calling', Sequence: 3, EventTimeMS: Date.now() + 1, ...fields });
      await deliveries.publish(job);
      return job;
    },
  });
}
