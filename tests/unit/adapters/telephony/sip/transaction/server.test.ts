import { headerOf, headersOf } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import type { SipRequest } from '../../../../../../shared/adapters/telephony/sip/message/types';
import type { Respond } from '../../../../../../shared/adapters/telephony/sip/transaction/types';
import type { Target, TransportKind } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { answerTo, requestOf } from '../transport/peer';
import { closeAll, setUp, timeoutMs } from './set-up';

afterEach(closeAll);

const ok = (request: SipRequest) => answerTo(request, 200, { tag: 'ours' });
const busy = (request: SipRequest) => answerTo(request, 486, { tag: 'ours' });

/** A peer that sends us requests, over a path that our own request opened. */
async function setUpServer(kind: TransportKind = 'udp', options: Parameters<typeof setUp>[1] = {}) {
  const part = await setUp(kind, options);
  const got: { request: SipRequest; source: Target; respond: Respond }[] = [];
  part.transactions.onRequest((request, source, respond) => got.push({ request, source, respond }));
  await part.transports.send(requestOf('OPTIONS'), part.peer.target);
  const { answer: send } = await until(() => part.peer.received[0]!, Boolean);
  let sentCount = 0;
  /** Sends a request, and waits until it has arrived. */
  const ask = async (method: string, request: Parameters<typeof requestOf>[1] = {}) => {
    const { port } = part.peer.target;
    send(requestOf(method, { via: `127.0.0.1:${port};rport`, transport: kind.toUpperCase(), ...request }));
    sentCount++;
    await until(
      () => part.transports.stats().received,
      (received) => received >= sentCount,
    );
  };
  const responses = () => part.peer.received.flatMap(({ message }) => (message.kind === 'response' ? [message] : []));
  const untilAnswered = (times: number) => until(responses, ({ length }) => length >= times);
  return { ...part, got, ask, responses, untilAnswered };
}

