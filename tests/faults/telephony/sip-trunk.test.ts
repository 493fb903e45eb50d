import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { startBot, type Bot } from '../../support/agent-bot';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { answers } from '../../support/peers/sip-scenarios';
import { startSipp, type Sipp } from '../../support/peers/sipp';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { testPort } from '../../support/ports';
import { createProcesses, serviceEnv, type TestProcess } from '../../support/processes';
import { createRequest, untilReady, type Request } from '../../support/requests';
import { setting } from '../../support/setting';
import { createTestNamespace } from '../../support/temporal-namespace';
import { until } from '../../support/until';

/** A lost call's lease ends after 40 seconds, then another worker ends the call. */
const recoveredWithinMs = 120_000;

describe('the service with CALL_PROVIDER=sip, over a trunk that leads to SIPp', () => {
  const processes = createProcesses();
  let sipp: InstalledProgram | undefined;
  let phone: Sipp;
  let bot: Bot;
  const closing: (() => Promise<unknown>)[] = [];
  let request: Request;
  let startWorker: () => Promise<TestProcess>;
  let worker: TestProcess;
  let campaign: string;

  beforeAll(async () => {
    sipp = await findPeer('sipp');
    if (sipp === undefined) return;
    bot = await startBot();
    closing.push(() => bot.close());
    phone = await startSipp(sipp, { name: 'phone', steps: answers(), calls: 2, echo: true, withinSeconds: 240 });
    closing.push(() => phone.end());
    const trunks = join(processes.folder, 'trunks.json');
    writeFileSync(trunks, JSON.stringify([{ Name: 'main', URI: `sip:127.0.0.1:${phone.port}`, HealthCheck: 0 }]));
    const temporal = await createTestNamespace();
    const database = `sip_${randomBytes(6).toString('hex')}`;
    const key = `sip_${randomBytes(18).toString('hex')}`;
    const env = {
      ...serviceEnv({ mongo: setting('OUTDIAL_TEST_MONGODB'), database, temporal }),
      OUTDIAL_BOOTSTRAP_KEY: key,
      OUTDIAL_DATA_DIR: processes.folder,
      CALL_PROVIDER: 'sip,simulated',
      SIP_TRUNKS: trunks,
      SIP_HOST: '127.0.0.1',
    };
    const api = await processes.api(env);
    // One that is started again has the same port, to which SIPp answers: it ignores where a BYE came from.
    const SIP_PORT = String(await testPort());
    startWorker = async () => processes.worker({ ...env, SIP_PORT });
    worker = await startWorker();
    await untilReady(api.url);
    request = createRequest(api.url, key);
    const settings = { Name: 'Over SIP', DefaultCallerID: '+14155550100', JitterSeconds: 0, Agent: { URL: bot.url } };
    const retries = { RetryRules: { assistant_error: { Then: 'fail', Reason: 'technical_error' } } };
    const { status, body } = await request<{ CampaignID: string }>('POST', '/campaigns', { ...settings, ...retries });
    if (status !== 201) throw new Error(JSON.stringify(body));
    campaign = `/campaigns/${body.CampaignID}`;
  }, peersWithinMs);
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await processes.end();
  });

  const call = async (): Promise<() => Promise<JobBody>> => {
    const job = { ContactPhoneNumber: '+14155550123', TestJob: true };
    const { status, body } = await request<{ JobID: string }>('POST', `${campaign}/jobs`, job);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return async () => (await request<JobBody>('GET', `${campaign}/jobs/${body.JobID}`)).body;
  };
  const newCalls = (): number =>
    new Set(requestsIn(phone.messages(), 'INVITE').map((invite) => fieldOf(invite, 'Call-ID'))).size;

  it('rings the phone, connects the agent with it both ways, and hangs up when the agent is done', async () => {
    if (sipp === undefined) return;
    const read = await call();
    const [connection] = await until(
      () => bot.connections,
      ({ length }) => length === 1,
      60_000,
    );
    await connection!.next('start');
    connection!.play(400);
    // SIPp sends back what it gets.
    await connection!.next('media');
    connection!.send({ event: 'outdial.end', reason: 'conversation_complete' });
    const { Data } = await until(read, ({ Data: { State } }) => State === 'completed', 60_000);
    expect(Data.Calls).toMatchObject([{ EndedReason: 'assistant_hung_up', Line: { Provider: 'sip', Trunk: 'main' } }]);
    expect(newCalls()).toBe(1);
    expect(requestsIn(phone.messages(), 'BYE')).toHaveLength(1);
  }, 150_000);

  it('hangs up the call of a worker that was killed, and does not ring again', async () => {
    if (sipp === undefined) return;
    const read = await call();
    const connections = await until(
      () => bot.connections,
      ({ length }) => length === 2,
      60_000,
    );
    await connections[1]!.next('start');
    await worker.kill();
    await startWorker();
    await until(
      () => requestsIn(phone.messages(), 'BYE').length,
      (hangUps) => hangUps >= 2,
      recoveredWithinMs,
    );
    const { Data } = await until(read, ({ Data: { State } }) => State === 'failed', recoveredWithinMs);
    expect(Data.Calls).toMatchObject([{ EndedReason: 'assistant_error' }]);
    expect(newCalls()).toBe(2);
  }, 300_000);
});
