import type { Collection, Db } from 'mongodb';
import { maxSecrets, secretOverlapMs, type DisabledReason, type Webhook } from '../../domain/webhook/webhook';
import type { SecretBox } from '../crypto/secret-box';
import { sharedReads } from './shared-reads';

export type { Webhook } from '../../domain/webhook/webhook';

/** What a webhook keeps to itself. */
export interface WebhookSecrets {
  /** Newest first; those before stay while they are still good. */
  secrets: string[];
  /** Static headers of its requests; they may hold credentials. */
  headers: Record<string, string>;
}
/** Fields that can be changed; `null` takes one away. */
export type WebhookChange = {
  [Field in keyof Omit<Webhook, 'ID' | 'OrgID' | 'CreatedMS' | 'FailingSinceMS'>]?: Webhook[Field] | null | undefined;
} & { Headers?: Record<string, string> | null | undefined };

interface SealedSecret {
  Sealed: string;
  /** Until when it signs; absent for the current one. */
  ExpiresMS?: number;
}
interface WebhookDocument extends Omit<Webhook, 'ID'> {
  _id: string;
  SealedSecrets?: SealedSecret[];
  SealedHeaders?: string;
}
type Webhooks = Collection<WebhookDocument>;

const fromDocument = ({
  _id,
  SealedSecrets: _secrets,
  SealedHeaders: _headers,
  ...rest
}: WebhookDocument): Webhook => ({
  ...rest,
  ID: _id,
});
const secretPlace = (webhookId: string): string => `${webhookId}/secret`;
const headersPlace = (webhookId: string): string => `${webhookId}/headers`;

const opened =
  (box: SecretBox) =>
  async (document: WebhookDocument, nowMs: number): Promise<Webhook & WebhookSecrets> => ({
    ...fromDocument(document),
    secrets: await Promise.all(
      (document.SealedSecrets ?? [])
        .filter(({ ExpiresMS }) => ExpiresMS === undefined || ExpiresMS > nowMs)
        .map(({ Sealed }) => box.open(Sealed, secretPlace(document._id))),
    ),
    headers:
      document.SealedHeaders === undefined
        ? {}
        : (JSON.parse(await box.open(document.SealedHeaders, headersPlace(document._id))) as Record<string, string>),
  });

