import { pino } from 'pino';
import type { ActivityDeps } from '../../../activities/deps';
import { createJobActivities } from '../../../activities/job/job.activities';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import { aJob } from '../../support/builders';

describe('a hang-up that a workflow requests', () => {
  const call = { ...createCallRecord(aJob({ CreatedMS: 1 }), 1, 1), MediaAddress: '127.0.0.1:1' };
  const job = aJob({ CreatedMS: 1, State: 'calling', ActiveCallID: call.ID });

  /** Requests a hang-up once. @returns the steps in order, and the result */
  async function request({ open = true, reachable = true } = {}) {
    const steps: string[] = [];
    const deps = {
      store: {
        jobs: { load: () => Promise.resolve(job) },
        calls: {
          find: () => Promise.resolve(call),
          requestStop: () => {
            steps.push('stored');
            return Promise.resolve(open ? call : undefined);
          },
        },
      },
      callWorkers: {
        hangUp: ({ MediaAddress }: { MediaAddress?: string }) => {
          steps.push(`pushed to ${MediaAddress ?? 'nowhere'}`);
          return reachable ? Promise.resolve() : Promise.reject(new Error('connect ECONNREFUSED'));
        },
      },
      clock: { nowMs: () => 2 },
      logger: pino({ level: 'silent' }),
    } as unknown as ActivityDeps;
    return { result: await createJobActivities(deps).requestHangUp(job.ID), steps };
  }

  it('is stored first, then pushed to the worker, before and after the contact answers', async () => {
    expect(await request()).toEqual({ result: true, steps: ['stored', 'pushed to 127.0.0.1:1'] });
  });

  it('is accepted if the worker cannot be reached: it finds the request in the record', async () => {
    expect(await request({ reachable: false })).toMatchObject({ result: true });
  });

  it('of a call that has ended is not pushed', async () => {
    expect(await request({ open: false })).toEqual({ result: true, steps: ['stored'] });
  });
});
