/** Where a page ended, in a list that is sorted by creation and then by id. */
interface CreationCursor {
  ID: string;
  CreatedMS: number;
}

/**
 * Conditions for what follows a cursor in a list that is sorted newest first. The first is the bound by which an index
 * is entered; the second is exact.
 */
export const followsNewestFirst = ({ ID, CreatedMS }: CreationCursor) => ({
  $and: [
    { CreatedMS: { $lte: CreatedMS } },
    { $or: [{ CreatedMS: { $lt: CreatedMS } }, { CreatedMS, _id: { $lt: ID } }] },
  ],
});
