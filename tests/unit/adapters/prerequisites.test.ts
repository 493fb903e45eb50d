import { pino } from 'pino';
import { createPrerequisites, type PrerequisiteCheck } from '../../../shared/adapters/prerequisites';
import { until } from '../../support/until';

const complete: PrerequisiteCheck = { findMissing: () => Promise.resolve([]), remedy: '' };

/** Watches a schema that is found in these states, one after the other. */
function watch(...found: (readonly string[] | undefined | Error)[]) {
  const lines: { level: number; msg: string; missing?: string[] }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const findMissing = () => {
    const next = found.length > 1 ? found.shift() : found[0];
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const Schema = { findMissing, remedy: 'Run npm run migrate.' };
  const prerequisites = createPrerequisites({ Schema, SearchAttributes: complete }, logger, 1);
  return { ...prerequisites, lines, stopping: new AbortController() };
}

describe('a process', () => {
  it('reports what is missing once, with the remedy, and that it is complete', async () => {
    const watched = watch(new Error('unavailable'), ['jobs.DueMS_1'], ['jobs.DueMS_1'], []);
    await watched.watch(watched.stopping.signal);
    expect(watched.states()).toEqual({ Schema: 'ok', SearchAttributes: 'ok' });
    expect(watched.lines).toMatchObject([
      { level: 50, msg: 'prerequisite.incomplete', missing: ['jobs.DueMS_1'], remedy: 'Run npm run migrate.' },
      { level: 30, msg: 'prerequisite.completed' },
    ]);
  });

  it('reports that it may not check, and tries no more', async () => {
    const watched = watch(undefined);
    await watched.watch(watched.stopping.signal);
    expect(watched.states().Schema).toBe('unknown');
    expect(watched.lines).toMatchObject([{ level: 40, msg: 'prerequisite.unchecked' }]);
  });

  it('stops checking at shutdown', async () => {
    const watched = watch(['jobs.DueMS_1']);
    const watching = watched.watch(watched.stopping.signal);
    await until(
      () => watched.states(),
      ({ Schema }) => Schema === 'incomplete',
    );
    watched.stopping.abort();
    await watching;
  });
});
