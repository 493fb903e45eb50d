import { TransportConnectError } from '../../../../../../shared/adapters/telephony/sip/transport/types';
import { until } from '../../../../../support/until';
import { openPeer, openStreamPeer, requestOf } from './peer';
import { closeAll, opened, openOurs } from './set-up';

afterEach(closeAll);

describe('a connection', () => {
  it('carries many messages, in their order', async () => {
    const [ours, peer] = [await openOurs(), await opened(openPeer('tcp'))];
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    await Promise.all(numbers.map((cseq) => ours.send(requestOf('OPTIONS', { cseq }), peer.target)));
    await until(
      () => peer.received,
      ({ length }) => length === 50,
    );
    const sequence = peer.requests('OPTIONS').map(({ headers }) => headers.find(({ name }) => name === 'CSeq')?.value);
    expect(sequence).toEqual(numbers.map((cseq) => `${cseq} OPTIONS`));
    expect(peer.accepted()).toBe(1);
  });

  it('that breaks is reported once, as the object that its messages were sent to, and the next message opens another', async () => {
    const [ours, peer] = [await openOurs(), await opened(openPeer('tls'))];
    const sentTo = await ours.send(requestOf('OPTIONS'), peer.target);
    await until(
      () => peer.received,
      ({ length }) => length === 1,
    );
    peer.cut();
    await until(
      () => ours.broken,
      ({ length }) => length === 1,
    );
    expect(ours.broken[0]?.target).toBe(sentTo);
    expect(ours.broken[0]?.error).not.toBeInstanceOf(TransportConnectError);
    const next = await ours.send(requestOf('OPTIONS'), peer.target);
    expect(next).not.toBe(sentTo);
    await until(
      () => peer.received,
      ({ length }) => length === 2,
    );
    expect(ours.broken).toHaveLength(1);
  });

  it('that cannot be opened fails what was to be sent, and nothing was', async () => {
    const ours = await openOurs({ limits: { connectTimeoutMs: 100 } });
    const peer = await openPeer('tcp');
    await peer.close();
    const sends = [1, 2, 3].map((cseq) => ours.send(requestOf('OPTIONS', { cseq }), peer.target));
    for (const send of sends) await expect(send).rejects.toThrow(TransportConnectError);
    // A server that accepts the connection, but does not speak TLS.
    const silent = await opened(openStreamPeer('tcp', { reads: false }));
    await expect(ours.send(requestOf('OPTIONS'), { ...silent.target, transport: 'tls' })).rejects.toThrow(
      TransportConnectError,
    );
    await expect(ours.send(requestOf('OPTIONS'), { ...peer.target, port: 70_000 })).rejects.toThrow(
      TransportConnectError,
    );
    await until(
      () => ours.stats().connections,
      (count) => count === 0,
    );
    expect(ours.broken).toEqual([]);
  });

  it('is not idle before it is open: that has a bound of its own', async () => {
    const ours = await openOurs({ limits: { connectTimeoutMs: 200, keepAliveMs: 5, idleMs: 20, firstMessageMs: 20 } });
    const silent = await opened(openStreamPeer('tcp', { reads: false }));
    const send = ours.send(requestOf('OPTIONS'), { ...silent.target, transport: 'tls' });
    await expect(send).rejects.toMatchObject({ cause: { message: 'No connection in time.' } });
  });

  it('with a server name also carries what continues a dialog at its address', async () => {
    const [ours, peer] = [await openOurs(), await opened(openPeer('tls'))];
    const { serverName: _, ...contact } = peer.target;
    const first = await ours.send(requestOf('INVITE'), peer.target);
    expect(await ours.send(requestOf('BYE', { cseq: 2 }), contact)).toBe(first);
    await until(
      () => peer.received,
      ({ length }) => length === 2,
    );
    expect(peer.accepted()).toBe(1);
  });

  it('is one of a bounded number', async () => {
    const ours = await openOurs({ limits: { outgoing: 2, connectTimeoutMs: 1_000 } });
    const peers = [];
    for (let count = 0; count < 3; count++) peers.push(await opened(openPeer('tcp')));
    const [first, second, third] = peers.map(({ target }) => ours.send(requestOf('OPTIONS'), target));
    await expect(third).rejects.toThrow(TransportConnectError);
    await Promise.all([first, second]);
    peers[0]!.cut();
    await until(
      () => ours.stats().connections,
      (count) => count === 1,
    );
    await ours.send(requestOf('OPTIONS'), peers[2]!.target);
  });

  it('is sent nothing more while its peer does not read', async () => {
    const [ours, peer] = [
      await openOurs({ limits: { unreadBytes: 100_000 } }),
      await opened(openStreamPeer('tcp', { reads: false })),
    ];
    const body = 'x'.repeat(60_000);
    const problems: unknown[] = [];
    for (let count = 0; count < 400; count++)
      ours
        .send(requestOf('MESSAGE', { body, cseq: count + 1 }), peer.target)
        .catch((error: unknown) => problems.push(error));
    await until(
      () => problems.length,
      (count) => count > 0,
    );
    expect(problems.every((problem) => problem instanceof TransportConnectError)).toBe(true);
  });

  it('is kept alive while it is quiet, and closed when it carried no message for long', async () => {
    const [ours, peer] = [await openOurs({ limits: { keepAliveMs: 20, idleMs: 100 } }), await opened(openPeer('tcp'))];
    await ours.send(requestOf('OPTIONS'), peer.target);
    await until(
      () => peer.text(),
      (text) => text.endsWith('\r\n\r\n\r\n\r\n'),
    );
    await until(
      () => peer.open(),
      (open) => open === 0,
    );
    expect(ours.stats().connections).toBe(0);
  });
});
