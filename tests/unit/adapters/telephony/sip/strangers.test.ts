import { createSocket } from 'node:dgram';
import { headerOf, parseNameAddr } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { parseSipUri } from '../../../../../shared/adapters/telephony/sip/message/uri';
import { writeMessage } from '../../../../../shared/adapters/telephony/sip/message/write';
import { until } from '../../../../support/until';
import { createFakeClock } from '../fake-clock';
import { useTrunk } from './call-env';
import { requestOf } from './transport/peer';
import { requestTo, trunkAt } from './sip-subject';

describe('a stranger', () => {
  const { uas, open, callOf } = useTrunk();

  it.each(['INVITE', 'REGISTER', 'BYE'])('is not answered more often than it asks: %s', async (method) => {
    const clock = createFakeClock(0);
    const line = await open([trunkAt(uas().port)], { clock });
    const request = requestTo('+358401234567');
    const leg = await line.dial(request);
    const contact = headerOf(callOf(request.attemptKey).invite, 'Contact') ?? '';
    const { port = 0 } = parseSipUri(parseNameAddr(contact).uri);
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const got: string[] = [];
    const sizes: number[] = [];
    socket.on('message', (datagram) => {
      got.push(datagram.toString().split('\r\n')[0] ?? '');
      sizes.push(datagram.length);
    });
    const send = (...asked: Parameters<typeof requestOf>): number => {
      const bytes = writeMessage(requestOf(...asked));
      socket.send(bytes, port, '127.0.0.1');
      return bytes.length;
    };
    const via = `127.0.0.1:${socket.address().port}`;
    const sent = send(method, { via });
    await until(
      () => got,
      ({ length }) => length === 1,
    );
    await clock.advance(64_000);
    // Sockets of one machine keep their order: what was repeated before this would have arrived.
    send('OPTIONS', { via, branch: 'z9hG4bK-last' });
    await until(
      () => got,
      (lines) => lines.includes('SIP/2.0 200 OK'),
    );
    expect(got).toHaveLength(2);
    expect(sizes[0]).toBeLessThan(2 * sent);
    socket.close();
    void leg.hangUp();
    await clock.advance(40_000);
  });
});
