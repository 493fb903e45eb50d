import { routes } from '../../../apps/api/routes';

const shown = routes.map(({ method, path }) => `${method} ${path}`);

describe('the route table', () => {
  it('holds every operation of the contract that this service has so far', () => {
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

  it('names each operation and each method of a path once', () => {
    expect(new Set(routes.map(({ operation }) => operation)).size).toBe(routes.length);
    expect(new Set(shown).size).toBe(routes.length);
  });

  it('has a schema for every body that could be sent', () => {
    for (const { method, path, body, upload } of routes) {
      const takesBody = body !== undefined || upload === true;
      expect({ path, takesBody }).toEqual({ path, takesBody: method === 'POST' || method === 'PATCH' });
    }
  });

  it('is open for the probes and its own description alone', () => {
    expect(routes.filter(({ access }) => access === 'anybody').map(({ path }) => path)).toEqual([
      '/healthz',
      '/readyz',
      '/openapi.json',
    ]);
  });

  it('puts fixed words before parameters that would take them for an id', () => {
    expect(shown.indexOf('GET /campaigns/:campaignID/jobs/search')).toBeLessThan(
      shown.indexOf('GET /campaigns/:campaignID/jobs/:jobID'),
    );
  });
});