const reading = (webhooks: Webhooks, box: SecretBox) => ({
  list: sharedReads(async (orgId): Promise<readonly Webhook[]> =>
    (await webhooks.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map(fromDocument),
  ),

  exists: async (orgId: string, webhookId: string): Promise<boolean> =>
    (await webhooks.findOne({ _id: webhookId, OrgID: orgId }, { projection: { _id: 1 } })) !== null,

  count: (orgId: string): Promise<number> => webhooks.countDocuments({ OrgID: orgId }),

  /** With secrets and headers, for those who show or send. */
  listOpened: async (orgId: string, nowMs: number): Promise<(Webhook & WebhookSecrets)[]> =>
    Promise.all(
      (await webhooks.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map((found) => opened(box)(found, nowMs)),
    ),

  findOpened: async (webhookId: string, nowMs: number): Promise<(Webhook & WebhookSecrets) | undefined> => {
    const document = await webhooks.findOne({ _id: webhookId });
    return document ? opened(box)(document, nowMs) : undefined;
  },
});

const rotating = (webhooks: Webhooks, box: SecretBox) => ({
  /**
   * Puts a new secret first; the one before signs too for 24 h more.
   * @returns until when, or `undefined` when there is no such webhook or another rotation came between
   */
  rotateSecret: async (key: { orgId: string; webhookId: string }, secret: string, nowMs: number) => {
    const filter = { _id: key.webhookId, OrgID: key.orgId };
    const standing = await webhooks.findOne(filter);
    if (!standing) return undefined;
    const expiresMs = nowMs + secretOverlapMs;
    const before = (standing.SealedSecrets ?? [])
      .map((one) => ({ ...one, ExpiresMS: one.ExpiresMS ?? expiresMs }))
      .filter(({ ExpiresMS }) => ExpiresMS > nowMs);
    const SealedSecrets = [{ Sealed: await box.seal(secret, secretPlace(key.webhookId)) }, ...before].slice(
      0,
      maxSecrets,
    );
    const current = standing.SealedSecrets?.[0]?.Sealed;
    const { modifiedCount } = await webhooks.updateOne(
      { ...filter, ...(current === undefined ? {} : { 'SealedSecrets.0.Sealed': current }) },
      { $set: { SealedSecrets } },
    );
    return modifiedCount === 1 ? expiresMs : undefined;
  },
});

const changing = (webhooks: Webhooks, box: SecretBox) => ({
  /** @returns the webhook as it stands then, or `undefined` when there is none */
  change: async (
    key: { orgId: string; webhookId: string },
    { Headers, ...fields }: WebhookChange,
    nowMs: number,
  ): Promise<(Webhook & WebhookSecrets) | undefined> => {
    const all = {
      ...fields,
      ...(Headers === undefined
        ? {}
        : { SealedHeaders: Headers && (await box.seal(JSON.stringify(Headers), headersPlace(key.webhookId))) }),
      // Switched on again, it begins anew.
      ...(fields.Enabled === true ? { DisabledReason: null, FailingSinceMS: null } : {}),
    };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    const $set = Object.fromEntries(given.filter(([, value]) => value !== null));
    const $unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([name]) => [name, '' as const]));
    const document = await webhooks.findOneAndUpdate(
      { _id: key.webhookId, OrgID: key.orgId },
      {
        ...(Object.keys($set).length > 0 ? { $set: $set as Partial<WebhookDocument> } : {}),
        ...(Object.keys($unset).length > 0 ? { $unset } : {}),
      },
      { returnDocument: 'after' },
    );
    return document ? opened(box)(document, nowMs) : undefined;
  },

  /** Notes that a receiver began to fail, or answers again. */
  noteFailing: async (webhookId: string, sinceMs: number | undefined): Promise<void> => {
    if (sinceMs === undefined) await webhooks.updateOne({ _id: webhookId }, { $unset: { FailingSinceMS: '' } });
    else {
      const standing = { _id: webhookId, FailingSinceMS: { $exists: false } };
      await webhooks.updateOne(standing, { $set: { FailingSinceMS: sinceMs } });
    }
  },

  /** Switches a webhook off, unless it is. @returns whether this did it */
  disable: async (webhookId: string, reason: DisabledReason): Promise<boolean> => {
    const change = { $set: { Enabled: false, DisabledReason: reason } };
    return (await webhooks.updateOne({ _id: webhookId, Enabled: true }, change)).modifiedCount === 1;
  },
});

/** The receivers of an organisation's events. Secrets and headers are sealed at rest. */
export function createWebhooksRepository(db: Db, box: SecretBox) {
  const webhooks = db.collection<WebhookDocument>('webhooks');
  return {
    insert: async ({ ID, ...webhook }: Webhook, { secrets, headers }: WebhookSecrets): Promise<void> => {
      await webhooks.insertOne({
        _id: ID,
        ...webhook,
        SealedSecrets: await Promise.all(
          secrets.map(async (secret) => ({ Sealed: await box.seal(secret, secretPlace(ID)) })),
        ),
        ...(Object.keys(headers).length === 0
          ? {}
          : { SealedHeaders: await box.seal(JSON.stringify(headers), headersPlace(ID)) }),
      });
    },

    ...reading(webhooks, box),
    ...rotating(webhooks, box),
    ...changing(webhooks, box),

    /** @returns whether there was one */
    remove: async (orgId: string, webhookId: string): Promise<boolean> =>
      (await webhooks.deleteOne({ _id: webhookId, OrgID: orgId })).deletedCount === 1,
  };
}
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;
