import { routes } from '../../../apps/api/routes';

const shown = routes.map(({ method, path }) => `${method} ${path}`);

describe('the route table', () => {
  it('contains every operation of the contract that this service implements', () => {
    const job = '/campaigns/:campaignID/jobs/:jobID';
    expect(shown).toEqual(
      expect.arrayContaining([
        'POST /campaigns/:campaignID/jobs',
        'GET /campaigns/:campaignID/jobs',
        'GET /campaigns/:campaignID/jobs/search',
        `GET ${job}`,
        `DELETE ${job}`,
        `POST ${job}/cancel`,
        `POST ${job}/reschedule`,
        `POST ${job}/update`,
        `POST ${job}/calls/:callID/stop`,
        'POST /webhooks',
        'GET /webhooks',
        'DELETE /webhooks/:webhookID',
      ]),
    );
  });

  it('has unique operations and unique methods per path', () => {
    expect(new Set(routes.map(({ operation }) => operation)).size).toBe(routes.length);
    expect(new Set(shown).size).toBe(routes.length);
  });

  it('has a schema for every possible body', () => {
    for (const { method, path, body, upload } of routes) {
      const takesBody = body !== undefined || upload === true;
      expect({ path, takesBody }).toEqual({ path, takesBody: method === 'POST' || method === 'PATCH' });
    }
  });

  it('is public for the probes and the OpenAPI document only', () => {
    expect(routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
      '/healthz',
      '/readyz',
      '/openapi.json',
    ]);
  });

  it('puts fixed segments before parameters that would match them', () => {
    expect(shown.indexOf('GET /campaigns/:campaignID/jobs/search')).toBeLessThan(
      shown.indexOf('GET /campaigns/:campaignID/jobs/:jobID'),
    );
  });
});
