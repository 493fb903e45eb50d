import { createMongo, isStoreUnavailable } from '../../../shared/adapters/mongo/client';
import { setting } from '../../support/setting';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';

describe('a process that is started before its store', () => {
  let proxy: TcpProxy;
  beforeAll(async () => {
    const { hostname, port } = new URL(setting('OUTDIAL_TEST_MONGODB'));
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  });
  afterAll(() => proxy.stop());

  it('finds it later, although its first operations had waited too long', async () => {
    proxy.cut();
    const mongo = createMongo({
      MONGODB_URI: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`,
      MONGODB_DATABASE: 'late',
      MONGODB_SELECTION_SECONDS: 1,
    });
    const ask = (): Promise<unknown> =>
      mongo.db
        .collection('any')
        .findOne()
        .catch((error: unknown) => error);
    const early = [...(await Promise.all([ask(), ask()])), await ask()];
    expect(early.map(isStoreUnavailable)).toEqual([true, true, true]);
    proxy.restore();
    expect(await until(ask, (seen) => seen === null, 15_000)).toBeNull();
    await mongo.close();
    expect(await ask()).toBeInstanceOf(Error);
  });
});
