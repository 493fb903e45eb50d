/**
 * A worker that places one call and is killed with SIGKILL at a step of it. Run by `lost-worker.ts` with its task as JSON in the
 * first argument.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SipCallLog } from '../../../shared/adapters/telephony/sip/call-log';
import type { DialRequest } from '../../../shared/adapters/telephony/telephony';
import { createFileCallLog } from './file-call-log';
import { openLine } from './line';

/** A step of the log: before or after it is written. `advance1` is the first write after that of the INVITE. */
type LogStep = `${'begin' | 'advance1' | 'advance2' | 'advance3' | 'end'}:${'before' | 'after'}`;
export type DeathStep = LogStep | 'sent' | 'ringing' | 'answered' | 'hanging up';

export interface CallerTask {
  /** Of the log. */
  folder: string;
  port: number;
  localPort: number;
  request: DialRequest;
  dieAt: DeathStep;
}

const die = (): void => void process.kill(process.pid, 'SIGKILL');
/** Long enough for a datagram to arrive on loopback. */
const sentMs = 300;

function dyingLog(log: SipCallLog, dieAt: DeathStep): SipCallLog {
  let advances = 0;
  const step = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
    if (dieAt === `${name}:before`) die();
    const result = await write();
    if (dieAt === `${name}:after`) die();
    return result;
  };
  return {
    begin: async (attempt, signaling) => {
      const isFirst = await step('begin', () => log.begin(attempt, signaling));
      if (dieAt === 'sent') void sleep(sentMs).then(die);
      return isFirst;
    },
    advance: (attemptKey, signaling) => step(`advance${++advances}`, () => log.advance(attemptKey, signaling)),
    end: (attemptKey, outcome) => step('end', () => log.end(attemptKey, outcome)),
    find: (attemptKey) => log.find(attemptKey),
    forbid: (attemptKey, atMs) => log.forbid(attemptKey, atMs),
  };
}

async function main(): Promise<void> {
  const { folder, port, localPort, request, dieAt } = JSON.parse(process.argv[2] ?? '') as CallerTask;
  const line = await openLine({ port, localPort, log: dyingLog(createFileCallLog(folder), dieAt) });
  const leg = await line.provider.dial(request);
  leg.onEvent(({ type }) => {
    if (type === dieAt) die();
    if (type !== 'answered') return;
    void leg.hangUp();
    if (dieAt === 'hanging up') setImmediate(die);
  });
  await leg.ended;
  // The end is stored after it was reported, if the log is slow.
  await sleep(sentMs);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
