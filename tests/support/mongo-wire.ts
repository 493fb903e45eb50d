import { BSON, type Document } from 'mongodb';
import type { Socket } from 'node:net';

/** The parts of MongoDB's wire protocol that the driver uses: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const opReply = 1;
const opQuery = 2_004;
const opMsg = 2_013;
const headerBytes = 16;
const msgBodyAt = headerBytes + 4 + 1;
const replyBodyAt = headerBytes + 20;

/** A whole message, and the document that it carries: the command, or the reply. */
export interface WireMessage {
  bytes: Buffer;
  id: number;
  /** The id of the request that a reply belongs to. */
  respondsTo: number;
  document: Document;
}

/** Calls back with each whole message of a stream. */
export function readMessages(socket: Socket, onMessage: (bytes: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

/** Where the document begins: a handshake begins with the legacy messages. */
function bodyAt(bytes: Buffer): number {
  switch (bytes.readInt32LE(12)) {
    case opMsg:
      return msgBodyAt;
    case opReply:
      return replyBodyAt;
    case opQuery:
      return bytes.indexOf(0, headerBytes + 4) + 1 + 8;
    default:
      throw new Error(`An unknown message: operation ${bytes.readInt32LE(12)}.`);
  }
}

export function decode(bytes: Buffer): WireMessage {
  const at = bodyAt(bytes);
  // Values keep their types: a number is an Int32, a Long or a Double.
  const document = BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteValues: false });
  return { bytes, id: bytes.readInt32LE(4), respondsTo: bytes.readInt32LE(8), document };
}

const encode = (document: Document): Buffer => Buffer.from(BSON.serialize(document, { ignoreUndefined: true }));

/** The message with another document; what follows the document, such as a sequence of documents, stays. */
export function withDocument({ bytes }: WireMessage, document: Document): Buffer {
  const at = bodyAt(bytes);
  const changed = Buffer.concat([bytes.subarray(0, at), encode(document), bytes.subarray(at + bytes.readInt32LE(at))]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}

/** A reply that no server gave. */
export function replyTo(request: WireMessage, document: Document): Buffer {
  const legacy = request.bytes.readInt32LE(12) === opQuery;
  const body = encode(document);
  const head = Buffer.alloc(legacy ? replyBodyAt : msgBodyAt);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(legacy ? opReply : opMsg, 12);
  // A legacy reply says how many documents it has; a message says that one document follows, which is section 0.
  if (legacy) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, body]);
}

/** The same reply for another request. */
export function addressTo(bytes: Buffer, request: WireMessage): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeInt32LE(request.id, 8);
  return copy;
}
