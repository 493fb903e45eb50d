import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { until } from './until';

/** An event as a stream sends it. */
export interface ReadEvent {
  ID: string;
  EventTimeMS: number;
  OrgID: string;
  CampaignID: string;
  JobID?: string;
  Event: string;
  Data: Record<string, unknown>;
  TestJob: boolean;
}

/** One connection to a stream of events. */
export interface EventReader {
  status: number;
  headers: IncomingMessage['headers'];
  /** The body of a problem. */
  problem: () => Record<string, unknown>;
  events: ReadEvent[];
  /** Frames that are no events: `gap` and `bye`. */
  notices: { event: string; data: Record<string, unknown> }[];
  comments: string[];
  lastEventId: () => string | undefined;
  hasEnded: () => boolean;
  /** Reads no more, as a client that has stalled. */
  stall(): void;
  resume(): void;
  close(): void;
}

export interface ReadOptions {
  key: string;
  /** The cookie of a session, in place of the key. */
  cookie?: string;
  query?: string;
  lastEventId?: string | undefined;
  onEvent?: (event: ReadEvent, id: string) => void;
}

/** Reads a stream of events. @returns once its head has come; a problem is read to its end */
export async function readEvents(
  url: string,
  { key, cookie, query = '', lastEventId, onEvent }: ReadOptions,
): Promise<EventReader> {
  const headers = {
    ...(cookie === undefined ? { authorization: `Bearer ${key}` } : { cookie }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  let sent: ClientRequest | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent = request(`${url}/events${query}`, { headers, agent: false }, resolve).on('error', reject).end();
  });
  let [lastId, text, ended]: [string | undefined, string, boolean] = [undefined, '', false];
  const reader: EventReader = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    problem: () => JSON.parse(text) as Record<string, unknown>,
    events: [],
    notices: [],
    comments: [],
    lastEventId: () => lastId,
    hasEnded: () => ended,
    stall: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => sent?.destroy(),
  };
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const body = JSON.parse(data) as ReadEvent;
      if (id === undefined) {
        reader.notices.push({ event: event ?? '', data: body as unknown as Record<string, unknown> });
        return;
      }
      lastId = id;
      reader.events.push(body);
      onEvent?.(body, id);
    },
    onComment: (comment) => reader.comments.push(comment),
  });
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    if (reader.status === 200) parser.feed(chunk);
    else text += chunk;
  });
  response.on('error', () => undefined);
  response.once('close', () => (ended = true));
  if (reader.status !== 200) await until(() => ended, Boolean);
  return reader;
}
