import type { ActivityDeps } from '../../../activities/deps';
import { publishTransition } from '../../../activities/lib/transition';
import type { JobState } from '../../../shared/domain/job/state';
import { aJob } from '../../support/builders';

/** Publishes a transition while Temporal starts no workflow. */
function publish(State: JobState) {
  const opened: string[] = [];
  const started: string[] = [];
  const deps = {
    store: {
      webhooks: { list: () => Promise.resolve([{ ID: 'webhook_1', Enabled: true, CreatedMS: 0 }]) },
      events: { recordStates: () => Promise.resolve() },
      deliveries: {
        openAll: (all: { event: { state: string } }[]) =>
          Promise.resolve(opened.push(...all.map(({ event }) => event.state))),
      },
    },
    deliveries: {
      start: (_input: unknown, { state }: { state: string }) => {
        started.push(state);
        return new Promise(() => undefined);
      },
    },
    clock: { nowMs: () => 10 },
  } as unknown as ActivityDeps;
  const published = publishTransition(deps, aJob({ CreatedMS: 1, State, Sequence: 3 })).then(() => 'published');
  return { published, opened, started };
}

describe('the publication of a transition while Temporal is slow', () => {
  it('stores the deliveries, and does not keep a call from being dialed', async () => {
    const { published, opened, started } = publish('calling');
    expect(await published).toBe('published');
    expect({ opened, started }).toEqual({ opened: ['calling'], started: ['calling'] });
  });

  it('delays any other step by a second at most', async () => {
    const { published, started } = publish('scheduled');
    expect(await published).toBe('published');
    expect(started).toEqual(['scheduled']);
  });
});
