import { startTestApi, type TestApi } from '../../support/api';
import { outdial, type Ran } from '../../support/command-line';

const phone = '+14155550123';
const far = '{"Constraints":{"MinCreationDelay":"1000h"}}';
let api: TestApi;
let cli: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  api = await startTestApi();
  const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key, OUTDIAL_CAMPAIGN: api.campaignId };
  cli = (...args) => outdial(args, { env, stdin: '{"Name":"Piped"}' });
}, 60_000);
afterAll(() => api.stop(), 30_000);
/** Returns the one value that a command printed. */
const valueOf = async <Value>(ran: Promise<Ran>): Promise<Value> => {
  const { code, err, values } = await ran;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(values()).toHaveLength(1);
  return values()[0] as Value;
};

describe('exit codes', () => {
  it('are 0 on success and 1 if the API rejected the request', async () => {
    expect((await cli('campaigns', 'list')).code).toBe(0);
    const refused = await cli('jobs', 'create', '--phone', '12345');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^error: .*E\.164.*\n {2}\/ContactPhoneNumber Expected an E\.164/);
    expect((await cli('jobs', 'get', 'job_none')).err).toMatch(/^error: Job not found/);
  });

  it('are 2 for wrong usage and for missing settings', async () => {
    expect((await cli('jobs', 'create')).code).toBe(2);
    expect((await outdial(['keys', 'list'])).code).toBe(2);
    const noCampaign = await outdial(['jobs', 'list'], { env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key } });
    expect(noCampaign).toMatchObject({ code: 2, err: expect.stringContaining('No campaign is set') as string });
    expect((await cli('import', 'no-such-file.csv')).code).toBe(2);
  });

  it('are 3 if the API is unreachable', async () => {
    const env = { OUTDIAL_URL: 'http://127.0.0.1:9', OUTDIAL_API_KEY: 'od_secret' };
    const { code, err } = await outdial(['campaigns', 'list'], { env });
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('is unreachable at') as string });
  }, 20_000);

  it('are 4 if the key is invalid or lacks a scope, and the key is never printed', async () => {
    const wrong = await outdial(['campaigns', 'list'], { env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: 'od_wrong' } });
    expect(wrong.code).toBe(4);
    expect(wrong.out + wrong.err).not.toContain('od_wrong');
    const made = await valueOf<{ Key: string }>(
      cli('keys', 'create', '--name', 'R', '--scopes', 'jobs:read', '--json'),
    );
    const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: made.Key, OUTDIAL_CAMPAIGN: api.campaignId };
    const denied = await outdial(['jobs', 'create', '--phone', phone], { env });
    expect({ code: denied.code, err: denied.err }).toEqual({
      code: 4,
      err: expect.stringContaining('jobs:write') as string,
    });
    const odd = await outdial(['keys', 'list'], { env: { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: 'two words' } });
    expect(odd.code).toBe(2);
    expect(odd.err).not.toContain('two words');
  });

  it('are 130 after Ctrl-C', async () => {
    const { JobID } = await valueOf<{ JobID: string }>(
      cli('jobs', 'create', '--phone', phone, '--overrides', far, '--json'),
    );
    const enough = new AbortController();
    const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key, OUTDIAL_CAMPAIGN: api.campaignId };
    setTimeout(() => enough.abort(), 50);
    const { code, err } = await outdial(['jobs', 'watch', JobID], { env, signal: enough.signal });
    expect({ code, err }).toEqual({ code: 130, err: '' });
  });
});

describe('--json', () => {
  it('prints one value, as the API returns it', async () => {
    const { JobID } = await valueOf<{ JobID: string }>(
      cli('jobs', 'create', '--phone', phone, '--overrides', far, '--metadata', '{"order":7}', '--json'),
    );
    expect(await valueOf(cli('jobs', 'get', JobID, '--json'))).toMatchObject({
      ID: JobID,
      Data: { PhoneNumber: phone, Metadata: { order: 7 } },
    });
    expect(await valueOf(cli('jobs', 'explain', JobID, '--json'))).toMatchObject({ JobID, State: 'scheduled' });
    const { CampaignID } = await valueOf<{ CampaignID: string }>(cli('campaigns', 'create', '--body', '-', '--json'));
    expect(await valueOf(cli('campaigns', 'update', CampaignID, '--name', 'Changed', '--json'))).toMatchObject({
      Version: 2,
      Data: { Name: 'Changed' },
    });
    expect(await valueOf(cli('campaigns', 'get', CampaignID, '--json'))).toMatchObject({ ID: CampaignID });
  });

  it('prints one value per line for lists, up to the limit', async () => {
    for (let i = 0; i < 3; i++) await cli('jobs', 'create', '--phone', phone, '--overrides', far);
    const listed = await cli('jobs', 'list', '--limit', '2', '--json');
    expect(listed.values()).toMatchObject([{ PhoneNumber: phone }, { PhoneNumber: phone }]);
    expect((await cli('jobs', 'list', '--search', phone, '--json')).values().length).toBeGreaterThanOrEqual(3);
    const audit = (await cli('audit', 'list', '--action', 'job.created', '--limit', '2', '--json')).values();
    expect(audit).toMatchObject([{ Data: { Action: 'job.created' } }, { Data: { Action: 'job.created' } }]);
    expect((await cli('imports', 'list', '--json')).out).toBe('');
  });
});

describe('for people', () => {
  it('text from the API cannot control the terminal', async () => {
    const name = 'Ada\u001b[2J\u009b31m\u202eeve';
    await api.insertJob({ ContactName: name });
    const { out } = await cli('jobs', 'list', '--all');
    expect(out).toContain('Ada\\u001b[2J\\u009b31m\\u202eeve');
    // eslint-disable-next-line no-control-regex -- just these are looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('lists are aligned under headings, and keys and webhooks pass through their whole life cycle', async () => {
    const made = (await cli('keys', 'create', '--name', 'Till', '--scopes', 'jobs:read')).out.split('\n');
    expect(made[2]).toMatch(/shown only once/);
    expect((await cli('keys', 'list')).out).toMatch(/^ID +STATE +NAME +SCOPES .*\n.*key_/s);
    expect((await cli('keys', 'revoke', made[0]!)).out).toBe(`${made[0]!} is revoked.\n`);
    const created = (await cli('webhooks', 'create', 'http://127.0.0.1:9/hooks', '--header', 'X-Tenant: 7')).out;
    const [id = '', secret] = created.split('\n');
    expect(secret).toMatch(/^whsec_/);
    expect((await cli('webhooks', 'get', id)).out).toMatch(/DestinationURL +http:\/\/127\.0\.0\.1:9\/hooks/);
    expect((await cli('webhooks', 'rotate-secret', id)).out).toMatch(/whsec_.*valid until/s);
    expect((await cli('webhooks', 'update', id, '--disable')).out).toMatch(/Enabled +false/);
    expect((await cli('webhooks', 'list')).out).toContain(`${id}  disabled`);
    expect((await cli('webhooks', 'update', id)).code).toBe(2);
    expect((await cli('webhooks', 'delete', id)).code).toBe(0);
    expect((await cli('webhooks', 'get', id)).code).toBe(1);
    expect((await cli('audit', 'list')).out).toContain('webhook.deleted');
  });
});
