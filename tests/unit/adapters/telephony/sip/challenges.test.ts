import { createSocket } from 'node:dgram';
import { createMemorySipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { sdp, type UasCall } from '../../../../support/telephony/test-uas';
import { until } from '../../../../support/until';
import { useTrunk } from './call-env';
import { dialObserved, requestTo, trunkAt } from './sip-subject';

const number = '+358401234567';
const challengeOf = (realm: string) => ({
  name: 'WWW-Authenticate',
  value: `Digest realm="${realm}", nonce="n1", algorithm=SHA-256, qop="auth"`,
});
const password = { Username: 'outdial', Password: 'secret-of-the-trunk' };

/** Another host of the carrier, on the way of all later requests: it asks each for credentials, and passes on what has them. */
async function startEdge(realm: string) {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.2', resolve));
  const credentials: (string | undefined)[] = [];
  socket.on('message', (datagram, from) => {
    const text = datagram.toString();
    if (!text.startsWith('BYE ')) return;
    const own = /^authorization: (.*)$/im.exec(text)?.[1];
    credentials.push(own);
    const copied = text.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
    const { name, value } = challengeOf(realm);
    const head = own === undefined ? ['SIP/2.0 401 No', `${name}: ${value}`] : ['SIP/2.0 200 OK'];
    socket.send([...head, ...copied, 'Content-Length: 0', '', ''].join('\r\n'), from.port, from.address);
  });
  return {
    route: { name: 'Record-Route', value: `<sip:127.0.0.2:${socket.address().port};lr>` },
    credentials,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

describe('a BYE that is challenged', () => {
  const { uas, behave, open, callOf } = useTrunk();
  /** Asks the INVITE for credentials in the name of the carrier, and answers. */
  const challenges = (more: Parameters<UasCall['reply']>[1] = {}) =>
    behave((call) => {
      if (call.invites === 1) call.reply(401, { headers: [challengeOf('carrier')] });
      else {
        call.reply(180);
        call.reply(200, { body: sdp(4_000), ...more });
      }
    });

  it.each([
    ['gets credentials from another host of the carrier, for the realm of the INVITE', 'carrier', ['127.0.0.2'], true],
    ['gets none if nothing says that the host is the carrier’s', 'carrier', undefined, false],
    ['gets none for another realm', 'elsewhere', ['127.0.0.0/8'], false],
  ])('%s', async (_, realm, Addresses, isAnswered) => {
    const edge = await startEdge(realm);
    challenges({ headers: [edge.route] });
    const line = await open([trunkAt(uas().port, { ...password, Addresses })]);
    const { leg, types } = await dialObserved(line, requestTo(number));
    await until(types, (seen) => seen.includes('answered'));
    await leg.hangUp();
    await edge.close();
    expect(edge.credentials.map((own) => own !== undefined)).toEqual(isAnswered ? [false, true] : [false]);
    if (isAnswered) expect(edge.credentials[1]).toMatch(/realm="carrier".*uri="sip:phone@127/);
  });

  it('gets credentials also from a process that ends the call of a lost one, and ends nothing without', async () => {
    const log = createMemorySipCallLog();
    const never = new Promise<never>(() => undefined);
    let isLost = false;
    const lossy = { ...log, end: (...end: Parameters<typeof log.end>) => (isLost ? never : log.end(...end)) };
    challenges();
    const request = requestTo(number);
    const { types } = await dialObserved(await open([trunkAt(uas().port, password)], { log: lossy }), request);
    await until(types, (seen) => seen.includes('answered'));
    isLost = true;
    const call = callOf(request.attemptKey);
    call.onRequest = (bye, respond) => {
      if (bye.method !== 'BYE') return;
      if (headerOf(bye, 'Authorization') === undefined) respond(401, [challengeOf('carrier')]);
      else respond(200);
    };
    const [without, other] = [
      await open([trunkAt(uas().port)], { log }),
      await open([trunkAt(uas().port, password)], { log }),
    ];
    await expect(without.lookup(request.attemptKey)).rejects.toThrow('not confirmed');
    expect(await other.lookup(request.attemptKey)).toMatchObject({ state: 'ended' });
    expect(call.invites).toBe(2);
  });
});
