import { bootstrap, defaultOrgId } from '../../../apps/api/bootstrap';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.drop());

let nowMs = 1_000;
const start = (OUTDIAL_BOOTSTRAP_KEY?: string) =>
  bootstrap(
    { OUTDIAL_DEMO: false, ...(OUTDIAL_BOOTSTRAP_KEY === undefined ? {} : { OUTDIAL_BOOTSTRAP_KEY }) },
    { db: opened.mongo.db, store: opened.store, nowMs: () => ++nowMs },
  );
const [first, second] = ['the-first-bootstrap-key-1', 'the-other-bootstrap-key-2'];
const keys = () => opened.store.apiKeys.list(defaultOrgId);
const active = async (): Promise<number> => (await keys()).filter(({ RevokedMS }) => RevokedMS === undefined).length;
const audited = () => opened.store.auditLog.list({ orgId: defaultOrgId, action: 'api_key.revoked' }, 10);

it('a changed bootstrap key revokes the one before, which works again if it is configured again', async () => {
  for (const key of [first, first, second, first]) {
    await start(key);
    expect(await active()).toBe(1);
  }
  expect(await keys()).toHaveLength(2);
  expect((await audited()).map(({ Actor }) => Actor)).toEqual(Array(2).fill({ Kind: 'service', Name: 'bootstrap' }));
});

it('leaves every other key alone, and the last bootstrap key without a setting', async () => {
  const other = { ID: 'key_1', OrgID: defaultOrgId, Hash: 'h', Name: 'CRM', Scopes: [], CreatedMS: 1 };
  await opened.store.apiKeys.insertIfAbsent(other);
  await start();
  await start(second);
  expect((await opened.store.apiKeys.find(defaultOrgId, 'key_1'))?.RevokedMS).toBeUndefined();
  expect(await active()).toBe(2);
});

it('a bootstrap key that a client revoked stays revoked', async () => {
  const current = (await keys()).find(
    ({ ID, RevokedMS }) => ID.startsWith('key_bootstrap_') && RevokedMS === undefined,
  );
  await opened.store.apiKeys.revoke(defaultOrgId, current?.ID ?? '', ++nowMs);
  await start(second);
  expect((await opened.store.apiKeys.find(defaultOrgId, current?.ID ?? ''))?.RevokedMS).toBeDefined();
});
