import { startTestApi, type TestApi } from '../../support/api';
import { type Answer, anonymousRequest } from '../../support/requests';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

/** What browsers send with the requests of a page of the service. */
export const ownPage = { 'sec-fetch-site': 'same-origin' };
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** An API for the tests of a file, whose clock they move. Each test begins at the present. */
export function useApiWithClock() {
  const clock = { aheadMs: 0 };
  let api: TestApi;
  beforeAll(async () => {
    const nowMs = () => Date.now() + clock.aheadMs;
    api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps: { nowMs } });
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    clock.aheadMs = 0;
  });
  const send = <Body = unknown>(method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    anonymousRequest(api.url)<Body>(method, path, body, { headers });
  return {
    clock,
    api: () => api,
    /** Sends a request as a browser does, with these headers alone. */
    send,
    statusOf: async (cookie: string, path = '/me'): Promise<number> => (await send('GET', path, { cookie })).status,
  };
}
