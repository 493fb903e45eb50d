import { fieldOf, readMessageLog, requestsIn } from '../../support/peers/sipp-log';

const at = (time: string): string => `----------------------------------------------- 2026-11-23\t${time}`;
const invite = (branch: string, callId = 'a'): string =>
  `INVITE sip:1@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:1;branch=${branch}\r\nCall-ID: ${callId}\r\nCSeq: 1 INVITE\r\n\r\n`;
const received = (time: string, text: string): string => `${at(time)}\nUDP message received [1] bytes :\n\n${text}\n`;
const sent = (time: string, text: string): string => `${at(time)}\nUDP message sent (1 bytes):\n\n${text}\n`;

describe("SIPp's log of messages", () => {
  const log = [
    received('10:00:00.100000', invite('z9hG4bK1')),
    sent('10:00:00.250000', 'SIP/2.0 100 Trying\r\nCall-ID: a\r\n\r\n'),
    received('10:00:00.600000', invite('z9hG4bK1')),
    received('10:00:00.700000', invite('z9hG4bK2')),
  ].join('');

  it('is read in order, with directions and times', () => {
    const messages = readMessageLog(log);
    expect(messages.map(({ direction, start }) => `${direction} ${start}`)).toEqual([
      'in INVITE sip:1@127.0.0.1 SIP/2.0',
      'out SIP/2.0 100 Trying',
      'in INVITE sip:1@127.0.0.1 SIP/2.0',
      'in INVITE sip:1@127.0.0.1 SIP/2.0',
    ]);
    expect(messages[1]!.atMs - messages[0]!.atMs).toBe(150);
    expect(fieldOf(messages[0]!, 'Call-ID')).toBe('a');
  });

  it('counts a repeated request once, and one with another branch again', () => {
    expect(requestsIn(readMessageLog(log), 'INVITE')).toHaveLength(2);
    expect(requestsIn(readMessageLog(log), 'BYE')).toHaveLength(0);
  });

  it('leaves out a message that is not complete yet', () => {
    const partial = `${at('10:00:01.000000')}\nUDP message received [9] bytes :\n\nBYE sip:1@127.0.0.1 SIP/2.0\r\nCall-`;
    expect(readMessageLog(log + partial)).toHaveLength(4);
  });
});
