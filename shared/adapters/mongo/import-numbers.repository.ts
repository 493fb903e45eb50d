import type { Db } from 'mongodb';
import type { NumberClaim } from '../../domain/import/duplicates';
import type { NumberHash } from '../crypto/number-hash';
import { isDuplicateKey } from './client';

/** A number of an import, and the row that has the claim on it. */
interface ClaimDocument {
  /** The import and the keyed hash of the number. */
  _id: string;
  Row: number;
  /** The campaign had an open job for the number when the row was reached. */
  OpenJob?: true;
}

const toClaim = ({ Row, OpenJob }: ClaimDocument): NumberClaim => ({ row: Row, hasOpenJob: OpenJob === true });

/**
 * The first row of each number of an import that looks for duplicates. A claim is stored before anything is made of its
 * row and never changes, so that a repeat after a crash, or a second worker, settles each row as before.
 */
export function createImportNumbersRepository(db: Db, numberHash: NumberHash) {
  const claims = db.collection<ClaimDocument>('import_numbers');
  const findAll = async (ids: readonly string[]): Promise<ClaimDocument[]> =>
    claims.find({ _id: { $in: [...ids] } }).toArray();

  return {
    /**
     * Claims the numbers of some rows. Rows must come in the order of the file, those of earlier batches before.
     * @param findOpen finds those of some numbers that have an open job; asked only for numbers without a claim
     * @returns who has the claim on each number
     */
    claim: async (
      importId: string,
      rows: readonly { number: number; phoneNumber: string }[],
      findOpen: (phoneNumbers: readonly string[]) => Promise<ReadonlySet<string>>,
    ): Promise<ReadonlyMap<string, NumberClaim>> => {
      const firstRows = new Map<string, number>();
      for (const { number, phoneNumber } of rows) if (!firstRows.has(phoneNumber)) firstRows.set(phoneNumber, number);
      const ids = new Map<string, string>();
      for (const phoneNumber of firstRows.keys()) ids.set(phoneNumber, `${importId}/${await numberHash(phoneNumber)}`);
      const known = new Map((await findAll([...ids.values()])).map((claim) => [claim._id, claim]));
      const unclaimed = [...ids].filter(([, id]) => !known.has(id));
      if (unclaimed.length > 0) {
        const open = await findOpen(unclaimed.map(([phoneNumber]) => phoneNumber));
        const added = unclaimed.map(([phoneNumber, _id]): ClaimDocument => ({
          _id,
          Row: firstRows.get(phoneNumber) ?? 0,
          ...(open.has(phoneNumber) ? { OpenJob: true } : {}),
        }));
        for (const claim of await insertOrRead(added)) known.set(claim._id, claim);
      }
      return new Map(
        [...ids].flatMap(([phoneNumber, id]) => {
          const claim = known.get(id);
          return claim === undefined ? [] : [[phoneNumber, toClaim(claim)] as const];
        }),
      );
    },

    /** Deletes the claims of an import. */
    erase: async (importId: string): Promise<void> => {
      await claims.deleteMany({ _id: { $gte: `${importId}/`, $lt: `${importId}0` } });
    },
  };

  /** Another worker may have claimed some of them in between: its claims hold. */
  async function insertOrRead(added: readonly ClaimDocument[]): Promise<readonly ClaimDocument[]> {
    try {
      await claims.insertMany([...added], { ordered: false });
      return added;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return findAll(added.map(({ _id }) => _id));
    }
  }
}
export type ImportNumbersRepository = ReturnType<typeof createImportNumbersRepository>;
