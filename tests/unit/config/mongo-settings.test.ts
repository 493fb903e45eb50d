import { masterKeyOf } from '../../support/master-keys';
import { loadSettings } from '../../../shared/config/load';
import {
  apiSettingsSchema,
  databaseSettingsSchema,
  workerSettingsSchema,
} from '../../../shared/config/settings.schema';

const server = 'mongodb://user:hunter2@a.example,b.example/';
const load = (query: string) => loadSettings(databaseSettingsSchema, { MONGODB_URI: `${server}?${query}` });

describe('the URI of the database', () => {
  it.each([
    'readPreference=secondaryPreferred',
    'readConcernLevel=available',
    'retryWrites=false',
    'journal=false',
    'w=1',
    'W=0',
  ])('is refused with %s, which an invariant forbids', (query) => {
    expect(() => load(`replicaSet=rs0&${query}`)).toThrow(`The option "${query.split('=')[0]}" must be`);
  });

  it.each([
    ['maxPoolSize=300', 'MONGODB_POOL_SIZE'],
    ['serverSelectionTimeoutMS=30000', 'MONGODB_SELECTION_SECONDS'],
    ['socketTimeoutMS=0', 'MONGODB_READ_SECONDS'],
    ['timeoutMS=5', 'MONGODB_READ_SECONDS'],
    ['wtimeoutMS=5', 'MONGODB_WRITE_SECONDS'],
  ])('is refused with %s, which would have no effect', (query, setting) => {
    expect(() => load(query)).toThrow(`has no effect: use ${setting}`);
  });

  it('is accepted as Atlas hands it out', () => {
    expect(load('retryWrites=true&w=majority&appName=Cluster0&readPreference=primary&tls=true').MONGODB_DATABASE).toBe(
      'outdial',
    );
  });

  it('never appears in a message, with its password', () => {
    expect(() => load('w=hunter2')).toThrow(/^((?!hunter2).)*$/s);
  });
});

describe('the time limits of the database', () => {
  it('are shorter in the API, whose clients wait, than in workers', () => {
    const env = { MONGODB_URI: server, OUTDIAL_MASTER_KEY: masterKeyOf(1) };
    const [api, worker] = [loadSettings(apiSettingsSchema, env), loadSettings(workerSettingsSchema, env)];
    expect(api).toMatchObject({ MONGODB_SELECTION_SECONDS: 8, MONGODB_READ_SECONDS: 5, MONGODB_POOL_SIZE: 50 });
    expect(worker).toMatchObject({ MONGODB_SELECTION_SECONDS: 15, MONGODB_READ_SECONDS: 30, MONGODB_POOL_SIZE: 50 });
  });
});
