import type { Db } from 'mongodb';
import { mask, type RowProblem } from '../../domain/import/row';
import { isDuplicateKey } from './client';

/** One problem of an import's row. */
export interface ImportError {
  Row: number;
  Column: string;
  /** Masked; empty once the file's retention has passed. */
  Value: string;
  Code: RowProblem['code'];
  Detail: string;
}
type ErrorDocument = ImportError & { _id: string; ImportID: string };

/** Ids sort by row, then by the order of its problems. */
const toErrorId = (importId: string, row: number, index: number): string =>
  `${importId}/${String(row).padStart(8, '0')}/${String(index).padStart(2, '0')}`;

/** The invalid rows of imports. Values are masked before they are stored. */
export function createImportErrorsRepository(db: Db) {
  const errors = db.collection<ErrorDocument>('import_errors');
  const rowsAfter = (importId: string, row: number) => ({
    ImportID: importId,
    _id: { $gt: toErrorId(importId, row, 99), $lt: `${importId}0` },
  });
  return {
    /** Stores the problems of some rows; a repeat changes nothing. */
    insertMissing: async (
      importId: string,
      rows: readonly { number: number; problems: RowProblem[] }[],
    ): Promise<void> => {
      const documents = rows.flatMap(({ number, problems }) =>
        problems.map(({ column, value, code, detail }, index) => ({
          _id: toErrorId(importId, number, index),
          ImportID: importId,
          Row: number,
          Column: column,
          Value: mask(value),
          Code: code,
          Detail: detail,
        })),
      );
      if (documents.length === 0) return;
      await errors.insertMany(documents, { ordered: false }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },

    /** Problems of the rows after `afterRow`, in file order. */
    list: async (importId: string, afterRow: number, limit: number): Promise<ImportError[]> =>
      (await errors.find(rowsAfter(importId, afterRow)).sort({ _id: 1 }).limit(limit).toArray()).map(
        ({ _id, ImportID: _import, ...error }) => error,
      ),

    /** Erases the values, which may be personal. The positions and codes stay. */
    eraseValues: async (importId: string): Promise<void> => {
      await errors.updateMany({ ImportID: importId }, { $set: { Value: '' } });
    },

    /** Erases the values of one row. Its problems are found by their ids: an import may have many thousands. */
    eraseRow: async (importId: string, row: number): Promise<void> => {
      const ofRow = { $gte: toErrorId(importId, row, 0), $lt: toErrorId(importId, row + 1, 0) };
      await errors.updateMany({ _id: ofRow }, { $set: { Value: '' } });
    },
  };
}
export type ImportErrorsRepository = ReturnType<typeof createImportErrorsRepository>;
