import { createRefresher } from '../../../../../shared/adapters/telephony/sip/refresher';
import type { SipResponse } from '../../../../../shared/adapters/telephony/sip/message/types';
import { until } from '../../../../support/until';

const response = (status: number, fields: Record<string, string> = {}): SipResponse => ({
  ...{ kind: 'response', status, phrase: '', body: Buffer.alloc(0) },
  headers: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

/** A refresher on a clock of the test. */
function start(answer: SipResponse, responses: SipResponse[]) {
  let nowMs = 0;
  const timers = new Set<{ atMs: number; fn: () => void }>();
  const sent: string[] = [];
  let expired = 0;
  const refresher = createRefresher({
    after: (ms, fn) => {
      const timer = { atMs: nowMs + ms, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    send: (method, headers) => {
      sent.push(`${method} ${headers.find(({ name }) => name === 'Session-Expires')?.value ?? ''}`);
      const next = responses.shift();
      return next ? Promise.resolve(next) : Promise.reject(new Error('no response'));
    },
    expire: () => expired++,
  });
  refresher.start(answer);
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
      timers.delete(timer);
      timer.fn();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { refresher, sent, pass, expired: () => expired, timers };
}

const byUs = { 'Session-Expires': '90;refresher=uac', Allow: 'INVITE, UPDATE' };

describe('the refreshes of a session', () => {
  it('are sent at half of the interval, again and again', async () => {
    const { sent, pass, expired } = start(response(200, byUs), [response(200, byUs), response(200, byUs)]);
    await pass(44_000);
    expect(sent).toEqual([]);
    await pass(1_000);
    await pass(45_000);
    expect(sent).toEqual(['UPDATE 90;refresher=uac', 'UPDATE 90;refresher=uac']);
    expect(expired()).toBe(0);
  });

  it('are re-INVITEs if the other side takes no UPDATE, or refuses it', async () => {
    const none = start(response(200, { ...byUs, Allow: 'INVITE' }), [response(200, byUs)]);
    await none.pass(45_000);
    expect(none.sent).toEqual(['INVITE 90;refresher=uac']);
    const refused = start(response(200, byUs), [response(405), response(200, byUs)]);
    await refused.pass(45_000);
    await refused.pass(0);
    await until(
      () => refused.sent,
      (sent) => sent.length === 2,
    );
    expect(refused.sent).toEqual(['UPDATE 90;refresher=uac', 'INVITE 90;refresher=uac']);
  });

  it('end the call if the other side does not know it, or does not answer before the interval ends', async () => {
    const unknown = start(response(200, byUs), [response(481)]);
    await unknown.pass(45_000);
    expect(unknown.expired()).toBe(1);
    const silent = start(response(200, byUs), []);
    await silent.pass(45_000);
    expect(silent.expired()).toBe(0);
    await silent.pass(15_000);
    expect(silent.expired()).toBe(1);
  });

  it('of the other side are awaited: without one the call is over, with one it goes on', async () => {
    const byPeer = response(200, { 'Session-Expires': '90;refresher=uas' });
    const missing = start(byPeer, []);
    await missing.pass(60_000);
    expect({ sent: missing.sent, expired: missing.expired() }).toEqual({ sent: [], expired: 1 });
    const refreshed = start(byPeer, []);
    await refreshed.pass(50_000);
    refreshed.refresher.set({ intervalMs: 90_000, refresher: 'peer' });
    await refreshed.pass(50_000);
    expect(refreshed.expired()).toBe(0);
  });

  it('wait after they met a re-INVITE of the other side, and use the interval that it wants', async () => {
    const met = start(response(200, byUs), [response(491), response(422, { 'Min-SE': '120' }), response(200, byUs)]);
    await met.pass(45_000);
    await met.pass(3_000);
    await met.pass(0);
    expect(met.sent.at(-1)).toBe('UPDATE 120;refresher=uac');
  });

  it('leave no timer once the call is over', () => {
    const { refresher, timers } = start(response(200, byUs), []);
    expect(timers.size).toBe(2);
    refresher.stop();
    expect(timers.size).toBe(0);
  });
});
