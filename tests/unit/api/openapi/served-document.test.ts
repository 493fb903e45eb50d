import { openApiRoutes } from '../../../../apps/api/openapi/routes';
import type { ApiDeps } from '../../../../apps/api/http/deps';
import type { ApiRequest, Reply } from '../../../../apps/api/http/route';

it('all responses with the document share one buffer', async () => {
  const request = { header: () => undefined } as unknown as ApiRequest;
  const get = async (): Promise<Reply> => openApiRoutes[0]!.handle(request, {} as ApiDeps);
  const { body } = await get();
  expect(Buffer.isBuffer(body)).toBe(true);
  expect((await get()).body).toBe(body);
});
