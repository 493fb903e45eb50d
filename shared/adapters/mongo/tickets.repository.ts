import { createHash, randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';

/** What a ticket permits: one request to one path, as one API key. */
export interface Ticket {
  OrgID: string;
  /** The API key that created it; the request acts as this key. */
  KeyID: string;
  /** The exact path of the request, which names the call and the side or file of it. */
  Path: string;
  ExpiresMS: number;
}

/** Only a hash of the ticket is stored. */
type TicketDocument = Ticket & { _id: string };

const format = /^ticket_[A-Za-z0-9_-]{43}$/;
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

/** One-use tickets, which take the place of an API key in a URL. */
export function createTicketsRepository(db: Db) {
  const tickets = db.collection<TicketDocument>('tickets');
  return {
    /** Stores a new ticket. @returns its text, which is stored nowhere */
    create: async (ticket: Ticket): Promise<string> => {
      const text = `ticket_${randomBytes(32).toString('base64url')}`;
      await tickets.insertOne({ ...ticket, _id: hashOf(text) });
      return text;
    },

    /**
     * Uses up a ticket. Of several requests with one ticket, in whichever processes, exactly one receives it. A request
     * to another path does not use it up.
     * @returns `undefined` if it is unknown, was used, has expired or is for another path
     */
    consume: async (text: string, path: string, nowMs: number): Promise<Ticket | undefined> => {
      if (!format.test(text)) return undefined;
      const filter = { _id: hashOf(text), Path: path, ExpiresMS: { $gt: nowMs } };
      const document = await tickets.findOneAndDelete(filter);
      if (document === null) return undefined;
      const { _id, ...ticket } = document;
      return ticket;
    },
  };
}
export type TicketsRepository = ReturnType<typeof createTicketsRepository>;
