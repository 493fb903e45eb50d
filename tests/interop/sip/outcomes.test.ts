import type { LegEnd } from '../../../shared/adapters/telephony/telephony';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { scaledMs } from '../../support/deadline';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import * as scenarios from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn, type LoggedMessage } from '../../support/peers/sipp-log';
import { startSipp, type SippOptions } from '../../support/peers/sipp';
import { audioAt, type Step } from '../../support/peers/sipp-scenario';
import { openRtpPhone } from '../../support/peers/rtp-phone';
import { credentials, openLine, placeCall, type CallResult, type LineOptions, type PlaceOptions } from './line';

const { refuses } = scenarios;

describe('a call to SIPp', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  type Placed = CallResult & { code: number; errors: string; messages: LoggedMessage[]; newCalls: number };

  /** Places one call; the provider and SIPp have both ended it when this resolves. */
  async function call(
    steps: readonly Step[],
    options: PlaceOptions & Partial<SippOptions> & Pick<LineOptions, 't1Ms'> = {},
  ): Promise<Placed> {
    const peer = await startSipp(sipp!, { name: 'call', steps, ...options });
    const { transport = 'udp', t1Ms } = options;
    const line = await openLine({ port: peer.port, transport, ...(t1Ms !== undefined && { t1Ms }) });
    try {
      const result = await placeCall(line, options);
      const { code, errors } = await peer.finished();
      const messages = peer.messages();
      return { ...result, code, errors, messages, newCalls: newCallsIn(messages) };
    } finally {
      await line.close();
      await peer.end();
    }
  }

  /** A call begins with an INVITE outside of a dialog; one with credentials continues it. */
  const newCallsIn = (messages: readonly LoggedMessage[]): number =>
    new Set(requestsIn(messages, 'INVITE').map((message) => fieldOf(message, 'Call-ID'))).size;

  const itWithSipp = (name: string, body: () => Promise<void>): void =>
    it(name, async () => {
      if (sipp !== undefined) await body();
    });

  const went = { code: 0, errors: '', newCalls: 1 };
  type Row = [what: string, steps: Step[], end: Partial<LegEnd>];
  const rings = { rings: true };
  const q850 = (cause: number): string[] => [`Reason: Q.850;cause=${cause};text="x"`];

  it.each<Row>([
    ['486', refuses(486, 'Busy Here', rings), { reason: 'contact_busy', detail: 'busy' }],
    ['600', refuses(600, 'Busy Everywhere', rings), { reason: 'contact_busy', detail: 'busy' }],
    ['480', refuses(480, 'Unavailable', rings), { reason: 'contact_did_not_answer', detail: 'no_answer' }],
    ['480 of cause 20', refuses(480, 'Gone', { ...rings, headers: q850(20) }), { detail: 'unreachable' }],
    ['486 of cause 21', refuses(486, 'Busy', { ...rings, headers: q850(21) }), { detail: 'declined' }],
    ['603', refuses(603, 'Decline', rings), { reason: 'contact_did_not_answer', detail: 'declined' }],
    ['607', refuses(607, 'Unwanted', rings), { reason: 'contact_did_not_answer', detail: 'unwanted' }],
    ['608', refuses(608, 'Rejected', rings), { reason: 'contact_did_not_answer', detail: 'blocked' }],
    ['410', refuses(410, 'Gone', rings), { detail: 'invalid_number', permanent: true }],
    ['484', refuses(484, 'Address Incomplete', rings), { detail: 'invalid_number', permanent: true }],
    ['500', refuses(500, 'Server Error', rings), { reason: 'assistant_error', detail: 'line_failed' }],
    ['488', refuses(488, 'Not Acceptable Here', rings), { reason: 'assistant_error', detail: 'codec_refused' }],
    ['302, which is not followed', refuses(302, 'Moved', rings), { reason: 'assistant_error', detail: 'line_failed' }],
  ])('that rings and is refused with %s ends so', async (_, steps, end) => {
    if (sipp === undefined) return;
    expect(await call(steps)).toMatchObject({ ...went, end, types: ['ringing', 'ended'] });
  });

  it.each([
    ['503 with Retry-After', refuses(503, 'Service Unavailable', { headers: ['Retry-After: 7 (busy)'] }), 7_000],
    ['503 of a rate', refuses(503, 'CPS limit exceeded'), 10_000],
    ['429', refuses(429, 'Too Many Requests'), 10_000],
    ['403 of a limit', refuses(403, 'Channel limit exceeded D1'), 10_000],
  ] as const)('that is refused with %s rang nothing, and may be dialed again later', async (_, steps, ms) => {
    if (sipp === undefined) return;
    expect(await call(steps)).toMatchObject({ ...went, refused: { retryAfterMs: ms } });
  });

  itWithSipp('that is answered goes on until we hang up', async () => {
    const { end, ...result } = await call(scenarios.answers(), { hangUp: 'answered' });
    expect(result).toMatchObject({ ...went, types: ['ringing', 'answered', 'ended'] });
    expect(end).toMatchObject({ reason: 'assistant_hung_up', by: 'us' });
  });

  itWithSipp('goes over TCP, too', async () => {
    const { end, ...result } = await call(scenarios.answers(), { hangUp: 'answered', transport: 'tcp' });
    expect(result).toMatchObject(went);
    expect(end).toMatchObject({ reason: 'assistant_hung_up' });
  });

  itWithSipp('that is not answered is canceled after its ring time', async () => {
    const { end, ...result } = await call(scenarios.ringsOn, { ringTimeoutMs: scaledMs(600) });
    expect(result).toMatchObject({ ...went, types: ['ringing', 'ended'] });
    expect(end).toMatchObject({ reason: 'contact_did_not_answer', detail: 'no_answer' });
  });

  itWithSipp('is not canceled before the first answer of the line', async () => {
    const { messages, ...result } = await call(scenarios.ringsLate(700), { ringTimeoutMs: 200 });
    expect(result).toMatchObject(went);
    const at = (direction: 'in' | 'out', start: string): number =>
      messages.findIndex((message) => message.direction === direction && message.start.startsWith(start));
    expect(at('in', 'CANCEL')).toBeGreaterThan(at('out', 'SIP/2.0 100'));
  });

  itWithSipp('that is answered while it is canceled is hung up', async () => {
    expect(await call(scenarios.answersWhenCanceled, { ringTimeoutMs: scaledMs(600) })).toMatchObject({
      ...went,
      end: { reason: 'contact_did_not_answer' },
    });
  });

  itWithSipp('acknowledges each repeated answer', async () => {
    expect(
      await call(scenarios.losesAck, { hangUp: 'answered', hangUpAfterMs: 500, retransmits: false }),
    ).toMatchObject(went);
  });

  itWithSipp('that two phones answer goes on with the first and hangs up the second', async () => {
    const { messages, ...result } = await call(scenarios.twoAnswer, { hangUp: 'answered', hangUpAfterMs: 500 });
    expect(result).toMatchObject({ ...went, end: { reason: 'assistant_hung_up' } });
    const ended = requestsIn(messages, 'BYE').map((bye) => /tag=(one|two)/.exec(fieldOf(bye, 'To') ?? '')?.[1]);
    expect(ended).toEqual(['two', 'one']);
  });

  it.each([401, 407] as const)('gives its credentials when it is asked for them with %i', async (status) => {
    if (sipp === undefined) return;
    const steps = scenarios.demandsCredentials(status, credentials);
    const { messages, ...result } = await call(steps, { hangUp: 'answered' });
    expect(result).toMatchObject({ ...went, end: { reason: 'assistant_hung_up' } });
    const [first, second] = requestsIn(messages, 'INVITE');
    expect(fieldOf(second!, 'From')).toBe(fieldOf(first!, 'From'));
    expect([first!, second!].map((message) => fieldOf(message, 'CSeq'))).toEqual(['1 INVITE', '2 INVITE']);
  });

  itWithSipp('whose credentials are refused ends, and does not try them again', async () => {
    const { messages, ...result } = await call(scenarios.refusesCredentials);
    expect(result).toMatchObject({ ...went, refused: { retryAfterMs: undefined } });
    expect(requestsIn(messages, 'INVITE')).toHaveLength(2);
  });

  itWithSipp('reports audio before the answer, and moves to the port of the answer', async () => {
    const [early, late] = [await openRtpPhone(), await openRtpPhone()];
    const steps = scenarios.playsEarly(early.port, late.port);
    const { messages, ...result } = await call(steps, { hangUp: 'answered', speakMs: 200 });
    const from = Number(/^m=audio (\d+) /m.exec(requestsIn(messages, 'INVITE')[0]!.text)?.[1]);
    const heard = { early: early.heardFrom(from), late: late.heardFrom(from) };
    await Promise.all([early.close(), late.close()]);
    expect(result).toMatchObject({ ...went, types: ['ringing', 'early_media', 'answered', 'ended'] });
    expect(heard.early.loudMs).toBe(0);
    expect(heard.late.loudMs).toBeGreaterThan(0);
  });

  itWithSipp('ends with what the contact did when the other side hangs up', async () => {
    expect(await call(scenarios.hangsUp(100))).toMatchObject({
      ...went,
      end: { reason: 'contact_hung_up', by: 'contact', q850: 16 },
    });
  });

  itWithSipp('ends with an error when a cause says that the line failed', async () => {
    const { end, ...result } = await call(scenarios.hangsUp(100, 'Q.850;cause=38;text="Network out of order"'));
    expect(result).toMatchObject(went);
    expect(end).toMatchObject({ detail: 'line_failed', by: 'line', q850: 38 });
    expect(end?.error).toBeDefined();
  });

  itWithSipp('is held and resumed', async () => {
    const { messages, ...result } = await call(scenarios.holds);
    expect(result).toMatchObject({ ...went, end: { reason: 'contact_hung_up' } });
    const directions = messages
      .filter(({ direction, start }) => direction === 'in' && start.startsWith('SIP/2.0 200'))
      .flatMap(({ text }) => /^a=(sendrecv|recvonly|sendonly|inactive)\r?$/m.exec(text)?.[1] ?? []);
    expect(directions).toEqual(['recvonly', 'sendrecv']);
  });

  itWithSipp('answers UPDATE and OPTIONS of the other side', async () => {
    expect(await call(scenarios.asksWithinTheCall)).toMatchObject({ ...went, end: { reason: 'contact_hung_up' } });
  });

  itWithSipp('drops answers that cannot be read', async () => {
    expect(await call(scenarios.sendsMalformed)).toMatchObject({ ...went, end: { reason: 'contact_busy' } });
  });

  itWithSipp('names the proxies of the answer in its ACK and BYE', async () => {
    const { messages, ...result } = await call(scenarios.answersBehindProxy, { hangUp: 'answered' });
    expect(result).toMatchObject(went);
    for (const method of ['ACK', 'BYE']) {
      const routes = [...requestsIn(messages, method)[0]!.text.matchAll(/^Route: ?(.*?)\r?$/gm)].map(
        ([, route]) => route,
      );
      expect(routes.join(', ').match(/hop=\d/g)).toEqual(['hop=1', 'hop=2']);
    }
  });

  itWithSipp('takes PCMA when the other side has nothing else', async () => {
    const phone = await openRtpPhone();
    const result = await call(scenarios.answers(audioAt(phone.port, 'sendrecv', 'PCMA')), { hangUp: 'answered' });
    await phone.close();
    expect(result).toMatchObject({ ...went, end: { reason: 'assistant_hung_up' } });
  });

  itWithSipp('ends on our side although the other side ignores the BYE', async () => {
    const { end, newCalls } = await call(scenarios.ignoresBye, { hangUp: 'answered', t1Ms: scaledMs(50) });
    expect({ reason: end?.reason, newCalls }).toEqual({ reason: 'assistant_hung_up', newCalls: 1 });
  });

  itWithSipp('that nothing answers ends as unknown, is not dialed again, and is no refusal', async () => {
    const { messages, refused, end, newCalls } = await call(scenarios.staysSilent(scaledMs(3_000)), {
      ringTimeoutMs: scaledMs(10_000),
      t1Ms: scaledMs(50),
    });
    expect({ refused, newCalls }).toEqual({ refused: undefined, newCalls: 1 });
    expect(end).toMatchObject({ reason: 'assistant_error', detail: 'line_failed' });
    expect(requestsIn(messages, 'INVITE')).toHaveLength(1);
  });
});
