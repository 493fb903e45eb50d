import fc from 'fast-check';
import { dialogOf, isIn, nextHopOf, receiveIn, requestIn } from '../../../../../shared/adapters/telephony/sip/dialog';
import { createKeySource } from '../../../../../shared/adapters/telephony/sip/keys';
import { parseMessage } from '../../../../../shared/adapters/telephony/sip/message/parse';
import type { SipRequest, SipResponse } from '../../../../../shared/adapters/telephony/sip/message/types';
import { writeMessage } from '../../../../../shared/adapters/telephony/sip/message/write';

const empty = Buffer.alloc(0);
const toHeaders = (fields: Record<string, string | string[]>) =>
  Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
const shared = { From: '<sip:us@a>;tag=us', To: '<sip:them@b>', 'Call-ID': 'c1', CSeq: '7 INVITE' };
const invite: SipRequest = {
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:them@b',
  headers: toHeaders(shared),
  body: empty,
};
const answer = (fields: Record<string, string | string[]>): SipResponse => ({
  ...{ kind: 'response', status: 200, phrase: 'OK', body: empty },
  headers: toHeaders({ ...shared, To: '<sip:them@b>;tag=them', Contact: '<sip:phone@192.0.2.9>', ...fields }),
});
const bye = { method: 'BYE', cseq: 8, via: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1' };
const request = (fields: Record<string, string>): SipRequest => ({
  ...{ kind: 'request', method: 'BYE', uri: 'sip:us', body: empty },
  headers: toHeaders({
    'Call-ID': 'c1',
    From: '<sip:them@b>;tag=them',
    To: '<sip:us@a>;tag=us',
    CSeq: '1 BYE',
    ...fields,
  }),
});

describe('a dialog', () => {
  it('is not made without a tag or a contact', () => {
    expect(dialogOf(invite, answer({ To: '<sip:them@b>' }))).toBeUndefined();
    expect(dialogOf(invite, { ...answer({}), headers: toHeaders(shared) })).toBeUndefined();
  });

  it('sends its requests along the routes, in reverse, to the contact', () => {
    const dialog = dialogOf(invite, answer({ 'Record-Route': ['<sip:p2;lr>', '<sip:p1;lr>'] }))!;
    const sent = requestIn(dialog, bye);
    expect(nextHopOf(dialog)).toBe('sip:p1;lr');
    expect(sent.uri).toBe('sip:phone@192.0.2.9');
    expect(sent.headers.filter(({ name }) => name === 'Route').map(({ value }) => value)).toEqual([
      '<sip:p1;lr>',
      '<sip:p2;lr>',
    ]);
    expect(parseMessage(writeMessage(sent))).toMatchObject({ method: 'BYE', uri: 'sip:phone@192.0.2.9' });
  });

  it('sends its requests to a strict router with its address as the Request-URI', () => {
    const sent = requestIn(dialogOf(invite, answer({ 'Record-Route': ['<sip:p2;lr>', '<sip:p1>'] }))!, bye);
    expect(sent.uri).toBe('sip:p1');
    expect(sent.headers.filter(({ name }) => name === 'Route').map(({ value }) => value)).toEqual([
      '<sip:p2;lr>',
      '<sip:phone@192.0.2.9>',
    ]);
  });

  it('has requests of the other side by its three identifiers, in their order', () => {
    const dialog = dialogOf(invite, answer({}))!;
    expect(isIn(dialog, 'us', request({}))).toBe(true);
    for (const other of [{ 'Call-ID': 'c2' }, { From: '<sip:them@b>;tag=x' }, { To: '<sip:us@a>;tag=x' }])
      expect(isIn(dialog, 'us', request(other))).toBe(false);
    const later = receiveIn(dialog, request({ CSeq: '5 UPDATE' }))!;
    expect(receiveIn(later, request({ CSeq: '4 BYE' }))).toBeUndefined();
    expect(receiveIn(later, request({ CSeq: '6 BYE' }))).toBeDefined();
  });
});

describe('the identifiers of a call', () => {
  it('are the same in each process with one secret, and differ between attempts, trunks and secrets', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (attempt, trunk, other) => {
        const keys = createKeySource('s');
        const { callId, fromTag } = keys.callKeys(attempt, trunk);
        expect(createKeySource('s').callKeys(attempt, trunk)).toEqual({ callId, fromTag });
        expect(keys.isOurs(callId, fromTag)).toBe(true);
        expect(createKeySource('t').isOurs(callId, fromTag)).toBe(false);
        if (other !== trunk) expect(keys.callKeys(attempt, other).callId).not.toBe(callId);
        if (other !== attempt) expect(keys.callKeys(other, trunk).callId).not.toBe(callId);
        expect(keys.branchOf(callId, 'INVITE', 1)).not.toBe(keys.branchOf(callId, 'INVITE', 2));
        expect(BigInt(keys.sessionIdOf(callId)) < 2n ** 63n).toBe(true);
      }),
    );
  });
});
