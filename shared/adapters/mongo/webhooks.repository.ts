import type { Collection, Db } from 'mongodb';
import { maxSecrets, secretOverlapMs, type DisabledReason, type Webhook } from '../../domain/webhook/webhook';
import type { SecretBox } from '../crypto/secret-box';
import { shareReads } from './shared-reads';

export type { Webhook } from '../../domain/webhook/webhook';

/** The secret part of a webhook. */
export interface WebhookSecrets {
  /** Newest first; earlier ones stay until they expire. */
  secrets: string[];
  /** Static headers of its requests, which may hold credentials. */
  headers: Record<string, string>;
}
/** Changed fields; `null` removes one. */
export type WebhookChange = {
  [Field in keyof Omit<Webhook, 'ID' | 'OrgID' | 'CreatedMS' | 'FailingSinceMS'>]?: Webhook[Field] | null | undefined;
} & { Headers?: Record<string, string> | null | undefined };

interface SealedSecret {
  Sealed: string;
  /** When it stops signing; absent for the current one. */
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
const secretAad = (webhookId: string): string => `${webhookId}/secret`;
const headersAad = (webhookId: string): string => `${webhookId}/headers`;

const createHydrate =
  (box: SecretBox) =>
  async (document: WebhookDocument, nowMs: number): Promise<Webhook & WebhookSecrets> => ({
    ...fromDocument(document),
    secrets: await Promise.all(
      (document.SealedSecrets ?? [])
        .filter(({ ExpiresMS }) => ExpiresMS === undefined || ExpiresMS > nowMs)
        .map(({ Sealed }) => box.open(Sealed, secretAad(document._id))),
    ),
    headers:
      document.SealedHeaders === undefined
        ? {}
        : (JSON.parse(await box.open(document.SealedHeaders, headersAad(document._id))) as Record<string, string>),
  });

const reads = (webhooks: Webhooks, box: SecretBox) => ({
  list: shareReads(async (orgId): Promise<readonly Webhook[]> =>
    (await webhooks.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map(fromDocument),
  ),

  exists: async (orgId: string, webhookId: string): Promise<boolean> =>
    (await webhooks.findOne({ _id: webhookId, OrgID: orgId }, { projection: { _id: 1 } })) !== null,

  count: (orgId: string): Promise<number> => webhooks.countDocuments({ OrgID: orgId }),

  /** With secrets and headers, to show or send them. */
  listWithSecrets: async (orgId: string, nowMs: number): Promise<(Webhook & WebhookSecrets)[]> =>
    Promise.all(
      (await webhooks.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map((found) =>
        createHydrate(box)(found, nowMs),
      ),
    ),

  findWithSecrets: async (webhookId: string, nowMs: number): Promise<(Webhook & WebhookSecrets) | undefined> => {
    const document = await webhooks.findOne({ _id: webhookId });
    return document ? createHydrate(box)(document, nowMs) : undefined;
  },
});

const secretRotation = (webhooks: Webhooks, box: SecretBox) => ({
  /**
   * Adds a new secret; the previous one keeps signing for 24 h.
   * @returns when the previous one expires, or `undefined` when the webhook does not exist or another rotation came
   * first
   */
  rotateSecret: async (key: { orgId: string; webhookId: string }, secret: string, nowMs: number) => {
    const filter = { _id: key.webhookId, OrgID: key.orgId };
    const current = await webhooks.findOne(filter);
    if (!current) return undefined;
    const expiresMs = nowMs + secretOverlapMs;
    const before = (current.SealedSecrets ?? [])
      .map((one) => ({ ...one, ExpiresMS: one.ExpiresMS ?? expiresMs }))
      .filter(({ ExpiresMS }) => ExpiresMS > nowMs);
    const SealedSecrets = [{ Sealed: await box.seal(secret, secretAad(key.webhookId)) }, ...before].slice(
      0,
      maxSecrets,
    );
    const currentSealed = current.SealedSecrets?.[0]?.Sealed;
    const { modifiedCount } = await webhooks.updateOne(
      { ...filter, ...(currentSealed === undefined ? {} : { 'SealedSecrets.0.Sealed': currentSealed }) },
      { $set: { SealedSecrets } },
    );
    return modifiedCount === 1 ? expiresMs : undefined;
  },
});

const changes = (webhooks: Webhooks, box: SecretBox) => ({
  /**
   * @param expected the change applies only while the webhook has this destination: static headers are credentials of
   * one receiver, and a concurrent change must not send them to another
   * @returns the webhook after it, or `undefined` when it does not exist or has another destination
   */
  change: async (
    key: { orgId: string; webhookId: string },
    { Headers, ...fields }: WebhookChange,
    { nowMs, currentUrl }: { nowMs: number; currentUrl: string },
  ): Promise<(Webhook & WebhookSecrets) | undefined> => {
    const all = {
      ...fields,
      ...(Headers === undefined
        ? {}
        : { SealedHeaders: Headers && (await box.seal(JSON.stringify(Headers), headersAad(key.webhookId))) }),
      // Enabling a webhook resets its failures.
      ...(fields.Enabled === true ? { DisabledReason: null, FailingSinceMS: null } : {}),
    };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    const $set = Object.fromEntries(given.filter(([, value]) => value !== null));
    const $unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([name]) => [name, '' as const]));
    const document = await webhooks.findOneAndUpdate(
      { _id: key.webhookId, OrgID: key.orgId, DestinationURL: currentUrl },
      {
        ...(Object.keys($set).length > 0 ? { $set: $set as Partial<WebhookDocument> } : {}),
        ...(Object.keys($unset).length > 0 ? { $unset } : {}),
      },
      { returnDocument: 'after' },
    );
    return document ? createHydrate(box)(document, nowMs) : undefined;
  },

  /** Records since when the receiver fails, or that it responds again. */
  recordFailing: async (webhookId: string, sinceMs: number | undefined): Promise<void> => {
    if (sinceMs === undefined) await webhooks.updateOne({ _id: webhookId }, { $unset: { FailingSinceMS: '' } });
    else {
      const notFailing = { _id: webhookId, FailingSinceMS: { $exists: false } };
      await webhooks.updateOne(notFailing, { $set: { FailingSinceMS: sinceMs } });
    }
  },

  /** Disables a webhook. @returns whether it was enabled */
  disable: async (webhookId: string, reason: DisabledReason): Promise<boolean> => {
    const change = { $set: { Enabled: false, DisabledReason: reason } };
    return (await webhooks.updateOne({ _id: webhookId, Enabled: true }, change)).modifiedCount === 1;
  },
});

/** The webhooks of organizations. Secrets and headers are sealed at rest. */
export function createWebhooksRepository(db: Db, box: SecretBox) {
  const webhooks = db.collection<WebhookDocument>('webhooks');
  return {
    insert: async ({ ID, ...webhook }: Webhook, { secrets, headers }: WebhookSecrets): Promise<void> => {
      await webhooks.insertOne({
        _id: ID,
        ...webhook,
        SealedSecrets: await Promise.all(
          secrets.map(async (secret) => ({ Sealed: await box.seal(secret, secretAad(ID)) })),
        ),
        ...(Object.keys(headers).length === 0
          ? {}
          : { SealedHeaders: await box.seal(JSON.stringify(headers), headersAad(ID)) }),
      });
    },

    ...reads(webhooks, box),
    ...secretRotation(webhooks, box),
    ...changes(webhooks, box),

    /** @returns whether it existed */
    remove: async (orgId: string, webhookId: string): Promise<boolean> =>
      (await webhooks.deleteOne({ _id: webhookId, OrgID: orgId })).deletedCount === 1,
  };
}
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;
