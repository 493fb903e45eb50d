import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, type Job, type JobState } from '@outdial/client';
import { exitCodes, type ExitCode } from '../exit-codes';
import { instant, jsonLine, plain } from '../output';
import type { Session } from '../session';

const ended: readonly JobState[] = ['completed', 'failed', 'canceled', 'deleted'];
const looksForLastEvent = 5;
export const isEnded = ({ Data }: Pick<Job, 'Data'>): boolean => ended.includes(Data.State);

/** Looks at a job again and again; a moment without the API is waited out. */
export async function* looks(
  { client, signal, stderr }: Session,
  look: { campaign: string; jobId: string; everyMs: number },
): AsyncGenerator<Job, never, undefined> {
  for (let away = false; ;) {
    try {
      yield await client.jobs.get(look.campaign, look.jobId, { events: true, signal });
      away = false;
    } catch (error) {
      // The first look shows a wrong address; later on the service may be starting anew.
      if (!(error instanceof OutdialConnectionError)) throw error;
      if (!away) stderr.write(`${plain(error.message)} Waiting for it.\n`);
      away = true;
    }
    await wait(look.everyMs, undefined, { signal });
  }
}

/** Prints each event of a job once, as it is seen, until the job ends. */
export async function watchJob(
  session: Session,
  jobId: string,
  { exitStatus = false, everyMs = 1000 }: { exitStatus?: boolean; everyMs?: number },
): Promise<ExitCode> {
  const campaign = session.campaign();
  await session.client.jobs.get(campaign, jobId, { signal: session.signal });
  let shown = 0;
  let missing = 0;
  for await (const job of looks(session, { campaign, jobId, everyMs })) {
    const events = job.Events ?? [];
    for (const event of events.slice(shown)) {
      const { State, ...more } = event.Properties;
      const rest = Object.keys(more).length === 0 ? '' : `  ${JSON.stringify(more)}`;
      const what = typeof State === 'string' ? State : event.EventType;
      const line = `${instant(event.CreatedMS) ?? ''}  ${plain(what + rest)}\n`;
      session.stdout.write(session.json ? jsonLine(event) : line);
    }
    shown = Math.max(shown, events.length);
    // The state is written a moment before its event.
    const told = events.at(-1)?.Properties['State'] === job.Data.State;
    if (!isEnded(job) || (!told && ++missing <= looksForLastEvent)) continue;
    if (!session.json) session.stdout.write(endOf(job));
    return exitStatus && job.Data.State !== 'completed' ? exitCodes.failed : exitCodes.done;
  }
  return exitCodes.failed;
}

function endOf({ Data }: Job): string {
  const why = [Data.FailureReason, Data.FailureMessage, Data.Analysis?.CallSummary].filter(
    (part) => part !== undefined,
  );
  return why.length === 0 ? '' : `${plain(why.join(': '))}\n`;
}
