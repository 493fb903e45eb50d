import { headerOf, headersOf } from '../../../../../../shared/adapters/telephony/sip/message/headers';
import { answer, closeAll, sendInvite, timeoutMs, untilReceived, untilReported } from './set-up';

afterEach(closeAll);

describe('a CANCEL', () => {
  it('waits for a provisional response, and is the one of the INVITE', async () => {
    const { clock, peer, transaction, reports, sentAt } = await sendInvite();
    transaction.cancel([{ name: 'Reason', value: 'SIP;cause=480' }]);
    transaction.cancel();
    await clock.advance(5_000);
    expect(sentAt('CANCEL')).toEqual([]);
    answer(peer, 'INVITE', 100);
    const cancel = await untilReceived(peer, 'CANCEL');
    const [sentInvite] = peer.requests('INVITE');
    expect(cancel.uri).toBe(sentInvite!.uri);
    for (const name of ['Via', 'From', 'To', 'Call-ID', 'Max-Forwards'])
      expect(headersOf(cancel, name)).toEqual(headersOf(sentInvite!, name));
    expect([headerOf(cancel, 'CSeq'), headerOf(cancel, 'Reason')]).toEqual(['1 CANCEL', 'SIP;cause=480']);
    answer(peer, 'CANCEL', 200);
    answer(peer, 'INVITE', 487);
    await untilReceived(peer, 'ACK');
    await clock.advance(timeoutMs);
    expect([reports, sentAt('CANCEL')]).toEqual([[100, 487], [5_000]]);
  });

  it('is given up if the call is answered or refused before that', async () => {
    for (const status of [200, 486]) {
      const { clock, peer, transaction, reports, sentAt } = await sendInvite();
      transaction.cancel();
      answer(peer, 'INVITE', status);
      await untilReported(reports, 1);
      answer(peer, 'INVITE', 180);
      transaction.cancel();
      await clock.advance(timeoutMs);
      expect([reports, sentAt('CANCEL')]).toEqual([[status], []]);
      await closeAll();
    }
  });

  it('is sent at once while it rings, once, and repeated over UDP until it is answered', async () => {
    const { clock, peer, transaction, reports, sentAt } = await sendInvite();
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 1);
    transaction.cancel();
    transaction.cancel();
    await untilReceived(peer, 'CANCEL');
    await clock.advance(1_600);
    expect(sentAt('CANCEL')).toEqual([0, 500, 1_500]);
    await untilReceived(peer, 'CANCEL', 3);
    answer(peer, 'CANCEL', 481);
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 2);
    await clock.advance(10_000);
    expect(sentAt('CANCEL')).toHaveLength(3);
  });

  it('may cross a 2xx, which is handed up', async () => {
    const { peer, transaction, reports } = await sendInvite();
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 1);
    transaction.cancel();
    await untilReceived(peer, 'CANCEL');
    answer(peer, 'INVITE', 200);
    await untilReported(reports, 2);
    expect(reports).toEqual([180, 200]);
  });

  it('ends the INVITE even if nothing follows it', async () => {
    const { clock, peer, transaction, transactions, reports } = await sendInvite();
    answer(peer, 'INVITE', 180);
    await untilReported(reports, 1);
    transaction.cancel();
    await untilReceived(peer, 'CANCEL');
    await clock.advance(timeoutMs - 1);
    expect(reports).toEqual([180]);
    await clock.advance(1);
    expect([reports, transactions.stats().open]).toEqual([[180, 'timeout'], 0]);
  });
});
