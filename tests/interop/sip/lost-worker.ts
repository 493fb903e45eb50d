import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SipLimits } from '../../../shared/adapters/telephony/sip/context';
import { testPort } from '../../support/ports';
import { testToolbox } from '../../support/processes';
import type { CallerTask, DeathStep } from './caller';
import { createFileCallLog } from './file-call-log';
import { openLine, requestTo } from './line';

/** What the caller exits with when it was ended by SIGKILL. */
export const killed = 137;
/** By then no call hangs on after its lookup. */
export const endedWithinMs = 15_000;
/** What a lookup says of a call that was sent: `unconfirmed` if it fails because the peer has not answered it. */
export const over = ['ended', 'unknown', 'unconfirmed'];

export interface Loss<AtDeath> {
  /** Of the peer. */
  port: number;
  dieAt: DeathStep;
  /** The number that is called. */
  to: string;
  /** The process that takes the call over listens where the lost one did. */
  samePort?: boolean;
  /** Of the process that takes the call over. */
  limits?: Partial<SipLimits>;
  /** Looks at the peer when the worker is dead, before its call is looked up. */
  atDeath: (callId: string) => Promise<AtDeath> | AtDeath;
  /** Waits until the peer has no call any more. */
  untilOver: (callId: string) => Promise<unknown>;
}

async function runCaller(task: CallerTask): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const caller = await testToolbox().supervisor.start({
    command: process.execPath,
    args: ['--import', 'tsx', join(__dirname, 'caller.ts'), JSON.stringify(task)],
    onLine: (line) => lines.push(line),
  });
  return { code: await caller.exited, printed: lines.join('\n') };
}

/** Kills a worker at a step, looks its call up in another process, waits until the peer has ended it, and dials it again. */
export async function loseWorker<AtDeath>({ port, dieAt, to, samePort, limits, ...peer }: Loss<AtDeath>) {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-killed-'));
  const localPort = await testPort();
  const request = requestTo(to);
  const { code, printed } = await runCaller({ folder, port, localPort, request, dieAt });
  const log = createFileCallLog(folder);
  const line = await openLine({ port, log, ...(limits && { limits }), ...(samePort && { localPort }) });
  const callId = line.callIdOf(request.attemptKey);
  const lookUp = (): Promise<string> =>
    line.provider.lookup(request.attemptKey).then(
      ({ state }) => state,
      () => 'unconfirmed',
    );
  try {
    const atDeath = await peer.atDeath(callId);
    const state = await lookUp();
    await peer.untilOver(callId);
    const again = await lookUp();
    const redial = await line.provider.dial(request).then(
      (leg) => leg.hangUp().then(() => 'rang'),
      () => 'refused',
    );
    return { callId, code, printed, atDeath, state, again, redial };
  } finally {
    await line.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
