import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { ChangeWebhook, DeliveriesQuery, RedeliverQuery, RegisterWebhook, WebhookDelivery } from '../types.ts';

const webhook = '/webhooks/{webhookID}';

/** Lists of deliveries. */
function createDeliveryLists({ http, unwrap }: Transport) {
  const deliveries = async (webhookID: string, query: DeliveriesQuery = {}, options?: RequestOptions) =>
    (
      await unwrap(
        http.GET(`${webhook}/deliveries`, { params: { path: { webhookID }, query }, ...toRequestInit(options) }),
      )
    ).Deliveries;
  return {
    /** One page, newest first. */
    deliveries,
    /** Every delivery, newest first. */
    allDeliveries: (webhookID: string, { after, ...query }: DeliveriesQuery = {}, options?: RequestOptions) =>
      paginate<WebhookDelivery, string>(
        (cursor) => deliveries(webhookID, { ...query, ...(cursor === undefined ? {} : { after: cursor }) }, options),
        ({ ID }) => ID,
        after,
      ),
    /** Every delivery over all webhooks, newest first. */
    everyDelivery: ({ after, ...query }: DeliveriesQuery = {}, options?: RequestOptions) =>
      paginate<WebhookDelivery, string>(
        async (cursor) => {
          const params = { query: { ...query, ...(cursor === undefined ? {} : { after: cursor }) } };
          return (await unwrap(http.GET('/deliveries', { params, ...toRequestInit(options) }))).Deliveries;
        },
        ({ ID }) => ID,
        after,
      ),
  };
}

/** Registered webhooks and their deliveries. */
export function createWebhooks(transport: Transport) {
  const { http, unwrap } = transport;
  return {
    /** The response contains the signing secret, which is shown only once. */
    create: (body: RegisterWebhook, options?: RequestOptions) =>
      unwrap(http.POST('/webhooks', { body, ...toRequestInit(options) })),
    list: async (options?: RequestOptions) => (await unwrap(http.GET('/webhooks', toRequestInit(options)))).Webhooks,
    get: (webhookID: string, options?: RequestOptions) =>
      unwrap(http.GET(webhook, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    /** Given fields are replaced; `null` removes a field. */
    update: (webhookID: string, body: ChangeWebhook, options?: Pick<RequestOptions, 'signal'>) =>
      unwrap(http.PATCH(webhook, { params: { path: { webhookID } }, body, ...toRequestInit(options) })),
    delete: (webhookID: string, options?: Pick<RequestOptions, 'signal'>) =>
      unwrap(http.DELETE(webhook, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    rotateSecret: (webhookID: string, options?: RequestOptions) =>
      unwrap(http.POST(`${webhook}/rotate-secret`, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    /** Sends a test event to this webhook alone. */
    test: (webhookID: string, options?: RequestOptions) =>
      unwrap(http.POST(`${webhook}/test`, { params: { path: { webhookID } }, ...toRequestInit(options) })),
    ...createDeliveryLists(transport),
    delivery: (webhookID: string, deliveryID: string, options?: RequestOptions) =>
      unwrap(
        http.GET(`${webhook}/deliveries/{deliveryID}`, {
          params: { path: { webhookID, deliveryID } },
          ...toRequestInit(options),
        }),
      ),
    redeliver: (webhookID: string, deliveryID: string, options?: RequestOptions) =>
      unwrap(
        http.POST(`${webhook}/deliveries/{deliveryID}/redeliver`, {
          params: { path: { webhookID, deliveryID } },
          ...toRequestInit(options),
        }),
      ),
    /**
     * Repeats deliveries that failed since an instant, up to 1000 per request: continue at `NextSince` while `More`.
     */
    redeliverSince: (webhookID: string, query: RedeliverQuery, options?: RequestOptions) =>
      unwrap(http.POST(`${webhook}/redeliver`, { params: { path: { webhookID }, query }, ...toRequestInit(options) })),
  };
}
