import { join } from 'node:path';
import { outdial } from '../support/command-line';
import { launch, type Launched } from '../support/launcher';
import { createProcesses } from '../support/processes';
import { until } from '../support/until';
import { smoke } from './smoke';

describe('a service that was started with one command', () => {
  const processes = createProcesses();
  let service: Launched;
  beforeAll(async () => {
    service = await launch(processes);
  }, 120_000);
  afterAll(() => processes.end());

  it('prints no error of its servers', () => {
    expect(service.printed()).not.toMatch(/error|exception/i);
  });

  it('creates a job, calls, sends webhooks, cancels and deletes', async () => {
    const said: string[] = [];
    await smoke(service.request, (line) => said.push(line));
    expect(said.at(-1)).toMatch(/is deleted$/);
  }, 120_000);

  it('is found by the command line without any setting, for a job from its creation to its end', async () => {
    const env = { OUTDIAL_DATA_DIR: join(processes.folder, 'data') };
    const args = ['jobs', 'create', '--phone', '+14155550123', '--scenario', 'conversation_complete', '--watch'];
    const { code, out, err } = await outdial(args, { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^job_\w+\n.* calling\n.* completed\n/s);
  }, 60_000);

  it('has made the call of the printed curl within a minute', async () => {
    const jobs = '/campaigns/campaign_demo/jobs';
    const posted = await service.request<{ JobID: string }>('POST', jobs, { ContactPhoneNumber: '+14155550123' });
    expect(posted.status).toBe(201);
    const endedCalls = async () => {
      const path = `${jobs}/${posted.body.JobID}`;
      const { body } = await service.request<{ Data: { Calls?: { EndedAt?: string }[] } }>('GET', path);
      return body.Data.Calls?.filter((call) => call.EndedAt !== undefined).length ?? 0;
    };
    await until(endedCalls, (count) => count === 1, 60_000);
  }, 90_000);
});
