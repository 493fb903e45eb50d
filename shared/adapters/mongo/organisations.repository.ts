import type { Db } from 'mongodb';

/** Whose calls these are. */
export interface Organisation {
  ID: string;
  Name: string;
  CreatedMS: number;
}

export function createOrganisationsRepository(db: Db) {
  const organisations = db.collection<Omit<Organisation, 'ID'> & { _id: string }>('organisations');
  return {
    /** Stores an organisation; one that is there already stays as it is. */
    insertIfAbsent: async ({ ID, ...fields }: Organisation): Promise<void> => {
      await organisations.updateOne({ _id: ID }, { $setOnInsert: fields }, { upsert: true });
    },
  };
}
export type OrganisationsRepository = ReturnType<typeof createOrganisationsRepository>;
