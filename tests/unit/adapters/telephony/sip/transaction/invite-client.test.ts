import { headerOf, headersOf } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { TransportConnectError, TransportError } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { openStreamPeer, requestOf } from '../transport/peer';
import {
  answer,
  closeAll,
  count,
  createEvents,
  sendInvite,
  setUp,
  timeoutMs,
  untilReceived,
  untilReported,
} from './set-up';

afterEach(closeAll);

const invite = (options: Parameters<typeof requestOf>[1] = {}) => requestOf('INVITE', options);

describe('an INVITE', () => {
  it('is repeated over UDP at growing intervals, and times out', async () => {
    const { clock, peer, reports, sentAt, transactions } = await sendInvite();
    await clock.advance(timeoutMs - 1);
    expect(sentAt('INVITE')).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500]);
    expect(reports).toEqual([]);
    await clock.advance(1);
    expect(reports).toEqual(['timeout']);
    await until(
      () => count(peer, 'INVITE'),
      (times) => times === 7,
    );
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it.each(['tcp', 'tls'] as const)('is not repeated over %s, and times out', async (kind) => {
    const { clock, peer, reports, sentAt } = await sendInvite(kind);
    await clock.advance(timeoutMs - 1);
    expect([sentAt('INVITE'), reports]).toEqual([[0], []]);
    await clock.advance(1);
    expect(reports).toEqual(['timeout']);
    // The network may have dropped the connection without notice.
    await until(
      () => peer.open(),
      (open) => open === 0,
    );
  });

  it('is not repeated after a provisional response, for which it waits as long as it rings', async () => {
    const { clock, peer, reports, sentAt } = await sendInvite();
    answer(peer, 'INVITE', 100);
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 2);
    await clock.advance(600_000);
    expect([reports, sentAt('INVITE')]).toEqual([[100, 180], [0]]);
  });

  it('is sent once: its branch starts no other transaction', async () => {
    const { transactions, peer } = await sendInvite();
    const { events } = createEvents();
    expect(() => transactions.invite(invite(), peer.target, events)).toThrow('branch');
    await transactions.request(requestOf('OPTIONS'), { ...peer.target, port: 0 }).catch(() => undefined);
    expect(count(peer, 'INVITE')).toBe(1);
  });

  it('was surely not sent if nothing could be connected', async () => {
    const { transactions, transports } = await setUp();
    const refused = await openStreamPeer('tcp');
    await refused.close();
    const { events, reports } = createEvents();
    transactions.invite(invite(), refused.target, events);
    const [error] = await untilReported(reports, 1);
    expect(error).toBeInstanceOf(TransportConnectError);
    expect([transactions.stats().open, transports.stats().sent]).toEqual([0, 0]);
  });

  it.each(['tcp', 'tls'] as const)(
    'may have arrived if its connection over %s breaks, which is reported at once',
    async (kind) => {
      const { clock, peer, reports, transactions } = await sendInvite(kind);
      peer.cut();
      const [error] = await untilReported(reports, 1);
      expect(error).toBeInstanceOf(TransportError);
      expect(error).not.toBeInstanceOf(TransportConnectError);
      await clock.advance(timeoutMs);
      expect([reports.length, transactions.stats().open]).toEqual([1, 0]);
    },
  );

  it('goes on if another connection breaks', async () => {
    const { peer, reports, transactions } = await sendInvite('tcp');
    const other = await openStreamPeer('tcp');
    const options = transactions.request(requestOf('OPTIONS'), other.target);
    await untilReceived(other, 'OPTIONS');
    await other.close();
    await expect(options).rejects.toThrow(TransportError);
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 1);
    expect(reports).toEqual([180]);
  });

  it('too long for UDP is not repeated over TCP, and fails with its connection', async () => {
    const { clock, peer, transactions, sentAt } = await setUp();
    const tcp = await openStreamPeer('tcp', { port: peer.target.port });
    const { events, reports } = createEvents();
    const long = invite({ headers: { Subject: 'x'.repeat(1_300) } });
    const transaction = transactions.invite(long, peer.target, events);
    await untilReceived(tcp, 'INVITE');
    await clock.advance(10_000);
    expect([sentAt('INVITE'), transaction.target.transport]).toEqual([[0], 'tcp']);
    await tcp.close();
    await untilReported(reports, 1);
    expect(reports[0]).toBeInstanceOf(TransportError);
  });

  it('goes on if a handler throws', async () => {
    const { peer, transactions } = await setUp();
    const { events, reports } = createEvents();
    const onProvisional = () => {
      throw new Error('a handler failed');
    };
    transactions.invite(invite(), peer.target, { ...events, onProvisional });
    await untilReceived(peer, 'INVITE');
    answer(peer, 'INVITE', 180);
    answer(peer, 'INVITE', 486);
    await untilReported(reports, 1);
    expect(reports).toEqual([486]);
  });

  it('ends with the transactions', async () => {
    const { clock, transactions, reports } = await sendInvite();
    transactions.close();
    expect(reports[0]).toBeInstanceOf(TransportError);
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });
});

