import { request as httpRequest } from 'node:http';
import { startTestApi } from '../../support/api';
import { insertKey } from '../../support/keys';
import { anonymousRequest } from '../../support/requests';
import { expectProblem } from '../api/problem';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { bearer, cookieOf, ownPage, useApiWithClock } from './browser';

const { clock, api, send, statusOf } = useApiWithClock();

describe('a sign-in ticket', () => {
  const create = async (key = api().key) =>
    (await send<{ Ticket: string; URL: string }>('POST', '/sign-in-tickets', bearer(key))).body;
  const use = (ticket: string, headers: Record<string, string> = ownPage) =>
    send('POST', `/session?ticket=${ticket}`, headers);

  it('signs one browser in, once, within an hour', async () => {
    const { Ticket, URL } = await create();
    expect(URL).toBe(`http://outdial.test/console/#ticket=${Ticket}`);
    const attempts = await Promise.all(Array.from({ length: 6 }, () => use(Ticket)));
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401, 401]);
    const signedIn = attempts.find(({ status }) => status === 201);
    expect(signedIn && (await statusOf(cookieOf(signedIn)))).toBe(200);
    const late = await create();
    clock.aheadMs = 3_600_001;
    expectProblem(await use(late.Ticket), 'unauthenticated');
  });

  it('is refused once its key is revoked, and opens nothing else', async () => {
    const { key, id } = await insertKey(api());
    const { Ticket } = await create(key);
    expectProblem(await send('GET', `/me?ticket=${Ticket}`, {}), 'unauthenticated');
    await api().request('DELETE', `/api-keys/${id}`);
    expectProblem(await use(Ticket), 'unauthenticated');
  });

  it('does not make the key acceptable in the query', async () => {
    expectProblem(await send('POST', `/session?apiKey=${api().key}`, ownPage), 'invalid_query');
  });
});

describe('over a network without TLS', () => {
  /** With a `Host` of its own, which `fetch` does not send. */
  const signInAt = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api().url);
      const headers = { host, ...bearer(api().key), ...ownPage };
      httpRequest({ hostname, port, method: 'POST', path: '/session', headers }, (res) => {
        res.resume();
        resolve(res.statusCode);
      })
        .once('error', reject)
        .end();
    });

  it('no session is created', async () => {
    for (const host of ['outdial.test', '10.0.0.7:8080', 'localhost.evil.test', '127.0.0.1.evil.test'])
      expect([host, await signInAt(host)]).toEqual([host, 403]);
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080'])
      expect([host, await signInAt(host)]).toEqual([host, 201]);
  });
});

it('has the prefix that pins a cookie to its host, where clients use TLS', async () => {
  const secure = await startTestApi({
    workflows: createWorkflowClientDouble().workflows,
    deps: { publicUrl: 'https://outdial.test' },
  });
  try {
    const headers = { ...bearer(secure.key), ...ownPage };
    const answer = await anonymousRequest(secure.url)('POST', '/session', undefined, { headers });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-outdial-session=session_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = cookieOf(answer);
    const me = (value: string) => anonymousRequest(secure.url)('GET', '/me', undefined, { headers: { cookie: value } });
    expect((await me(cookie)).status).toBe(200);
    expect((await me(cookie.replace('__Host-', ''))).status).toBe(401);
  } finally {
    await secure.stop();
  }
});