describe('a request of the other side', () => {
  it.each<TransportKind>(['udp', 'tcp', 'tls'])(
    'is handed up once, and its response goes back over %s',
    async (kind) => {
      const { ask, got, peer, untilAnswered } = await setUpServer(kind);
      await ask('BYE', { cseq: 9 });
      const [{ request, source, respond } = got[0]!] = got;
      expect([request.method, source]).toEqual(['BYE', peer.target]);
      respond(ok(request));
      respond(busy(request));
      const [response] = await untilAnswered(1);
      expect(response).toMatchObject({ status: 200 });
      for (const name of ['From', 'Call-ID', 'CSeq'])
        expect(headersOf(response!, name)).toEqual(headersOf(request, name));
      expect(headerOf(response!, 'To')).toBe('<sip:+14155550123@example.com>;tag=ours');
      expect(headersOf(response!, 'Via')[0]).toContain('branch=z9hG4bK-BYE');
    },
  );

  it('is answered with the same response when it is repeated', async () => {
    const { ask, clock, got, transactions, untilAnswered } = await setUpServer();
    await ask('BYE');
    await ask('BYE');
    got[0]!.respond(ok(got[0]!.request));
    await untilAnswered(1);
    await clock.advance(timeoutMs - 1);
    await ask('BYE');
    await untilAnswered(2);
    expect([got.length, transactions.stats().open]).toEqual([1, 1]);
    await clock.advance(1);
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it('is another one with another branch, method or sender', async () => {
    const { ask, got } = await setUpServer();
    await ask('INFO', { branch: 'z9hG4bK-a' });
    await ask('INFO', { branch: 'z9hG4bK-b' });
    await ask('UPDATE', { branch: 'z9hG4bK-a' });
    await ask('INFO', { branch: 'z9hG4bK-a', via: 'other.example.com;rport' });
    // Branches of old were not unique.
    await ask('INFO', { branch: '1', cseq: 1 });
    await ask('INFO', { branch: '1', cseq: 2 });
    await ask('INFO', { branch: '1', cseq: 2 });
    expect(got).toHaveLength(6);
  });

  it('is forgotten if it is never answered', async () => {
    const { ask, clock, transactions } = await setUpServer();
    await ask('INFO');
    expect(transactions.stats().open).toBe(1);
    await clock.advance(timeoutMs);
    expect(transactions.stats().open).toBe(0);
  });

  it('is still taken when strangers send many, as long as those are answered', async () => {
    const { ask, got, transactions } = await setUpServer('udp', { maxServerTransactions: 3 });
    for (const branch of ['1', '2', '3', '4', '5']) {
      await ask('OPTIONS', { branch: `z9hG4bK${branch}` });
      got.at(-1)!.respond(busy(got.at(-1)!.request));
    }
    await ask('BYE');
    expect([got.length, got.at(-1)!.request.method, transactions.stats()]).toEqual([
      6,
      'BYE',
      { open: 3, unmatched: 0, dropped: 0 },
    ]);
  });

  it('is dropped while too many are not answered', async () => {
    const { ask, got, transactions } = await setUpServer('udp', { maxServerTransactions: 2 });
    for (const branch of ['1', '2', '3']) await ask('OPTIONS', { branch: `z9hG4bK${branch}` });
    expect([got.length, transactions.stats().dropped]).toEqual([2, 1]);
  });
});

describe('an INVITE of the other side', () => {
  it('gets a 100 if its answer takes longer than 200 ms, and not otherwise', async () => {
    const { ask, clock, got, untilAnswered } = await setUpServer();
    await ask('INVITE', { branch: 'z9hG4bK-quick' });
    got[0]!.respond(busy(got[0]!.request));
    await ask('INVITE', { branch: 'z9hG4bK-slow', cseq: 2 });
    await ask('INVITE', { branch: 'z9hG4bK-rings', cseq: 3 });
    got[2]!.respond(answerTo(got[2]!.request, 180));
    await clock.advance(200);
    got[2]!.respond(busy(got[2]!.request));
    const responses = await untilAnswered(4);
    expect(responses.map(({ status }) => status)).toEqual([486, 180, 100, 486]);
  });

  it.each<TransportKind>(['udp', 'tcp'])(
    'has its 2xx repeated over %s until the ACK, which is handed up once',
    async (kind) => {
      const { ask, clock, got, sentAt } = await setUpServer(kind);
      await ask('INVITE');
      got[0]!.respond(ok(got[0]!.request));
      await clock.advance(4_000);
      expect(sentAt(200)).toEqual([0, 500, 1_500, 3_500]);
      await ask('ACK', { branch: 'z9hG4bK-ack', cseq: 2 });
      await ask('ACK', { branch: 'z9hG4bK-ack' });
      await ask('ACK', { branch: 'z9hG4bK-ack' });
      await clock.advance(timeoutMs);
      expect(sentAt(200)).toHaveLength(4);
      expect(got.map(({ request }) => request.method)).toEqual(['INVITE', 'ACK']);
      expect(clock.pending()).toBe(0);
    },
  );

  it('has its 2xx repeated no longer than 64 × T1 without an ACK', async () => {
    const { ask, clock, got, sentAt, transactions } = await setUpServer();
    await ask('INVITE');
    got[0]!.respond(ok(got[0]!.request));
    await clock.advance(2 * timeoutMs);
    expect([sentAt(200).length, transactions.stats().open, clock.pending()]).toEqual([11, 0, 0]);
  });

  it('has another final response repeated over UDP until the ACK, which ends here', async () => {
    const { ask, clock, got, sentAt, transactions } = await setUpServer();
    await ask('INVITE');
    got[0]!.respond(busy(got[0]!.request));
    await clock.advance(1_600);
    expect(sentAt(486)).toEqual([0, 500, 1_500]);
    await ask('ACK', { branch: 'z9hG4bK-INVITE' });
    await clock.advance(4_999);
    await ask('INVITE');
    expect([sentAt(486).length, got.length, transactions.stats().open]).toEqual([3, 1, 1]);
    await clock.advance(1);
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it('has another final response sent once over a stream', async () => {
    const { ask, clock, got, sentAt } = await setUpServer('tcp');
    await ask('INVITE');
    got[0]!.respond(busy(got[0]!.request));
    await clock.advance(timeoutMs);
    expect(sentAt(486)).toEqual([0]);
  });
});

describe('a request that is answered once', () => {
  it('is not remembered, and its response is never repeated', async () => {
    const { ask, clock, got, sentAt, transactions } = await setUpServer();
    await ask('INVITE');
    got[0]!.respond(busy(got[0]!.request), 'once');
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
    await clock.advance(2 * timeoutMs);
    expect(sentAt(486)).toEqual([0]);
    await ask('INVITE');
    got[1]!.respond(busy(got[1]!.request), 'once');
    await ask('CANCEL', { branch: 'z9hG4bK-INVITE' });
    await ask('ACK', { branch: 'z9hG4bK-INVITE' });
    expect([sentAt(486).length, sentAt(481).length, got.length, transactions.stats().open]).toEqual([2, 1, 2, 0]);
  });
});

describe('a CANCEL of the other side', () => {
  it('is answered, and has no effect on its INVITE', async () => {
    const { ask, got, untilAnswered } = await setUpServer();
    await ask('CANCEL', { branch: 'z9hG4bK-none' });
    await ask('INVITE', { branch: 'z9hG4bK-one' });
    await ask('CANCEL', { branch: 'z9hG4bK-one' });
    got[0]!.respond(ok(got[0]!.request));
    const responses = await untilAnswered(3);
    expect(responses.map(({ status }) => status)).toEqual([481, 200, 200]);
    expect(got.map(({ request }) => request.method)).toEqual(['INVITE']);
  });
});
