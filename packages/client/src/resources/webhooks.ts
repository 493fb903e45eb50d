import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ChangeWebhook, DeliveriesQuery, RedeliverQuery, RegisterWebhook, WebhookDelivery } from '../types.ts';

const webhook = '/webhooks/{webhookID}';

/** Receivers of events, and what became of each event. */
export function createWebhooks({ http, unwrap: dataOf }: Transport) {
  const deliveries = async (webhookID: string, query: DeliveriesQuery = {}, options?: RequestOptions) =>
    (
      await dataOf(
        http.GET(`${webhook}/deliveries`, { params: { path: { webhookID }, query }, ...toRequestInit(options) }),
      )
    ).Deliveries;
  return {
    /** The answer holds the signing secret, this once. */
    create: (body: RegisterWebhook, options?: RequestOptions) =>
      dataOf(http.POST('/webhooks', { body, ...toRequestInit(options) })),
    list: async (options?: RequestOptions) => (await dataOf(http.GET('/webhooks', toRequestInit(options)))).Webhooks,
    get: (webhookID: string, options?: RequestOptions) =>
      dataOf(http.GET(webhook, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    /** Fields that are given replace; `null` removes one. */
    update: (webhookID: string, body: ChangeWebhook, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.PATCH(webhook, { params: { path: { webhookID } }, body, ...toRequestInit(options) })),
    delete: (webhookID: string, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.DELETE(webhook, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    rotateSecret: (webhookID: string, options?: RequestOptions) =>
      dataOf(http.POST(`${webhook}/rotate-secret`, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    /** Sends a test event to this webhook alone. */
    test: (webhookID: string, options?: RequestOptions) =>
      dataOf(http.POST(`${webhook}/test`, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    /** One page, newest first. */
    deliveries,
    /** Every delivery, newest first. */
    allDeliveries: (webhookID: string, { after, ...query }: DeliveriesQuery = {}, options?: RequestOptions) =>
      paginate<WebhookDelivery, string>(
        (cursor) => deliveries(webhookID, { ...query, ...(cursor === undefined ? {} : { after: cursor }) }, options),
        ({ ID }) => ID,
        after,
      ),
    delivery: (webhookID: string, deliveryID: string, options?: RequestOptions) =>
      dataOf(
        http.GET(`${webhook}/deliveries/{deliveryID}`, {
          params: { path: { webhookID, deliveryID } },
          ...toRequestInit(options),
        }),
      ),
    redeliver: (webhookID: string, deliveryID: string, options?: RequestOptions) =>
      dataOf(
        http.POST(`${webhook}/deliveries/{deliveryID}/redeliver`, {
          params: { path: { webhookID, deliveryID } },
          ...toRequestInit(options),
        }),
      ),
    /** What did not arrive since an instant, up to 1000 at a time: repeat with `NextSince` while `More`. */
    redeliverSince: (webhookID: string, query: RedeliverQuery, options?: RequestOptions) =>
      dataOf(http.POST(`${webhook}/redeliver`, { params: { path: { webhookID }, query }, ...toRequestInit(options) })),
  };
}
