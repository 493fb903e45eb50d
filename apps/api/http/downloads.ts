import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createConcurrencyLimiter } from './concurrency-limiter';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';

/** Responses that are streamed: files generated from the database as they are read, recordings, and events. */
export type DownloadKind = 'export' | 'recording' | 'events';

/** Limits on streamed responses. */
export interface DownloadLimits {
  /** How many may be open at a time for one organization. Event streams have limits of their own. */
  perOrganization: Record<Exclude<DownloadKind, 'events'>, number>;
  /** Clients that read nothing for this long are disconnected. */
  idleMs: number;
}

/**
 * An export decrypts its jobs, which takes time from other organizations, so few may be open. A recording buffers a few
 * hundred kB; players keep theirs open while they play.
 */
export const downloadLimits: DownloadLimits = { perOrganization: { export: 3, recording: 64 }, idleMs: 600_000 };

/**
 * A client that disconnects during a download is not a failure. If the source fails midway, the connection is cut so
 * that the client cannot mistake a truncated file for a complete one.
 */
async function pipeDownload(res: ApiResponse, source: Readable, idleMs: number): Promise<void> {
  res.setTimeout(idleMs, () => res.destroy());
  // The log, metrics and signal of the request listen too: with those of the pipeline more than Node's default of ten.
  res.setMaxListeners(20);
  await pipeline(source, res).catch((error: unknown) => {
    // A source may end itself without an error, such as an event stream whose client is too slow.
    if (source.destroyed && source.errored === null) return;
    if (!res.destroyed || res.errored) throw error;
  });
}

/**
 * Responds with a stream, which is opened once a slot is free.
 * @param sendHead called when the stream is open: earlier failures become a problem response
 * @throws {ProblemError} 429 when no slot is free
 */
export type SendDownload = (
  res: ApiResponse,
  kind: DownloadKind,
  open: () => Promise<Readable>,
  sendHead: () => void,
) => Promise<void>;

export function createDownloadSender({ perOrganization, idleMs }: DownloadLimits): SendDownload {
  const limiter = createConcurrencyLimiter();
  return async (res, kind, open, sendHead) => {
    const limit = kind === 'events' ? Infinity : perOrganization[kind];
    const release = limiter.acquire([{ key: `${kind}/${res.locals.apiKey?.OrgID ?? ''}`, limit }]);
    if (release === undefined) {
      throw new ProblemError('too_many_downloads', {
        detail: `The organization has ${limit} downloads in progress in this process. Retry when one has ended.`,
        headers: { 'Retry-After': '5' },
      });
    }
    try {
      const source = await open();
      sendHead();
      await pipeDownload(res, source, idleMs);
    } finally {
      release();
    }
  };
}
