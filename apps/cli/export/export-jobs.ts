import { once, type EventEmitter } from 'node:events';
import { OutdialConnectionError, type ExportFormat, type JobsExportQuery } from '@outdial/client';
import { escapeControls, type Screen } from '../output';
import type { Session } from '../session';
import { writeFileAtomic, type Bytes } from '../write-file-atomic';
import { createJobCounter, type JobCounter } from './job-counter';

const refreshIntervalMs = 200;
const formatJobCount = (jobs: number): string => `${jobs} job${jobs === 1 ? '' : 's'}`;

/** Shows the progress of an export on one line of a terminal. */
function createProgress(screen: Screen | undefined, { jobs, bytes }: JobCounter) {
  let shownMs = 0;
  return {
    show: (nowMs: number): void => {
      if (screen === undefined || nowMs - shownMs < refreshIntervalMs) return;
      shownMs = nowMs;
      screen.write(`\r\u001B[2K${formatJobCount(jobs())}, ${(bytes() / 1e6).toFixed(1)} MB`);
    },
    end: (): void => {
      if (shownMs > 0) screen?.write('\r\u001B[2K');
    },
  };
}

/** Writes the bytes unchanged to a pipe; escapes control characters on a terminal. */
async function printExport(bytes: Bytes, { stdout, signal }: Session): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    const shown = stdout.isTTY === true ? text.split(/\r?\n/).map(escapeControls).join('\n') : text;
    // Waits for a slow reader: an export may be larger than memory.
    if (stdout.write(shown) === false) await once(stdout as unknown as EventEmitter, 'drain', { signal });
  }
}

export interface ExportTarget {
  format: ExportFormat;
  /** The file; stdout if undefined. */
  output: string | undefined;
}

/** Exports all jobs that match a query to a file or to stdout. */
export async function exportJobs(
  session: Session,
  query: JobsExportQuery,
  { format, output }: ExportTarget,
): Promise<void> {
  const { client, signal, stderr, stdout } = session;
  const campaign = session.campaign();
  const counter = createJobCounter(format);
  // On the terminal that shows the jobs, progress would mix with them.
  const showsProgress = stderr.isTTY === true && (output !== undefined || stdout.isTTY !== true);
  const progress = createProgress(showsProgress ? stderr : undefined, counter);
  const countBytes = async function* (bytes: Bytes) {
    try {
      for await (const chunk of bytes) {
        counter.count(chunk);
        progress.show(Date.now());
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof OutdialConnectionError)) throw error;
      const left = output === undefined ? 'the output is incomplete' : `${output} was not written`;
      throw new OutdialConnectionError(`The export was interrupted after ${formatJobCount(counter.jobs())}; ${left}.`, {
        cause: error.cause,
      });
    } finally {
      progress.end();
    }
  };
  const fetchExport = async () => {
    const { body } = await client.jobs.exportFile(campaign, format, query, { signal });
    return countBytes(body ?? new Blob([]).stream());
  };
  if (output === undefined) return printExport(await fetchExport(), session);
  await writeFileAtomic(output, fetchExport, signal);
  const jobs = counter.jobs();
  session.show({ File: output, Format: format, Jobs: jobs }, `${escapeControls(output)}: ${formatJobCount(jobs)}\n`);
}
