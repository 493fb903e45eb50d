import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { findPeer, peersWithinMs } from '../../support/peers/find-peer';
import {
  answersAndInsists,
  answersToAny,
  ringsUntilRecovered,
  staysSilentUntilCanceled,
} from '../../support/peers/recovery-scenarios';
import { demandsCredentials, ringsOn } from '../../support/peers/sip-scenarios';
import { fieldOf, requestsIn, type LoggedMessage } from '../../support/peers/sipp-log';
import { startSipp } from '../../support/peers/sipp';
import type { Step } from '../../support/peers/sipp-scenario';
import { fullInterop } from '../../support/sizes';
import { until } from '../../support/until';
import type { DeathStep } from './caller';
import { credentials } from './line';
import { endedWithinMs, killed, loseWorker, over } from './lost-worker';

/**
 * SIPp answers a process that takes a call over where the INVITE came from, which is not there any more. So the lookup is not
 * confirmed, and need not wait long for that.
 */
const limits = { closeMs: 1_000 };

/** The calls of a peer that are neither refused nor hung up, by `Call-ID`. */
function openCallsIn(messages: readonly LoggedMessage[]): string[] {
  const open = new Set<string>();
  for (const message of messages) {
    const callId = fieldOf(message, 'Call-ID') ?? '';
    const cseq = fieldOf(message, 'CSeq') ?? '';
    if (message.direction === 'in' && message.start.startsWith('INVITE ')) open.add(callId);
    if (message.direction === 'in' && message.start.startsWith('BYE ')) open.delete(callId);
    if (message.direction === 'out' && /^SIP\/2.0 [3-6]/.test(message.start) && cseq.endsWith('INVITE'))
      open.delete(callId);
  }
  return [...open];
}

describe('a worker that is killed', () => {
  let sipp: InstalledProgram | undefined;
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  /** Kills a worker at a step of its call to SIPp. */
  async function loseCall(steps: readonly Step[], dieAt: DeathStep, { samePort = false } = {}) {
    // One call more than there may be: it would be seen.
    const peer = await startSipp(sipp!, { name: dieAt, steps, calls: 2, withinSeconds: 60 });
    try {
      const lost = await loseWorker({
        ...{ port: peer.port, dieAt, to: '+358401234567', samePort, limits },
        atDeath: () => openCallsIn(peer.messages()).length,
        untilOver: () =>
          until(
            () => openCallsIn(peer.messages()),
            (open) => open.length === 0,
            endedWithinMs,
          ),
      });
      const invites = requestsIn(peer.messages(), 'INVITE');
      const requests = peer
        .messages()
        .flatMap(({ direction, start }) => (direction === 'in' ? [start.split(' ')[0]] : []));
      return {
        ...lost,
        newCalls: new Set(invites.map((message) => fieldOf(message, 'Call-ID'))).size,
        methods: [...new Set(requests)],
      };
    } finally {
      await peer.end();
    }
  }

  const withCredentials = demandsCredentials(401, credentials);
  interface Row {
    dieAt: DeathStep;
    what: string;
    steps: Step[];
    /** Calls that the phone has when the worker dies. */
    atDeath: number;
    states?: string[];
  }
  const rows: Row[] = [
    { dieAt: 'begin:after', what: 'before its INVITE was sent', steps: ringsOn, atDeath: 0 },
    { dieAt: 'sent', what: 'before the first answer', steps: staysSilentUntilCanceled, atDeath: 1 },
    { dieAt: 'advance1:before', what: 'before the ringing was stored', steps: ringsOn, atDeath: 1 },
    { dieAt: 'advance1:after', what: 'after the ringing was stored', steps: ringsUntilRecovered, atDeath: 1 },
    { dieAt: 'ringing', what: 'while it rings', steps: ringsUntilRecovered, atDeath: 1 },
    { dieAt: 'advance2:before', what: 'before the answer was stored', steps: answersToAny, atDeath: 1 },
    { dieAt: 'advance2:after', what: 'before the answer was acknowledged', steps: answersToAny, atDeath: 1 },
    { dieAt: 'answered', what: 'while they talk', steps: answersToAny, atDeath: 1 },
    { dieAt: 'hanging up', what: 'while it hangs up', steps: answersToAny, atDeath: 1 },
    { dieAt: 'end:before', what: 'before the end was stored', steps: answersToAny, atDeath: 0 },
    { dieAt: 'end:after', what: 'after the end was stored', steps: answersToAny, atDeath: 0, states: ['ended'] },
    {
      dieAt: 'advance1:before',
      what: 'before its second INVITE, with credentials, was stored',
      steps: withCredentials,
      atDeath: 0,
    },
    { dieAt: 'advance1:after', what: 'before its second INVITE was sent', steps: withCredentials, atDeath: 0 },
  ];
  /** In `npm test` only these. */
  const few: DeathStep[] = ['ringing', 'advance2:before', 'answered'];
  it.each(rows.filter(({ dieAt }) => fullInterop || few.includes(dieAt)))(
    'at $dieAt, $what: nothing rings again, and no call hangs on',
    async ({ dieAt, steps, atDeath, states = over }) => {
      if (sipp === undefined) return;
      const { printed, ...result } = await loseCall(steps, dieAt);
      expect({ ...result, printed }).toMatchObject({ code: killed, redial: 'refused', printed: '' });
      expect(result.newCalls).toBeLessThanOrEqual(1);
      if (dieAt !== 'hanging up') expect(result.atDeath).toBe(atDeath);
      expect(states).toContain(result.state);
      expect(over).toContain(result.again);
    },
    60_000,
  );

  it('before its call was stored has sent nothing', async () => {
    if (sipp === undefined) return;
    const { code, state, atDeath } = await loseCall(ringsOn, 'begin:before');
    expect({ code, state, atDeath }).toEqual({ code: killed, state: 'never_sent', atDeath: 0 });
  }, 60_000);

  it('at an answer without ringing leaves it to the process that takes its address over', async () => {
    if (sipp === undefined) return;
    const result = await loseCall(answersAndInsists, 'advance1:before', { samePort: true });
    expect(result).toMatchObject({ code: killed, atDeath: 1, newCalls: 1, redial: 'refused' });
    expect(result.methods).toContain('BYE');
  }, 60_000);
});
