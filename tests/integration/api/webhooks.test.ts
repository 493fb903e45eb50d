import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

interface Webhooks {
  Webhooks: { ID: string }[];
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

const register = async (DestinationURL = 'https://example.com/hooks'): Promise<string> =>
  (await api.request<{ WebhookID: string }>('POST', '/webhooks', { DestinationURL })).body.WebhookID;
const listed = async () => (await api.request<Webhooks>('GET', '/webhooks')).body.Webhooks;

describe('webhooks', () => {
  it('are registered with 201 and their id, and listed as records', async () => {
    const answer = await api.request<{ WebhookID: string }>('POST', '/webhooks', {
      DestinationURL: 'https://example.com/hooks?x=1',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.WebhookID).toMatch(/^webhook_[0-9a-f]{32}$/);
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        OrgID: api.orgId,
        ID: answer.body.WebhookID,
        Data: expect.objectContaining({ DestinationURL: 'https://example.com/hooks?x=1' }) as object,
        CreatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      }),
    );
  });

  it('are listed in the order of their registration', async () => {
    const ids = [await register(), await register(), await register()];
    expect((await listed()).map(({ ID }) => ID).slice(-3)).toEqual(ids);
  });

  it.each([
    [{}, '/DestinationURL'],
    [{ DestinationURL: 'example.com' }, '/DestinationURL'],
    [{ DestinationURL: 'ftp://example.com' }, '/DestinationURL'],
    [{ DestinationURL: 'javascript:alert(1)' }, '/DestinationURL'],
    [{ DestinationURL: 'https://user:password@example.com' }, '/DestinationURL'],
    [{ DestinationURL: 5 }, '/DestinationURL'],
    [{ DestinationURL: 'https://example.com', Surprise: 1 }, '/Surprise'],
  ])('refuse %j', async (body, pointer) => {
    const before = await listed();
    const answer = await api.request('POST', '/webhooks', body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
    expect(JSON.stringify(answer.body)).not.toContain('password@');
    expect(await listed()).toEqual(before);
  });

  it('are deleted with 202, or with 200 if missing', async () => {
    const WebhookID = await register();
    expect(await api.request('DELETE', `/webhooks/${WebhookID}`)).toMatchObject({ status: 202, body: { WebhookID } });
    expect((await listed()).map(({ ID }) => ID)).not.toContain(WebhookID);
    expect(await api.request('DELETE', `/webhooks/${WebhookID}`)).toMatchObject({ status: 200, body: { WebhookID } });
    expect((await api.request('DELETE', '/webhooks/a%20b')).status).toBe(200);
  });
});
