import { BSON, type Document, type FindCursor } from 'mongodb';

/** How much a page may hold. */
export interface PageSize {
  items: number;
  /** Of the stored documents; what is sent is about as large. */
  bytes: number;
}

/** The size of a page of documents that may be large, so that reading and sending it blocks no other request. */
export const largeItemsPageBytes = 500_000;

/** Documents that the driver fetches at a time: few, because each may be large. */
const batchSize = 4;

/**
 * Reads one page of a list: as many documents as fit, but at least one.
 * @returns the documents, and whether more follow
 */
export async function takePage<Item extends Document>(
  cursor: FindCursor<Item>,
  { items, bytes }: PageSize,
): Promise<{ documents: Item[]; hasMore: boolean }> {
  const documents: Item[] = [];
  let pageBytes = 0;
  for await (const document of cursor.limit(items + 1).batchSize(batchSize)) {
    pageBytes += BSON.calculateObjectSize(document);
    const isFull = documents.length === items || (documents.length > 0 && pageBytes > bytes);
    if (isFull) return { documents, hasMore: true };
    documents.push(document);
  }
  return { documents, hasMore: false };
}
