import type { Event } from '@outdial/client';
import {
  emptyTail,
  reduceTail,
  tailLength,
  type Tail,
  type TailAction,
} from '../../../apps/console/src/lib/event-tail';

const event = (id: number): { event: Event } => ({
  event: {
    ID: `evt_${id}`,
    EventTimeMS: id,
    OrgID: 'org_a',
    CampaignID: 'campaign_a',
    Event: 'call_ended',
    Data: {},
    TestJob: false,
  },
});
const after = (...actions: TailAction[]): Tail => actions.reduce(reduceTail, emptyTail);
const idsOf = (events: readonly Event[]): string[] => events.map(({ ID }) => ID);

describe('the tail of events', () => {
  it('shows the newest first, and no more than fit', () => {
    expect(idsOf(after(event(1), event(2)).events)).toEqual(['evt_2', 'evt_1']);
    const full = after(...Array.from({ length: tailLength + 5 }, (_, id) => event(id)));
    expect(full.events).toHaveLength(tailLength);
    expect(full.events[0]?.ID).toBe(`evt_${tailLength + 4}`);
  });

  it('stands still while it is held, and then shows what has arrived', () => {
    const held = after(event(1), { isHeld: true }, event(2), event(3));
    expect(idsOf(held.events)).toEqual(['evt_1']);
    expect(held.waiting).toHaveLength(2);
    const continued = reduceTail(held, { isHeld: false });
    expect(idsOf(continued.events)).toEqual(['evt_3', 'evt_2', 'evt_1']);
    expect(continued.waiting).toEqual([]);
  });

  it('is emptied on request, and stays held', () => {
    expect(after(event(1), { isHeld: true }, event(2), 'clear')).toEqual({ events: [], waiting: [], isHeld: true });
  });
});
