import { pino } from 'pino';
import { bootstrapUntilDone, demoCampaign } from '../../../apps/api/bootstrap';
import { createCampaignSchema } from '../../../shared/contracts/campaign.schema';

const silent = pino({ level: 'silent' });

describe('bootstrapUntilDone', () => {
  it('tries again until it worked', async () => {
    let tries = 0;
    const act = () => (++tries < 2 ? Promise.reject(new Error('away')) : Promise.resolve());
    await bootstrapUntilDone(act, silent, new AbortController().signal);
    expect(tries).toBe(2);
  });

  it('ends at once when the process ends', async () => {
    const stopping = new AbortController();
    const done = bootstrapUntilDone(() => Promise.reject(new Error('away')), silent, stopping.signal);
    setImmediate(() => stopping.abort());
    const startedMs = Date.now();
    await done;
    expect(Date.now() - startedMs).toBeLessThan(900);
  });
});

describe('the demo campaign', () => {
  it('is one that the API itself would take', () => {
    expect(createCampaignSchema.parse(demoCampaign)).toEqual(demoCampaign);
  });
});
