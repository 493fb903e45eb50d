import { pino } from 'pino';
import { bootstrapUntilDone, demoCampaign } from '../../../apps/api/bootstrap';
import { createCampaignSchema } from '../../../shared/contracts/campaign.schema';

const silent = pino({ level: 'silent' });

describe('bootstrapUntilDone', () => {
  it('retries until it succeeds', async () => {
    let tries = 0;
    const act = () => (++tries < 2 ? Promise.reject(new Error('away')) : Promise.resolve());
    const atOnce = () => Promise.resolve();
    expect(await bootstrapUntilDone(act, silent, new AbortController().signal, atOnce)).toBe(true);
    expect(tries).toBe(2);
  });

  it('stops immediately at shutdown', async () => {
    const stopping = new AbortController();
    // Without the signal, nothing would end this wait.
    const untilStopped = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const done = bootstrapUntilDone(() => Promise.reject(new Error('away')), silent, stopping.signal, untilStopped);
    setImmediate(() => stopping.abort());
    expect(await done).toBe(false);
  });
});

describe('the demo campaign', () => {
  it('is valid by the API’s own schema', () => {
    expect(createCampaignSchema.parse(demoCampaign)).toEqual({ ...demoCampaign, State: 'running' });
  });
});
