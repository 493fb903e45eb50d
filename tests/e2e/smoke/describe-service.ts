import { join } from 'node:path';
import { outdial } from '../../support/command-line';
import { launch, type Launched } from '../../support/launcher';
import { peersWithinMs } from '../../support/peers/find-peer';
import { createProcesses } from '../../support/processes';
import { until } from '../../support/until';
import { smoke } from './smoke';
import type { SmokeLine } from './lines';

/** Starts the network or the carrier that a service calls over; `undefined` where its programs cannot be had. */
type StartLine = (folder: string) => Promise<SmokeLine | undefined>;

/** Declares the tests of `npm start` over one line, from HTTP to the webhooks. */
export const describeService = (name: string, startLine: StartLine): void =>
  describe(`a service that was started with one command, over ${name}`, () => {
    const processes = createProcesses();
    let line: SmokeLine | undefined;
    let service: Launched;
    beforeAll(async () => {
      line = await startLine(processes.folder);
      if (line !== undefined) service = await launch(processes, undefined, line.env);
    }, peersWithinMs + 120_000);
    afterAll(async () => {
      await processes.end();
      await line?.end();
    });
    /** A peer that cannot be had was reported as skipped. */
    const itCalls = (name: string, body: (to: SmokeLine) => Promise<void>, withinMs: number): void =>
      it(name, async () => (line === undefined ? undefined : body(line)), withinMs);

    itCalls(
      'prints no error of its servers',
      () => {
        expect(service.printed()).not.toMatch(/error|exception/i);
        return Promise.resolve();
      },
      10_000,
    );

    itCalls(
      'creates a job, calls, sends webhooks, cancels and deletes',
      async () => {
        const said: string[] = [];
        await smoke(service.request, (text) => said.push(text));
        expect(said.at(-1)).toMatch(/is deleted$/);
      },
      120_000,
    );

    itCalls(
      'is found by the command line without any setting, for a job from its creation to its end',
      async () => {
        const env = { OUTDIAL_DATA_DIR: join(processes.folder, 'data') };
        const args = ['jobs', 'create', '--phone', '+14155550123', '--scenario', 'conversation_complete', '--watch'];
        const { code, out, err } = await outdial(args, { env });
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(out).toMatch(/^job_\w+\n.* calling\n.* completed\n/s);
      },
      60_000,
    );

    itCalls(
      'has made the call of the printed curl within a minute',
      async () => {
        const jobs = '/campaigns/campaign_demo/jobs';
        const posted = await service.request<{ JobID: string }>('POST', jobs, { ContactPhoneNumber: '+14155550123' });
        expect(posted.status).toBe(201);
        const endedCalls = async () => {
          const path = `${jobs}/${posted.body.JobID}`;
          const { body } = await service.request<{ Data: { Calls?: { EndedAt?: string }[] } }>('GET', path);
          return body.Data.Calls?.filter((call) => call.EndedAt !== undefined).length ?? 0;
        };
        await until(endedCalls, (count) => count === 1, 60_000);
      },
      90_000,
    );

    itCalls(
      'has rung the phone once for each of these three calls',
      async (to) => expect(await to.rings(service)).toBe(3),
      10_000,
    );
  });
