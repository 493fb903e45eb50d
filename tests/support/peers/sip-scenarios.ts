import {
  audioAt,
  pause,
  receive,
  receiveAuthorizedInvite,
  receiveInvite,
  receiveResponse,
  request,
  respond,
  respondToInvite,
  sendText,
  type Step,
} from './sipp-scenario';

const sdp = audioAt('[media_port]');
const ringing = respondToInvite(180, 'Ringing');
const answer = [respondToInvite(200, 'OK', { sdp, retransmit: true }), receive('ACK')];
const untilWeHangUp = [receive('BYE'), respond(200, 'OK')];

/** Refuses the call, after ringing if asked. */
export const refuses = (
  status: number,
  phrase: string,
  { headers = [], rings = false }: { headers?: readonly string[]; rings?: boolean } = {},
): Step[] => [
  receiveInvite(),
  ...(rings ? [ringing] : []),
  respondToInvite(status, phrase, { headers, retransmit: true }),
  receive('ACK'),
];

/** Answers after a ring, and stays until we hang up. */
export const answers = (description = sdp): Step[] => [
  receiveInvite(),
  ringing,
  pause(50),
  respondToInvite(200, 'OK', { sdp: description, retransmit: true }),
  receive('ACK'),
  ...untilWeHangUp,
];

/** Rings until the call is canceled. */
export const ringsOn: Step[] = [
  receiveInvite(),
  ringing,
  receive('CANCEL'),
  respond(200, 'OK'),
  respondToInvite(487, 'Request Terminated', { retransmit: true }),
  receive('ACK'),
];

/** Says nothing for a time that is longer than our first retransmission, rings, and is then canceled. */
export const ringsLate = (silentMs: number): Step[] => [
  receiveInvite(),
  pause(silentMs),
  respondToInvite(100, 'Trying'),
  receive('CANCEL'),
  respond(200, 'OK'),
  respondToInvite(487, 'Request Terminated', { retransmit: true }),
  receive('ACK'),
];

/** Answers at the instant at which it is canceled: both messages cross. */
export const answersWhenCanceled: Step[] = [
  receiveInvite(),
  ringing,
  receive('CANCEL'),
  respond(200, 'OK'),
  ...answer,
  ...untilWeHangUp,
];

/** Never gets our first two ACKs, so it repeats its answer; each answer must be acknowledged. For SIPp without `retransmits`. */
export const losesAck: Step[] = [
  receiveInvite(),
  ringing,
  respondToInvite(200, 'OK', { sdp }),
  receive('ACK'),
  pause(100),
  respondToInvite(200, 'OK', { sdp }),
  receive('ACK'),
  pause(100),
  respondToInvite(200, 'OK', { sdp }),
  receive('ACK'),
  ...untilWeHangUp,
];

/** Two phones of a fork answer. The second answer must be acknowledged and hung up at once, the first goes on. */
export const twoAnswer: Step[] = [
  receiveInvite(),
  respondToInvite(180, 'Ringing', { fork: 'one' }),
  respondToInvite(180, 'Ringing', { fork: 'two' }),
  respondToInvite(200, 'OK', { sdp, fork: 'one' }),
  receive('ACK'),
  respondToInvite(200, 'OK', { sdp, fork: 'two' }),
  receive('ACK'),
  ...untilWeHangUp,
  ...untilWeHangUp,
];

/** Demands credentials, as a registrar (401) or as a proxy (407), and answers when they are right. */
export const demandsCredentials = (status: 401 | 407, credentials: { username: string; password: string }): Step[] => {
  const field = status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate';
  const challenge = `${field}: Digest realm="carrier.test", nonce="4cdbb733645816512687b83d2ae5d11e", algorithm=MD5, qop="auth"`;
  return [
    receiveInvite(),
    respondToInvite(status, 'Credentials Required', { headers: [challenge], retransmit: true }),
    receive('ACK'),
    receiveAuthorizedInvite(status, credentials.username, credentials.password),
    ringing,
    ...answer,
    ...untilWeHangUp,
  ];
};

/** Refuses any credentials. */
export const refusesCredentials: Step[] = [0, 1].flatMap((nonce) => [
  receiveInvite(),
  respondToInvite(401, 'Unauthorized', {
    headers: [`WWW-Authenticate: Digest realm="carrier.test", nonce="nonce${nonce}", algorithm=MD5`],
    retransmit: true,
  }),
  receive('ACK'),
]);

