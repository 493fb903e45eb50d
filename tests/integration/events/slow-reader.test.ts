import { startTestApi, type TestApi } from '../../support/api';
import { readEvents, type EventReader } from '../../support/event-reader';
import { until } from '../../support/until';
import { anEvent } from './an-event';

let api: TestApi;
const opened: EventReader[] = [];
beforeAll(async () => {
  api = await startTestApi();
}, 60_000);
afterAll(async () => {
  for (const reader of opened) reader.close();
  await api.stop();
});

const read = async (lastEventId?: string): Promise<EventReader> => {
  const reader = await readEvents(api.url, { key: api.key, lastEventId });
  opened.push(reader);
  return reader;
};

const idsIn = ({ events }: EventReader): string[] => events.map(({ ID }) => ID);

describe('a client that reads too slowly', () => {
  it('is disconnected, gets the rest when it continues, and holds up no other', async () => {
    const [slow, quick] = [await read(), await read()];
    await api.store.events.recordStates([[anEvent(api), {}]]);
    await until(
      () => slow.events.length,
      (count) => count === 1,
    );
    slow.stall();
    // Larger than real ones, so that few exceed the buffers.
    const filler = 'x'.repeat(3_000_000);
    const large = Array.from({ length: 6 }, () => anEvent(api));
    for (const event of large) {
      await api.store.events.recordStates([[event, { Filler: filler }]]);
      await until(
        () => idsIn(quick),
        (ids) => ids.includes(`evt_${event.jobId}_3`),
        20_000,
      );
    }
    const again = await read(slow.lastEventId());
    const expected = large.map(({ jobId }) => `evt_${jobId}_3`);
    await until(() => expected.every((id) => idsIn(again).includes(id)), Boolean, 20_000);
    expect(idsIn(again).filter((id) => expected.includes(id))).toEqual(expected);
    slow.resume();
    await until(() => slow.hasEnded(), Boolean);
    expect(slow.events.length).toBeLessThan(large.length);
  });
});
