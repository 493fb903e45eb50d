// cspell:ignore ereg retrans verifyauth
/**
 * Scenarios of SIPp for a telephone that is called, written as steps. SIPp plays them message by message: any request or
 * response that a step does not expect fails the call, and with it the test.
 */

/** One step, as XML. */
export type Step = string;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What is kept of the last INVITE: its own answer repeats it, whatever came in between. */
const kept = { via: 'Via:', from: 'From:', to: 'To:', cseq: 'CSeq:' } as const;

const keep = (pattern: string, header: string, assignTo: string): string =>
  `<ereg regexp="${escape(pattern)}" search_in="hdr" header="${header}" check_it="true" assign_to="${assignTo}"/>`;

const keepInvite = [
  ...Object.entries(kept).map(([name, header]) => keep('.*', header, name)),
  keep('sip:[^>]*', 'Contact:', 'contact'),
].join('');

/** Waits for an INVITE and remembers what its answers need. */
export const receiveInvite = (): Step => `<recv request="INVITE"><action>${keepInvite}</action></recv>`;

/**
 * Several telephones in one: the called number chooses the scenario.
 * @param scenarios by a regular expression of the number; each begins with {@link receiveInvite}
 */
export function chooseByNumber(scenarios: Readonly<Record<string, readonly Step[]>>): Step[] {
  const choices = Object.entries(scenarios).map(([number, steps], index) => ({
    number,
    steps,
    label: `number${index}`,
  }));
  const match = ({ number, label }: { number: string; label: string }): string =>
    `<ereg regexp="${escape(`^INVITE sip:${number}@`)}" search_in="msg" assign_to="${label}"/>`;
  return [
    `<recv request="INVITE"><action>${keepInvite}${choices.map(match).join('')}</action></recv>`,
    ...choices.map(({ label }) => `<nop hide="true" test="${label}" next="${label}"/>`),
    fail,
    ...choices.flatMap(({ label, steps }) => [
      `<label id="${label}"/>`,
      ...steps.slice(1),
      '<nop hide="true" next="end"/>',
    ]),
    '<label id="end"/>',
    '<nop hide="true"/>',
    `<Reference variables="${choices.map(({ label }) => label).join(',')}"/>`,
  ];
}

/**
 * Waits for an INVITE with credentials. SIPp refuses it if `Authorization` (RFC 7616) is wrong for the name and the password; of
 * `Proxy-Authorization` it can only see that it is there.
 */
export const receiveAuthorizedInvite = (status: 401 | 407, username: string, password: string): Step =>
  status === 407
    ? `<recv request="INVITE"><action>${keepInvite}${keep('Digest', 'Proxy-Authorization:', 'authorized')}</action></recv>`
    : [
        `<recv request="INVITE" auth="true"><action>${keepInvite}`,
        `<verifyauth assign_to="authorized" username="${escape(username)}" password="${escape(password)}"/></action></recv>`,
        '<nop hide="true" test="authorized" next="authorized"/>',
        respondToInvite(403, 'Wrong Credentials', { retransmit: true }),
        receive('ACK'),
        fail,
        '<label id="authorized"/>',
      ].join('\n');

/** The call fails here: it waits for a request that never comes. */
const fail: Step = '<recv request="PUBLISH" timeout="10"/>';

/** Waits for a request. @param options.next the label where it goes on then */
export const receive = (method: string, { optional = false, next }: { optional?: boolean; next?: string } = {}): Step =>
  `<recv request="${method}"${optional ? ' optional="true"' : ''}${next === undefined ? '' : ` next="${next}"`}/>`;

export const label = (id: string): Step => `<label id="${id}"/>`;

/** Waits for a response to a request of {@link request}. */
export const receiveResponse = (status: number): Step => `<recv response="${status}"/>`;

export const pause = (ms: number): Step => `<pause milliseconds="${ms}"/>`;

/** A message as it is: SIPp fills in its keywords in brackets, and sends CRLF for each line break. */
export const sendText = (text: string, { retransmit = false } = {}): Step =>
  `<send${retransmit ? ' retrans="500"' : ''}><![CDATA[\n\n${text}\n]]></send>`;

export interface Answer {
  headers?: readonly string[];
  /** The session description, see {@link audioAt}. */
  sdp?: string;
  /** Repeats it, as over UDP, until the ACK comes. */
  retransmit?: boolean;
  /** Which of several phones answers, when the INVITE was forked. */
  fork?: string;
}

const withBody = (lines: readonly string[], sdp: string | undefined): string =>
  [
    ...lines,
    'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
    ...(sdp === undefined
      ? ['Content-Length: 0', '']
      : ['Content-Type: application/sdp', 'Content-Length: [len]', '', sdp]),
  ].join('\n');

/** Answers the last INVITE. */
export function respondToInvite(status: number, phrase: string, answer: Answer = {}): Step {
  const { headers = [], sdp, retransmit = false, fork = 'phone' } = answer;
  const lines = [
    `SIP/2.0 ${status} ${phrase}`,
    'Via:[$via]',
    'From:[$from]',
    `To:[$to]${status === 100 ? '' : `;tag=${fork}[call_number]`}`,
    'Call-ID: [call_id]',
    'CSeq:[$cseq]',
    ...headers,
  ];
  return sendText(withBody(lines, sdp), { retransmit });
}

/**
 * Answers the request that came last, with all its `Via` and `Record-Route`.
 * @param answer.fork what tags the answer, for an INVITE
 */
export function respond(
  status: number,
  phrase: string,
  { headers = [], sdp, retransmit = false, fork }: Answer = {},
): Step {
  const lines = [
    `SIP/2.0 ${status} ${phrase}`,
    ...['Via', 'Record-Route', 'From'].map((name) => `[last_${name}:]`),
    `[last_To:]${fork === undefined ? '' : `;tag=${fork}[call_number]`}`,
    ...['Call-ID', 'CSeq'].map((name) => `[last_${name}:]`),
    ...headers,
  ];
  return sendText(withBody(lines, sdp), { retransmit });
}

/** Sends a request of the telephone within the dialog. */
export function request(method: string, cseq: number, { headers = [], sdp, retransmit = true }: Answer = {}): Step {
  const lines = [
    `${method} [$contact] SIP/2.0`,
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]`,
    'Max-Forwards: 70',
    'From:[$to];tag=phone[call_number]',
    'To:[$from]',
    'Call-ID: [call_id]',
    `CSeq: ${cseq} ${method}`,
    ...headers,
  ];
  return sendText(withBody(lines, sdp), { retransmit });
}

/** A session description: PCMU and telephone-event at a port. */
export const audioAt = (
  port: number | '[media_port]',
  direction = 'sendrecv',
  codecs: 'PCMU' | 'PCMA' = 'PCMU',
): string => {
  const type = codecs === 'PCMU' ? 0 : 8;
  return [
    'v=0',
    'o=phone 1 1 IN IP[media_ip_type] [media_ip]',
    's=-',
    'c=IN IP[media_ip_type] [media_ip]',
    't=0 0',
    `m=audio ${port} RTP/AVP ${type} 101`,
    `a=rtpmap:${type} ${codecs}/8000`,
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-15',
    'a=ptime:20',
    `a=${direction}`,
  ].join('\n');
};

/** The scenario as SIPp reads it. */
export const scenarioXml = (name: string, steps: readonly Step[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scenario name="${escape(name)}">`,
    ...steps,
    `<Reference variables="${[...Object.keys(kept), 'contact', ...(steps.join().includes('"authorized"') ? ['authorized'] : [])].join(',')}"/>`,
    '</scenario>',
    '',
  ].join('\n');
