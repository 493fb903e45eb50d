import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { AgreementChange } from '../../domain/job/analysis';
import { stableHash } from '../../domain/stable-hash';
import { isDuplicateKey } from './client';

/** A part of the counts of one version of a campaign's schema. */
interface AgreementDocument {
  /** `<CampaignID>/<version>/<part>` */
  _id: string;
  CampaignID: string;
  SchemaVersion: number;
  /** By the name of the field in base64url behind a letter, which is safe as a key. */
  Counts?: Record<string, { Agreed?: number; Disagreed?: number }>;
  /** The changes that these counts hold already. */
  Applied?: { ID: string; AtMS: number }[];
}

/** How often analyses and corrections agree in one field. */
export interface Agreement {
  schemaVersion: number;
  name: string;
  agreed: number;
  disagreed: number;
}

/** Jobs are spread over so many documents, so that no document is written by all of them. */
const parts = 16;
/** A process that has read a change applies it within this time, or not at all. */
const applyWithinMs = 30_000;
/** So long a document knows a change that it holds: many times as long as a process may take to apply it. */
const knownMs = 600_000;

const toKey = (name: string): string => `f${Buffer.from(name).toString('base64url')}`;
const toName = (key: string): string => Buffer.from(key.slice(1), 'base64url').toString();

interface Clock {
  nowMs: () => number;
}

/** Applies a change to the counts of one version, unless they hold it already. */
function createApply(agreements: Collection<AgreementDocument>, clock: Clock) {
  return async (
    { campaignId, jobId }: { campaignId: string; jobId: string },
    changes: readonly AgreementChange[],
    ID: string,
  ): Promise<void> => {
    const SchemaVersion = changes[0]?.schemaVersion ?? 0;
    const _id = `${campaignId}/${SchemaVersion}/${stableHash(jobId) % parts}`;
    const AtMS = clock.nowMs();
    const added = Object.fromEntries(
      changes.flatMap(({ name, agreed, disagreed }) => [
        [`Counts.${toKey(name)}.Agreed`, agreed],
        [`Counts.${toKey(name)}.Disagreed`, disagreed],
      ]),
    );
    const update = {
      $inc: added,
      $push: { Applied: { ID, AtMS } },
      $setOnInsert: { CampaignID: campaignId, SchemaVersion },
    } as UpdateFilter<AgreementDocument>;
    try {
      await agreements.updateOne({ _id, 'Applied.ID': { $ne: ID } }, update, { upsert: true });
    } catch (error) {
      // The document exists, and either holds the change or was created just now.
      if (!isDuplicateKey(error)) throw error;
      await agreements.updateOne({ _id, 'Applied.ID': { $ne: ID } }, update);
    }
    await agreements.updateOne({ _id }, { $pull: { Applied: { AtMS: { $lt: AtMS - knownMs } } } });
  };
}

/**
 * Counts by campaign, version of the schema and field. Each change has an id and is applied once: the write that applies it
 * also records its id. An id is forgotten when no process can still be applying it.
 */
export function createAgreementsRepository(db: Db, clock: Clock = { nowMs: () => Date.now() }) {
  const agreements = db.collection<AgreementDocument>('analysis_agreements');

  const applyTo = createApply(agreements, clock);

  return {
    /**
     * Applies a change once, however often it is repeated.
     * @param change.readMs when the change was read to be pending
     * @throws if that was too long ago: then it must be read again
     */
    apply: async (
      of: { campaignId: string; jobId: string },
      { id, changes, readMs }: { id: string; changes: readonly AgreementChange[]; readMs: number },
    ): Promise<void> => {
      const versions = [...new Set(changes.map(({ schemaVersion }) => schemaVersion))];
      for (const version of versions) {
        if (clock.nowMs() - readMs > applyWithinMs) throw new Error(`The change ${id} took too long to be counted.`);
        await applyTo(
          of,
          changes.filter(({ schemaVersion }) => schemaVersion === version),
          id,
        );
      }
    },

    /** The counts of a campaign, by version of the schema, newest first, and field. Reads at most 16 documents a version. */
    list: async (campaignId: string): Promise<Agreement[]> => {
      const found = agreements.find({ CampaignID: campaignId }, { projection: { Applied: 0 } });
      const sums = new Map<string, Agreement>();
      for await (const { SchemaVersion: schemaVersion, Counts = {} } of found)
        for (const [key, { Agreed = 0, Disagreed = 0 }] of Object.entries(Counts)) {
          const id = `${schemaVersion}/${key}`;
          const sum = sums.get(id) ?? { schemaVersion, name: toName(key), agreed: 0, disagreed: 0 };
          sums.set(id, { ...sum, agreed: sum.agreed + Agreed, disagreed: sum.disagreed + Disagreed });
        }
      return [...sums.values()]
        .filter(({ agreed, disagreed }) => agreed + disagreed > 0)
        .sort((one, other) => other.schemaVersion - one.schemaVersion || (one.name < other.name ? -1 : 1));
    },
  };
}
export type Agreements = ReturnType<typeof createAgreementsRepository>;
