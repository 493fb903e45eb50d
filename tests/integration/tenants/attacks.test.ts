import { setting } from '../../support/setting';
import { attackPhase } from './attack-phase';
import { startAttackedApi, type AttackedApi } from './attack';
import { createTestNamespace } from '../../support/temporal-namespace';

/** Requests of the other organization that begin in an attack. */
const least = 30;

let api: AttackedApi;
beforeAll(async () => {
  const servers = { mongo: setting('OUTDIAL_TEST_MONGODB'), temporal: await createTestNamespace() };
  // On a busy machine the attacks may hold up everybody: `bench/attacks.ts` measures by how much.
  api = await startAttackedApi(servers, { MONGODB_POOL_WAIT_SECONDS: '60', MONGODB_READ_SECONDS: '60' });
}, 60_000);
afterAll(() => api.end(), 30_000);

it('an organization that sends every attack at once takes no request from another one', async () => {
  const { request, jobs } = api.victim;
  const attack = await api.attack();
  let attacked = 0;
  let first: string | undefined;
  const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    if (attackPhase(Date.now()) === 'attack') attacked++;
    const answer = await request<Body>(method, path, body);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  while (attacked < least) {
    const { JobID } = await ask<{ JobID: string }>('POST', jobs, { ContactPhoneNumber: '+14155550123' });
    await ask('GET', `${jobs}/${JobID}`);
    const listed = await ask<{ Jobs: { ID: string }[] }>('GET', `${jobs}?limit=20`);
    first ??= JobID;
    expect(listed.Jobs[0]?.ID).toBe(first);
  }
  expect(attack.running()).toBe(true);
  await attack.kill();
}, 180_000);
