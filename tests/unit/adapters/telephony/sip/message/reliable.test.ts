import fc from 'fast-check';
import { parseMessage } from '../../../../../../shared/adapters/telephony/sip/message/parse';
import {
  createReliableResponses,
  reliableSequenceOf,
} from '../../../../../../shared/adapters/telephony/sip/message/reliable';
import type { SipResponse } from '../../../../../../shared/adapters/telephony/sip/message/types';
import { bytesOf, commonLines } from './messages';

const common = commonLines.filter((line) => !line.startsWith('To:'));

/** A provisional response with an RSeq. */
function ringing(rseq: number | string, { tag = 'a', status = 183, require = '100rel', cseq = 2 } = {}): SipResponse {
  const to = `To: <sip:+15550002222@carrier.example>;tag=${tag}`;
  const lines = [`SIP/2.0 ${status} x`, ...common, to, `CSeq: ${cseq} INVITE`, `Require: ${require}`, `RSeq: ${rseq}`];
  return parseMessage(bytesOf(lines)) as SipResponse;
}

it('needs a PRACK only if the response is provisional, requires it and is numbered', () => {
  expect(reliableSequenceOf(ringing(1))).toBe(1);
  expect(reliableSequenceOf(ringing('0007', { require: 'timer, 100Rel' }))).toBe(7);
  expect(reliableSequenceOf(ringing(2 ** 31 - 1))).toBe(2 ** 31 - 1);
  for (const rseq of [0, 2 ** 31, -1, '1.5', 'x', '']) expect(reliableSequenceOf(ringing(rseq))).toBeUndefined();
  for (const status of [100, 200, 486]) expect(reliableSequenceOf(ringing(1, { status }))).toBeUndefined();
  expect(reliableSequenceOf(ringing(1, { require: 'timer' }))).toBeUndefined();
});

it('is acknowledged by its number, and the number and the method of its INVITE', () => {
  const responses = createReliableResponses();
  expect(responses.receive(ringing(776_656))).toEqual({
    isNew: true,
    rack: { name: 'RAck', value: '776656 2 INVITE' },
  });
  expect(responses.receive(ringing(1, { require: 'timer' }))).toEqual({ isNew: true });
});

it('is numbered in each dialog on its own, and again after a challenge', () => {
  const responses = createReliableResponses();
  const sequences = [
    ringing(5),
    ringing(90, { tag: 'b' }),
    ringing(6),
    ringing(91, { tag: 'b' }),
    ringing(1, { cseq: 3 }),
  ];
  expect(sequences.map((response) => responses.receive(response).rack?.value)).toEqual([
    ...['5 2 INVITE', '90 2 INVITE', '6 2 INVITE', '91 2 INVITE', '1 3 INVITE'],
  ]);
});

it('is acknowledged once and in order, however the network repeats, loses and reorders it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 20 }),
      fc.array(fc.nat(9), { maxLength: 60 }),
      (first, arrivals) => {
        const responses = createReliableResponses();
        const acknowledged = [0, ...arrivals].flatMap((offset) => {
          const { isNew, rack } = responses.receive(ringing(first + offset));
          expect(isNew).toBe(rack !== undefined);
          return rack === undefined ? [] : [Number(rack.value.split(' ')[0]) - first];
        });
        expect(acknowledged).toEqual(acknowledged.map((_, index) => index));
      },
    ),
  );
});