/** Plays audio before it answers, at a port of its own. */
export const playsEarly = (earlyPort: number, port: number): Step[] => [
  receiveInvite(),
  respondToInvite(183, 'Session Progress', { sdp: audioAt(earlyPort) }),
  pause(200),
  respondToInvite(200, 'OK', { sdp: audioAt(port), retransmit: true }),
  receive('ACK'),
  ...untilWeHangUp,
];

/** Answers, and hangs up with a cause. */
export const hangsUp = (afterMs: number, reason = 'Q.850;cause=16;text="Normal call clearing"'): Step[] => [
  receiveInvite(),
  ringing,
  ...answer,
  pause(afterMs),
  request('BYE', 1, { headers: [`Reason: ${reason}`] }),
  receiveResponse(200),
];

/** Answers, holds the call, resumes it, and hangs up. */
export const holds: Step[] = [
  receiveInvite(),
  ringing,
  ...answer,
  ...(['sendonly', 'sendrecv'] as const).flatMap((direction, index) => [
    pause(100),
    request('INVITE', index + 1, { sdp: audioAt('[media_port]', direction) }),
    receiveResponse(200),
    request('ACK', index + 1, { retransmit: false }),
  ]),
  pause(100),
  request('BYE', 3),
  receiveResponse(200),
];

/** Answers, and refreshes the session by UPDATE and asks by OPTIONS whether it stands, before it hangs up. */
export const asksWithinTheCall: Step[] = [
  receiveInvite(),
  ringing,
  ...answer,
  request('UPDATE', 1, { headers: ['Session-Expires: 90;refresher=uac', 'Supported: timer'] }),
  receiveResponse(200),
  request('OPTIONS', 2),
  receiveResponse(200),
  request('BYE', 3),
  receiveResponse(200),
];

const respondMalformed = (...lines: string[]): Step => sendText([...lines, 'Content-Length: 0', ''].join('\n'));

/** Sends answers that break the grammar, or belong to no request of ours, and then is busy. */
export const sendsMalformed: Step[] = [
  receiveInvite(),
  ringing,
  respondMalformed('SIP/7.0 200 OK', 'Via:[$via]', 'From:[$from]', 'To:[$to]', 'Call-ID: [call_id]', 'CSeq:[$cseq]'),
  respondMalformed(
    'SIP/2.0 200 OK',
    'Via: nonsense',
    'From:[$from]',
    'To:[$to];tag=x',
    'Call-ID: [call_id]',
    'CSeq:[$cseq]',
  ),
  respondMalformed(
    'SIP/2.0 200 OK',
    'Via:[$via]',
    'From:[$from]',
    'To:[$to];tag=x',
    'Call-ID: [call_id]',
    'CSeq: INVITE 1',
  ),
  respondMalformed(
    'SIP/2.0 603 Decline',
    'Via: SIP/2.0/UDP 127.0.0.1:[remote_port];branch=z9hG4bK-other',
    'From:[$from]',
    'To:[$to];tag=x',
    'Call-ID: [call_id]',
    'CSeq:[$cseq]',
  ),
  respondMalformed('SIP/2.0 200 OK', 'Via:[$via]'),
  respondToInvite(486, 'Busy Here', { retransmit: true }),
  receive('ACK'),
];

/** Gets the call, and never says anything. */
export const staysSilent = (ms: number): Step[] => [receiveInvite(), pause(ms)];

/** Answers, and does not react to our BYE. */
export const ignoresBye: Step[] = [receiveInvite(), ringing, ...answer, receive('BYE'), pause(1_000)];

/** Answers through a network at a port: our later requests come through it too. */
export const answersOverNetwork = (networkPort: number): Step[] => [
  receiveInvite(),
  ringing,
  respondToInvite(200, 'OK', {
    sdp,
    retransmit: true,
    headers: [`Record-Route: <sip:127.0.0.1:${networkPort};lr>`],
  }),
  receive('ACK'),
  ...untilWeHangUp,
];

/** Answers from behind a proxy that stays in the path: the ACK and the BYE must name it. */
export const answersBehindProxy: Step[] = [
  receiveInvite(),
  ringing,
  respondToInvite(200, 'OK', {
    sdp,
    retransmit: true,
    headers: ['Record-Route: <sip:127.0.0.1:[local_port];lr;hop=2>, <sip:127.0.0.1:[local_port];lr;hop=1>'],
  }),
  receive('ACK'),
  ...untilWeHangUp,
];

/** Answers through the proxies that the INVITE came through. */
export const answersThroughProxy: Step[] = [
  receiveInvite(),
  respond(180, 'Ringing', { fork: 'phone' }),
  respond(200, 'OK', { sdp, fork: 'phone', retransmit: true }),
  receive('ACK'),
  ...untilWeHangUp,
];
