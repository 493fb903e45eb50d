import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import { createConcurrencyLimiter } from './concurrency-limiter';

/** Answers that are streamed: files made from the database as they are read, and recordings. */
export type DownloadKind = 'export' | 'recording';

/** What answers that are streamed may cost a process. */
export interface DownloadLimits {
  /** How many are open at a time for one organization. */
  perOrganization: Record<DownloadKind, number>;
  /** Who takes nothing for this long is cut off. */
  idleMs: number;
}

/** An export holds some hundred jobs, a recording some hundred kB; players keep theirs open for as long as they play. */
export const downloadLimits: DownloadLimits = { perOrganization: { export: 8, recording: 64 }, idleMs: 600_000 };

/**
 * A client that goes away while it is sent a file is no failure. A source that breaks off leaves an answer that has begun: the connection
 * is cut, so that nobody takes a part of a file for the whole.
 */
async function pipeDownload(res: ApiResponse, source: Readable, idleMs: number): Promise<void> {
  res.setTimeout(idleMs, () => res.destroy());
  await pipeline(source, res).catch((error: unknown) => {
    if (!res.destroyed || res.errored) throw error;
  });
}

/**
 * Answers with a stream, which is opened once there is a place for it.
 * @param begin called when it is open: what fails before is still told by a problem
 * @throws {ProblemError} 429 when there is no place
 */
export type SendDownload = (
  res: ApiResponse,
  kind: DownloadKind,
  open: () => Promise<Readable>,
  sendHead: () => void,
) => Promise<void>;

export function createDownloadSender({ perOrganization: perOrganization, idleMs }: DownloadLimits): SendDownload {
  const limiter = createConcurrencyLimiter();
  return async (res, kind, open, sendHead) => {
    const limit = perOrganization[kind];
    const release = limiter([{ key: `${kind}/${res.locals.apiKey?.OrgID ?? ''}`, limit }]);
    if (release === undefined) {
      throw new ProblemError('too_many_downloads', {
        detail: `The organization has ${limit} downloads under way in this process. Please repeat the request when one has ended.`,
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
