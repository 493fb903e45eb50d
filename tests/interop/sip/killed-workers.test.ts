import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { testPort } from '../../support/ports';
import { testToolbox } from '../../support/processes';
import { fullInterop } from '../../support/sizes';
import { until } from '../../support/until';
import type { CallerTask, DeathStep } from './caller';
import { createFileCallLog } from './file-call-log';
import { credentials, openLine, requestTo } from './line';

const killed = 137;
/**
 * SIPp answers a process that takes a call over where the INVITE came from, which is not there any more. So the lookup is not
 * confirmed, and need not wait long for that.
 */
const limits = { closeMs: 1_000 };
/** By then no call hangs on after its lookup. */
const endedWithinMs = 15_000;

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
  const { supervisor } = testToolbox();
  beforeAll(async () => {
    sipp = await findPeer('sipp');
  }, peersWithinMs);

  async function runCaller(task: CallerTask): Promise<{ code: number; printed: string }> {
    const lines: string[] = [];
    const caller = await supervisor.start({
      command: process.execPath,
      args: ['--import', 'tsx', join(__dirname, 'caller.ts'), JSON.stringify(task)],
      onLine: (line) => lines.push(line),
    });
    return { code: await caller.exited, printed: lines.join('\n') };
  }

  /** Kills a worker at a step, and looks its call up in another process, which may listen where the lost one did. */
  async function loseWorker(steps: readonly Step[], dieAt: DeathStep, { samePort = false } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'outdial-killed-'));
    // One call more than there may be: it would be seen.
    const peer = await startSipp(sipp!, { name: dieAt, steps, calls: 2, withinSeconds: 60 });
    const localPort = await testPort();
    const request = requestTo('+358401234567');
    const { code, printed } = await runCaller({ folder, port: peer.port, localPort, request, dieAt });
    const atDeath = openCallsIn(peer.messages()).length;
    const log = createFileCallLog(folder);
    const line = await openLine({ port: peer.port, log, limits, ...(samePort && { localPort }) });
    try {
      const { state } = await line.provider.lookup(request.attemptKey);
      await until(
        () => openCallsIn(peer.messages()),
        (open) => open.length === 0,
        endedWithinMs,
      );
      const again = await line.provider.lookup(request.attemptKey);
      const redial = await line.provider.dial(request).then(
        (leg) => leg.hangUp().then(() => 'rang'),
        () => 'refused',
      );
      const invites = requestsIn(peer.messages(), 'INVITE');
      return {
        ...{ code, printed, atDeath, state, again: again.state, redial: state === 'never_sent' ? undefined : redial },
        newCalls: new Set(invites.map((message) => fieldOf(message, 'Call-ID'))).size,
        methods: [
          ...new Set(
            peer.messages().flatMap(({ direction, start }) => (direction === 'in' ? [start.split(' ')[0]] : [])),
          ),
        ],
      };
    } finally {
      await line.close();
      await peer.end();
      rmSync(folder, { recursive: true, force: true });
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
  const over = ['ended', 'unknown'];
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
      const { printed, ...result } = await loseWorker(steps, dieAt);
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
    const { code, state, atDeath } = await loseWorker(ringsOn, 'begin:before');
    expect({ code, state, atDeath }).toEqual({ code: killed, state: 'never_sent', atDeath: 0 });
  }, 60_000);

  it('at an answer without ringing leaves it to the process that takes its address over', async () => {
    if (sipp === undefined) return;
    const result = await loseWorker(answersAndInsists, 'advance1:before', { samePort: true });
    expect(result).toMatchObject({ code: killed, atDeath: 1, newCalls: 1, redial: 'refused' });
    expect(result.methods).toContain('BYE');
  }, 60_000);
});
