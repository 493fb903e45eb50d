import { createTransactions } from '../../../shared/adapters/telephony/sip/transaction/client';
import type { Transactions } from '../../../shared/adapters/telephony/sip/transaction/types';
import { createTransports } from '../../../shared/adapters/telephony/sip/transport/transports';
import type { Transports } from '../../../shared/adapters/telephony/sip/transport/types';
import type { SipRequest, SipResponse } from '../../../shared/adapters/telephony/sip/message/types';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import { refuses, ringsLate, ringsOn, sendsMalformed } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn } from '../../support/peers/sipp-log';
import { startSipp, type Sipp } from '../../support/peers/sipp';
import type { Step } from '../../support/peers/sipp-scenario';
import { until } from '../../support/until';

describe('an INVITE transaction against SIPp', () => {
  let sipp: InstalledProgram | undefined;
  let transports: Transports;
  let transactions: Transactions;
  let sent = 0;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
    transports = await createTransports({ host: '127.0.0.1', port: 0 });
    transactions = createTransactions(transports);
  }, peersWithinMs);
  afterAll(async () => {
    transactions.close();
    await transports.close();
  });

  function inviteTo(port: number, transport: 'udp' | 'tcp'): SipRequest {
    const { host, port: ours } = transports.viaOf(transport);
    const id = ++sent;
    return {
      kind: 'request',
      method: 'INVITE',
      uri: `sip:+358401234567@127.0.0.1:${port}`,
      headers: [
        {
          name: 'Via',
          value: `SIP/2.0/${transport.toUpperCase()} ${host}:${ours};branch=z9hG4bK-interop-${process.pid}${id}`,
        },
        { name: 'Max-Forwards', value: '70' },
        { name: 'From', value: `<sip:+358409876543@127.0.0.1>;tag=us${id}` },
        { name: 'To', value: `<sip:+358401234567@127.0.0.1>` },
        { name: 'Call-ID', value: `interop-${process.pid}-${id}@outdial` },
        { name: 'CSeq', value: '1 INVITE' },
        { name: 'Contact', value: `<sip:outdial@${host}:${ours}>` },
      ],
      body: Buffer.alloc(0),
    };
  }

  /** Places a call; `cancelAt` is the event at which it is canceled. @returns what came, and what SIPp thought of it */
  async function place(
    program: InstalledProgram,
    steps: Step[],
    {
      cancel = 'never',
      transport = 'udp',
    }: { cancel?: 'never' | 'at once' | 'ringing'; transport?: 'udp' | 'tcp' } = {},
  ) {
    const peer: Sipp = await startSipp(program, { name: 'transaction', steps, transport });
    try {
      const provisional: number[] = [];
      const finals: SipResponse[] = [];
      const failures: string[] = [];
      const transaction = transactions.invite(
        inviteTo(peer.port, transport),
        { transport, host: '127.0.0.1', port: peer.port },
        {
          onProvisional: ({ status }) => {
            provisional.push(status);
            if (cancel === 'ringing') transaction.cancel();
          },
          onFinal: (response) => finals.push(response),
          onTimeout: () => failures.push('timeout'),
          onTransportError: ({ message }) => failures.push(message),
        },
      );
      if (cancel === 'at once') transaction.cancel();
      await until(
        () => finals.length + failures.length,
        (count) => count > 0,
      );
      const { code, errors } = await peer.finished();
      return {
        statuses: finals.map(({ status }) => status),
        provisional,
        failures,
        code,
        errors,
        messages: peer.messages(),
      };
    } finally {
      await peer.end();
    }
  }

  it.each([
    [404, 'udp'],
    [480, 'tcp'],
    [486, 'udp'],
    [503, 'tcp'],
    [603, 'udp'],
    [607, 'udp'],
  ] as const)('acknowledges a %i over %s, once', async (status, transport) => {
    if (sipp === undefined) return;
    const { statuses, failures, code, errors, messages } = await place(sipp, refuses(status, 'No'), { transport });
    expect({ statuses, failures, code, errors }).toEqual({ statuses: [status], failures: [], code: 0, errors: '' });
    expect(requestsIn(messages, 'INVITE')).toHaveLength(1);
  });

  it('cancels a call that rings, and acknowledges its 487', async () => {
    if (sipp === undefined) return;
    const { statuses, code, errors } = await place(sipp, ringsOn, { cancel: 'ringing' });
    expect({ statuses, code, errors }).toEqual({ statuses: [487], code: 0, errors: '' });
  });

  it('sends no CANCEL before the first answer, and repeats its INVITE until then', async () => {
    if (sipp === undefined) return;
    const { statuses, code, messages } = await place(sipp, ringsLate(700), { cancel: 'at once' });
    expect({ statuses, code }).toEqual({ statuses: [487], code: 0 });
    const order = messages.map(
      ({ direction, start }) => `${direction} ${start.split(' ')[direction === 'in' ? 0 : 1]}`,
    );
    expect(order.indexOf('in CANCEL')).toBeGreaterThan(order.indexOf('out 100'));
    expect(order.filter((what) => what === 'in INVITE').length).toBeGreaterThan(1);
    expect(requestsIn(messages, 'INVITE')).toHaveLength(1);
    const [invite, canceled] = ['INVITE', 'CANCEL'].map((method) => requestsIn(messages, method)[0]!);
    expect(fieldOf(canceled!, 'Via')).toBe(fieldOf(invite!, 'Via'));
  });

  it('drops answers that cannot be read or belong to nothing, and takes the one that follows', async () => {
    if (sipp === undefined) return;
    const { statuses, failures, code } = await place(sipp, sendsMalformed);
    expect({ statuses, failures, code }).toEqual({ statuses: [486], failures: [], code: 0 });
  });
});
