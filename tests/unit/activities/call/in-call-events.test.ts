import pino from 'pino';
import { createInCallEvents } from '../../../../activities/call/in-call-events';
import type { CallWriter } from '../../../../activities/call/call-writer';
import type { ActivityDeps } from '../../../../activities/deps';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { DtmfDigit } from '../../../../shared/domain/call/dtmf';
import { inCallEventLimits, type InCallEvent } from '../../../../shared/domain/call/in-call-event';
import { aJob } from '../../../support/builders';

function setUp(redact: (text: string) => string = (text) => text) {
  const saved: { events: readonly InCallEvent[]; callbackAtMs: number | undefined }[] = [];
  const writes: (() => Promise<unknown>)[] = [];
  const writer: CallWriter = {
    write: (_kind, write) => {
      writes.push(write);
      return Promise.resolve(true);
    },
  };
  const store = {
    calls: {
      saveEvents: (_call: unknown, events: readonly InCallEvent[], callbackAtMs?: number) =>
        Promise.resolve(saved.push({ events, callbackAtMs })),
    },
  } as unknown as ActivityDeps['store'];
  const call = createCallRecord(aJob({ CreatedMS: 1 }), 1, 1);
  const events = createInCallEvents({ store, logger: pino({ level: 'silent' }) }, call, {
    writer,
    redaction: { text: (text) => Promise.resolve(redact(text)) },
  });
  const press = (keys: string, fromMs: number, everyMs = 200) =>
    Array.from(keys).forEach((digit, index) =>
      events.onLegEvent({ type: 'dtmf', digit: digit as DtmfDigit, atMs: fromMs + index * everyMs }),
    );
  const flush = () => Promise.all(writes.splice(0).map((write) => write()));
  return { events, saved, writes, press, flush };
}

describe('keys', () => {
  it('are one entry if they follow each other, and another after a pause or from the other side', async () => {
    const { events, press } = setUp();
    press('42#', 1_000);
    press('7', 1_000 + 2 * 200 + inCallEventLimits.keysWithinMs + 1);
    events.onLegEvent({ type: 'dtmf_sent', digit: '1', atMs: 6_000 });
    press('8', 6_100);
    expect(await events.list()).toEqual([
      { Type: 'keys_received', AtMS: 1_000, Keys: '42#' },
      { Type: 'keys_received', AtMS: 4_401, Keys: '7' },
      { Type: 'keys_sent', AtMS: 6_000, Keys: '1' },
      { Type: 'keys_received', AtMS: 6_100, Keys: '8' },
    ]);
  });

  it('are redacted as a whole, so that a card number is recognized however slowly it was typed', async () => {
    const { events, press, saved, flush } = setUp((text) => text.replace(/^\d{16}$/, '[CARD]'));
    press('4111111111111111', 0, 2_900);
    await flush();
    expect(await events.list()).toMatchObject([{ Keys: '[CARD]' }]);
    expect(saved.at(-1)?.events).toMatchObject([{ Keys: '[CARD]' }]);
  });

  it('are stored soon, those that wait in one write', async () => {
    const { press, saved, writes, flush } = setUp();
    press('123456', 0);
    expect(writes).toHaveLength(1);
    await flush();
    expect(saved).toMatchObject([{ events: [{ Keys: '123456' }] }]);
    press('7', 1_300);
    await flush();
    expect(saved.at(-1)).toMatchObject({ events: [{ Keys: '1234567' }] });
  });

  it('of a contact who never stops pressing are bounded', async () => {
    const { events, press } = setUp();
    press('1'.repeat(30_000), 0, 10);
    const kept = await events.list();
    expect(kept).toHaveLength(inCallEventLimits.events);
    expect(JSON.stringify(kept).length).toBeLessThan(40_000);
  });
});

describe('a callback', () => {
  it('is stored at once, and the last request counts', async () => {
    const { events, saved, flush } = setUp();
    const atMs = Date.now() + 3_600_000;
    events.onCallback(atMs);
    events.onCallback(atMs + 1);
    await flush();
    expect(saved).toMatchObject([{ callbackAtMs: atMs + 1 }]);
  });

  it.each([NaN, -1, 1.5, Infinity, Date.now() + 100 * 86_400_000, Date.now() - 3_600_000])(
    'at %s is refused',
    async (atMs) => {
      const { events, saved, flush } = setUp();
      events.onCallback(atMs);
      await flush();
      expect([saved, await events.list()]).toEqual([[], []]);
    },
  );
});

it('a transfer is recorded, bounded and redacted', async () => {
  const { events, saved, flush } = setUp((text) => text.replace('Ann', '[NAME]'));
  events.onTransfer({ to: 'Ann', note: 'x'.repeat(5_000) });
  await events.settled();
  await flush();
  const [stored] = saved.at(-1)?.events ?? [];
  expect(stored).toMatchObject({ Type: 'transfer_requested', To: '[NAME]' });
  expect((stored as { Note: string }).Note).toHaveLength(inCallEventLimits.text);
});

it('transfers that are too many are not read, and keys are read once', async () => {
  let read = 0;
  const { events, press, flush } = setUp((text) => {
    read++;
    return text;
  });
  press('42', 0);
  for (let count = 0; count < 3_000; count++) {
    events.onTransfer({ note: 'x' });
    if (count % 100 === 0) await flush();
  }
  await events.settled();
  await flush();
  expect(await events.list()).toHaveLength(inCallEventLimits.events);
  // The keys, and the notes of all other events.
  expect(read).toBe(inCallEventLimits.events);
});

it('who answered, and audio before the answer, need no write of their own', async () => {
  const { events, writes } = setUp();
  events.onLegEvent({ type: 'early_media', atMs: 1 });
  events.onLegEvent({ type: 'machine', verdict: 'machine', confidence: 1, cause: 'beep', atMs: 2, beepAtMs: 2 });
  expect(writes).toEqual([]);
  expect(await events.list()).toEqual([
    { Type: 'early_media', AtMS: 1 },
    { Type: 'machine', AtMS: 2, Verdict: 'machine', Confidence: 1, Cause: 'beep', BeepAtMS: 2 },
  ]);
});
