import type { Db, UpdateFilter } from 'mongodb';
import type { AttemptLimit } from '../../domain/schedule/constraints';
import { sharedReads } from './shared-reads';

/** Whose calls these are. */
export interface Organisation {
  ID: string;
  Name: string;
  CreatedMS: number;
  /** At most so many attempts to one number, over all jobs of the organisation. */
  MaxAttemptsPerNumber?: AttemptLimit | undefined;
}
type OrganisationDocument = Omit<Organisation, 'ID'> & { _id: string };
const fromDocument = ({ _id, ...rest }: OrganisationDocument): Organisation => ({ ...rest, ID: _id });

export function createOrganisationsRepository(db: Db) {
  const organisations = db.collection<OrganisationDocument>('organisations');
  return {
    /** Stores an organisation; one that is there already stays as it is. */
    insertIfAbsent: async ({ ID, ...fields }: Organisation): Promise<void> => {
      await organisations.updateOne({ _id: ID }, { $setOnInsert: fields }, { upsert: true });
    },

    find: sharedReads(async (orgId): Promise<Organisation | undefined> => {
      const document = await organisations.findOne({ _id: orgId });
      return document ? fromDocument(document) : undefined;
    }),

    /** Changes the settings that are given; `null` removes one. @returns the organisation after it */
    change: async (
      orgId: string,
      {
        Name,
        MaxAttemptsPerNumber,
      }: { Name?: string | undefined; MaxAttemptsPerNumber?: AttemptLimit | null | undefined },
    ): Promise<Organisation | undefined> => {
      const set = {
        ...(Name === undefined ? {} : { Name }),
        ...(MaxAttemptsPerNumber ? { MaxAttemptsPerNumber } : {}),
      };
      const update: UpdateFilter<OrganisationDocument> = {
        ...(Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(MaxAttemptsPerNumber === null ? { $unset: { MaxAttemptsPerNumber: '' } } : {}),
      };
      const document = await organisations.findOneAndUpdate({ _id: orgId }, update, { returnDocument: 'after' });
      return document ? fromDocument(document) : undefined;
    },
  };
}
export type OrganisationsRepository = ReturnType<typeof createOrganisationsRepository>;
