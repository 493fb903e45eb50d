import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, type Job, type JobState } from '@outdial/client';
import { exitCodes, type ExitCode } from '../exit-codes';
import { formatInstant, toJsonLine, escapeControls } from '../output';
import type { Session } from '../session';

const ended: readonly JobState[] = ['completed', 'failed', 'canceled', 'deleted'];
const pollsForLastEvent = 5;
export const isEnded = ({ Data }: Pick<Job, 'Data'>): boolean => ended.includes(Data.State);

/** Polls a job. Tolerates an API that is briefly unavailable. */
export async function* pollJob(
  { client, signal, stderr }: Session,
  options: { campaign: string; jobId: string; everyMs: number },
): AsyncGenerator<Job, never, undefined> {
  for (let isUnavailable = false; ;) {
    try {
      yield await client.jobs.get(options.campaign, options.jobId, { events: true, signal });
      isUnavailable = false;
    } catch (error) {
      // The caller's first request has verified the address, so the API may be restarting now.
      if (!(error instanceof OutdialConnectionError)) throw error;
      if (!isUnavailable) stderr.write(`${escapeControls(error.message)} Waiting for the API.\n`);
      isUnavailable = true;
    }
    await wait(options.everyMs, undefined, { signal });
  }
}

/** Prints each event of a job once until the job ends. */
export async function watchJob(
  session: Session,
  jobId: string,
  { exitStatus = false, everyMs = 1000 }: { exitStatus?: boolean; everyMs?: number },
): Promise<ExitCode> {
  const campaign = session.campaign();
  await session.client.jobs.get(campaign, jobId, { signal: session.signal });
  let shown = 0;
  let pollsWithoutEvent = 0;
  for await (const job of pollJob(session, { campaign, jobId, everyMs })) {
    const events = job.Events ?? [];
    for (const event of events.slice(shown)) {
      const { State, ...more } = event.Properties;
      const rest = Object.keys(more).length === 0 ? '' : `  ${JSON.stringify(more)}`;
      const what = typeof State === 'string' ? State : event.EventType;
      const line = `${formatInstant(event.CreatedMS) ?? ''}  ${escapeControls(what + rest)}\n`;
      session.stdout.write(session.json ? toJsonLine(event) : line);
    }
    shown = Math.max(shown, events.length);
    // The state is stored a moment before its event.
    const isLastEventShown = events.at(-1)?.Properties['State'] === job.Data.State;
    if (!isEnded(job) || (!isLastEventShown && ++pollsWithoutEvent <= pollsForLastEvent)) continue;
    if (!session.json) session.stdout.write(formatEnd(job));
    return exitStatus && job.Data.State !== 'completed' ? exitCodes.failed : exitCodes.done;
  }
  return exitCodes.failed;
}

function formatEnd({ Data }: Job): string {
  const why = [Data.FailureReason, Data.FailureMessage, Data.Analysis?.CallSummary].filter(
    (part) => part !== undefined,
  );
  return why.length === 0 ? '' : `${escapeControls(why.join(': '))}\n`;
}
