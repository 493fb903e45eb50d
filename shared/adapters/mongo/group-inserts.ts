import { MongoBulkWriteError, MongoServerError, type Collection, type Document, type WriteError } from 'mongodb';
import { hasWriteConcernError, isDuplicateKey, writeErrorsOf } from './errors';
import { groupCommands, runAlone } from './group-commands';

/** One insert of documents that belong together, and where they are in the list of its group. */
interface Placed<D> {
  documents: readonly D[];
  from: number;
}

const toServerError = ({ code, index, errmsg }: WriteError): MongoServerError =>
  new MongoServerError({ code, index, message: errmsg ?? 'The document was not inserted.' });

/** What failed of one insert. An error that matters more than a taken id comes first. */
function failureOf({ documents, from }: Placed<unknown>, errors: readonly WriteError[]): unknown {
  const own = errors
    .filter(({ index }) => index >= from && index < from + documents.length)
    .map((error) => toServerError(error));
  return own.find((error) => !isDuplicateKey(error)) ?? own[0];
}

/**
 * Inserts documents; what is inserted at the same time shares a command.
 * @returns a function that resolves when its documents are stored. It rejects with what is wrong with one of them,
 * a duplicate-key error only if nothing else is: the others are stored. A document of another insert never fails it.
 */
export const groupInserts = <D extends Document>(
  collection: Pick<Collection<D>, 'insertMany'>,
): ((documents: readonly D[]) => Promise<void>) =>
  groupBulkWrites(async (documents) => {
    await collection.insertMany(documents as Parameters<typeof collection.insertMany>[0], { ordered: false });
  });

/**
 * As {@link groupInserts}, for documents that are written otherwise.
 * @param insertAll writes the documents in one unordered command, one operation each
 */
export function groupBulkWrites<D extends Document>(
  insertAll: (documents: readonly D[]) => Promise<void>,
): (documents: readonly D[]) => Promise<void> {
  return groupCommands<readonly D[]>(async (inserts) => {
    const placed: Placed<D>[] = [];
    for (const documents of inserts) {
      const last = placed.at(-1);
      placed.push({ documents, from: last === undefined ? 0 : last.from + last.documents.length });
    }
    try {
      await insertAll(inserts.flat());
      return [];
    } catch (error) {
      const errors = error instanceof MongoBulkWriteError && !hasWriteConcernError(error) ? writeErrorsOf(error) : [];
      if (errors.length > 0) return placed.map((one) => failureOf(one, errors));
      // The server or the driver refused the whole command.
      return runAlone(inserts, error, insertAll);
    }
  });
}
