import { pino } from 'pino';
import { bootstrapUntilDone, demoCampaign } from '../../../apps/api/bootstrap';
import { createCampaignSchema } from '../../../shared/contracts/campaign.schema';

const silent = pino({ level: 'silent' });

describe('bootstrapUntilDone', () => {
  it('retries until it succeeds', async () => {
    let tries = 0;
    const act = () => (++tries < 2 ? Promise.reject(new Error('away')) : Promise.resolve());
    expect(await bootstrapUntilDone(act, silent, new AbortController().signal)).toBe(true);
    expect(tries).toBe(2);
  });

  it('stops immediately at shutdown', async () => {
    const stopping = new AbortController();
    const done = bootstrapUntilDone(() => Promise.reject(new Error('away')), silent, stopping.signal);
    setImmediate(() => stopping.abort());
    const startedMs = Date.now();
    expect(await done).toBe(false);
    expect(Date.now() - startedMs).toBeLessThan(900);
  });
});

describe('the demo campaign', () => {
  it('is valid by the API’s own schema', () => {
    expect(createCampaignSchema.parse(demoCampaign)).toEqual({ ...demoCampaign, State: 'running' });
  });
});
