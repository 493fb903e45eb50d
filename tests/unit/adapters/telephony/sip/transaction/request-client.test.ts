import { SipTimeoutError } from '../../../../../../shared/adapters/telephony/sip/transaction/types';
import { TransportConnectError, TransportError } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { openStreamPeer, requestOf } from '../transport/peer';
import { answer, closeAll, count, setUp, timeoutMs, untilReceived } from './set-up';

afterEach(closeAll);

async function sendBye(...options: Parameters<typeof setUp>) {
  const part = await setUp(...options);
  const outcome: unknown[] = [];
  const response = part.transactions.request(requestOf('BYE'), part.peer.target);
  const settled = response.then(
    ({ status }) => outcome.push(status),
    (error: unknown) => outcome.push(error),
  );
  await untilReceived(part.peer, 'BYE');
  return { ...part, outcome, settled };
}

describe('a request other than INVITE', () => {
  it('is repeated over UDP at growing intervals, and times out', async () => {
    const { clock, peer, outcome, settled, sentAt, transactions } = await sendBye();
    await clock.advance(timeoutMs - 1);
    expect(sentAt('BYE')).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]);
    expect(outcome).toEqual([]);
    await clock.advance(1);
    await settled;
    expect(outcome[0]).toBeInstanceOf(SipTimeoutError);
    await until(
      () => count(peer, 'BYE'),
      (times) => times === 11,
    );
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it.each(['tcp', 'tls'] as const)('is not repeated over %s, and times out', async (kind) => {
    const { clock, outcome, settled, sentAt } = await sendBye(kind);
    await clock.advance(timeoutMs);
    await settled;
    expect([sentAt('BYE'), outcome[0]]).toEqual([[0], expect.any(SipTimeoutError)]);
  });

  it('is repeated rarely once the other side works on it, and times out all the same', async () => {
    const { clock, transports, peer, outcome, settled, sentAt } = await sendBye();
    answer(peer, 'BYE', 100);
    answer(peer, 'BYE', 100);
    await until(
      () => transports.stats().received,
      (received) => received === 2,
    );
    await clock.advance(timeoutMs);
    await settled;
    expect(sentAt('BYE')).toEqual([0, 4_000, 8_000, 12_000, 16_000, 20_000, 24_000, 28_000]);
    expect(outcome[0]).toBeInstanceOf(SipTimeoutError);
  });

  it.each([200, 302, 401, 481, 503, 603])('ends with a final response such as %d', async (status) => {
    const { clock, peer, outcome, settled, sentAt, transactions } = await sendBye();
    answer(peer, 'BYE', status);
    await settled;
    // Late repetitions are absorbed for 5 s.
    answer(peer, 'BYE', status);
    await clock.advance(4_999);
    expect([outcome, sentAt('BYE'), transactions.stats()]).toMatchObject([[status], [0], { open: 1, unmatched: 0 }]);
    await clock.advance(1);
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it('takes the response of its own method only', async () => {
    const { peer, outcome, settled, transactions } = await sendBye();
    const { message, answer: reply } = peer.received[0]!;
    const headers = message.headers.map(({ name, value }) => ({ name, value: name === 'CSeq' ? '1 INFO' : value }));
    reply({ kind: 'response', status: 500, phrase: '', headers, body: Buffer.alloc(0) });
    const [via] = message.headers;
    const detour = [via!, { name: 'Via', value: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK-other' }];
    reply({
      kind: 'response',
      status: 500,
      phrase: '',
      headers: [...detour, ...message.headers.slice(1)],
      body: Buffer.alloc(0),
    });
    answer(peer, 'BYE', 200);
    await settled;
    expect([outcome, transactions.stats().unmatched]).toEqual([[200], 2]);
  });

  it.each(['tcp', 'tls'] as const)('fails at once when its connection over %s breaks', async (kind) => {
    const { peer, outcome, settled } = await sendBye(kind);
    peer.cut();
    await settled;
    expect(outcome[0]).toBeInstanceOf(TransportError);
    expect(outcome[0]).not.toBeInstanceOf(TransportConnectError);
  });

  it('was surely not sent if nothing could be connected, or it cannot be written', async () => {
    const { transactions, peer } = await setUp();
    const refused = await openStreamPeer('tcp');
    await refused.close();
    await expect(transactions.request(requestOf('BYE'), refused.target)).rejects.toThrow(TransportConnectError);
    const injected = requestOf('BYE', { headers: { Subject: 'one\r\nTo: another' } });
    await expect(transactions.request(injected, peer.target)).rejects.toThrow(TransportConnectError);
    expect(transactions.stats().open).toBe(0);
  });

  it('ends with the transactions', async () => {
    const { clock, outcome, settled, transactions } = await sendBye();
    transactions.close();
    await settled;
    expect(outcome[0]).toBeInstanceOf(TransportError);
    expect(clock.pending()).toBe(0);
  });
});

describe('a connection without a response', () => {
  it('is closed with the request, so that the next one does not wait in vain', async () => {
    const { clock, peer, settled, transactions } = await sendBye('tcp');
    await clock.advance(timeoutMs);
    await settled;
    await until(
      () => peer.open(),
      (open) => open === 0,
    );
    const next = transactions.request(requestOf('OPTIONS'), peer.target);
    await untilReceived(peer, 'OPTIONS');
    answer(peer, 'OPTIONS', 200);
    expect([(await next).status, peer.accepted()]).toEqual([200, 2]);
  });

  it('is kept if it carried anything else', async () => {
    const { clock, peer, settled, transactions } = await sendBye('tcp');
    const other = transactions.request(requestOf('OPTIONS'), peer.target);
    await untilReceived(peer, 'OPTIONS');
    answer(peer, 'OPTIONS', 200);
    await other;
    await clock.advance(timeoutMs);
    await settled;
    const next = transactions.request(requestOf('INFO'), peer.target);
    await untilReceived(peer, 'INFO');
    answer(peer, 'INFO', 200);
    expect([(await next).status, peer.accepted()]).toEqual([200, 1]);
  });
});

describe('an OPTIONS without a response', () => {
  const ask = ({ transactions, peer }: Awaited<ReturnType<typeof setUp>>, cseq: number) =>
    transactions.request(requestOf('OPTIONS', { cseq, branch: `z9hG4bK-${cseq}` }), peer.target);

  it('leaves the connection to a server that ignores them', async () => {
    const part = await setUp('tcp');
    const ignored = ask(part, 1);
    await untilReceived(part.peer, 'OPTIONS');
    await Promise.all([expect(ignored).rejects.toThrow(SipTimeoutError), part.clock.advance(timeoutMs)]);
    const next = ask(part, 2);
    await untilReceived(part.peer, 'OPTIONS', 2);
    answer(part.peer, 'OPTIONS', 200);
    expect([(await next).status, part.peer.accepted()]).toEqual([200, 1]);
  });

  it('closes the connection to a server that answered them', async () => {
    const part = await setUp('tcp');
    const first = ask(part, 1);
    await untilReceived(part.peer, 'OPTIONS');
    answer(part.peer, 'OPTIONS', 200);
    await first;
    const lost = ask(part, 2);
    await untilReceived(part.peer, 'OPTIONS', 2);
    await Promise.all([expect(lost).rejects.toThrow(SipTimeoutError), part.clock.advance(timeoutMs)]);
    await until(
      () => part.peer.open(),
      (open) => open === 0,
    );
  });
});

describe('an ACK of a 2xx', () => {
  it('is sent once each time', async () => {
    const { clock, peer, transactions, sentAt } = await setUp();
    await transactions.sendAck(requestOf('ACK'), peer.target);
    await transactions.sendAck(requestOf('ACK'), peer.target);
    await untilReceived(peer, 'ACK', 2);
    await clock.advance(timeoutMs);
    expect([sentAt('ACK'), transactions.stats().open]).toEqual([[0, 0], 0]);
  });
});
