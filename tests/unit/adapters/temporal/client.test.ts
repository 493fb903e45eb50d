import { createServer, type AddressInfo, type Server } from 'node:net';
import { createTemporal } from '../../../../shared/adapters/temporal/client';
import { until } from '../../../support/until';

describe('a Temporal client whose server is unavailable', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  /** Each test has its own server, because gRPC shares the backoff of an address between clients. */
  async function startServer() {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, connections: () => connections };
  }

  // A retry that fired on a closed connection would throw from its timer, and end the process.
  it.each([0, 60, 120, 240, 400])(
    'can be closed %d ms after its first failure, and rejects pending requests',
    async (ms) => {
      const { port, connections } = await startServer();
      const temporal = createTemporal({ TEMPORAL_ADDRESS: `127.0.0.1:${port}`, TEMPORAL_NAMESPACE: 'default' });
      const pending = temporal.client.workflow.getHandle('job/job_1').describe();
      const rejection = expect(pending).rejects.toThrow();
      await until(connections, (count) => count > 0);
      const closeMs = Date.now() + ms;
      await until(Date.now, (nowMs) => nowMs >= closeMs);
      await temporal.close();
      await rejection;
    },
  );
});