describe('a 2xx', () => {
  it('is handed up as often as it comes, and so is that of another fork', async () => {
    const { clock, peer, reports, responses } = await sendInvite();
    answer(peer, 'INVITE', 200);
    await untilReported(reports, 1);
    await clock.advance(10_000);
    answer(peer, 'INVITE', 200);
    answer(peer, 'INVITE', 200, { tag: 'fork' });
    await untilReported(reports, 3);
    expect(reports).toEqual([200, 200, 200]);
    expect(responses.map((response) => headerOf(response, 'To')?.split('tag=')[1])).toEqual([
      'theirs',
      'theirs',
      'fork',
    ]);
    expect(count(peer, 'ACK')).toBe(0);
  });

  it('ends the repetition, and nothing but another 2xx is reported after it', async () => {
    const { clock, peer, reports, sentAt } = await sendInvite();
    answer(peer, 'INVITE', 200);
    await untilReported(reports, 1);
    answer(peer, 'INVITE', 183);
    answer(peer, 'INVITE', 486);
    answer(peer, 'INVITE', 200);
    await untilReported(reports, 2);
    await clock.advance(timeoutMs);
    expect([reports, sentAt('INVITE'), sentAt('ACK')]).toEqual([[200, 200], [0], []]);
  });

  it('that belongs to no transaction is handed to those that end its call', async () => {
    const { clock, peer, reports, transactions } = await sendInvite();
    const lost: (string | undefined)[] = [];
    transactions.onUnmatched2xx((response, source) => {
      lost.push(headerOf(response, 'Call-ID'));
      expect(source).toEqual(peer.target);
    });
    await clock.advance(timeoutMs);
    expect(reports).toEqual(['timeout']);
    answer(peer, 'INVITE', 180);
    answer(peer, 'INVITE', 486);
    answer(peer, 'INVITE', 200);
    await until(
      () => lost,
      ({ length }) => length > 0,
    );
    expect([lost, reports, transactions.stats().unmatched]).toEqual([['call-1@example.com'], ['timeout'], 3]);
  });

  it('after another final response belongs to no transaction', async () => {
    const { peer, reports, transactions } = await sendInvite();
    let lost = 0;
    transactions.onUnmatched2xx(() => lost++);
    answer(peer, 'INVITE', 486);
    answer(peer, 'INVITE', 200);
    await until(
      () => lost,
      (times) => times === 1,
    );
    expect(reports).toEqual([486]);
  });
});

describe('another final response', () => {
  it('gets an ACK that belongs to the INVITE, each time it comes', async () => {
    const { transactions, peer, clock } = await setUp();
    const { events, reports } = createEvents();
    const route = { Route: '<sip:proxy.example.com;lr>' };
    transactions.invite(invite({ branch: 'z9hG4bK77', cseq: 7, headers: route }), peer.target, events);
    await untilReceived(peer, 'INVITE');
    answer(peer, 'INVITE', 486);
    const ack = await untilReceived(peer, 'ACK');
    const [sentInvite] = peer.requests('INVITE');
    expect(ack.uri).toBe(sentInvite!.uri);
    expect(headersOf(ack, 'Via')).toEqual(headersOf(sentInvite!, 'Via'));
    for (const name of ['From', 'Call-ID', 'Route', 'Max-Forwards'])
      expect(headersOf(ack, name)).toEqual(headersOf(sentInvite!, name));
    expect(headerOf(ack, 'To')).toBe('<sip:+14155550123@example.com>;tag=theirs');
    expect(headerOf(ack, 'CSeq')).toBe('7 ACK');
    await clock.advance(timeoutMs - 1);
    answer(peer, 'INVITE', 486);
    await untilReceived(peer, 'ACK', 2);
    expect(reports).toEqual([486]);
    await clock.advance(1);
    expect([transactions.stats().open, clock.pending()]).toEqual([0, 0]);
  });

  it('ends the transaction at once over a stream', async () => {
    const { clock, peer, reports, transactions } = await sendInvite('tcp');
    answer(peer, 'INVITE', 503);
    await untilReceived(peer, 'ACK');
    await clock.advance(0);
    expect([reports, transactions.stats().open]).toEqual([[503], 0]);
  });
});
