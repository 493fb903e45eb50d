import type { AsteriskProgram } from '../../../tools/dev-stack/obtain/asterisk';
import {
  carrierNumbers,
  findAsteriskCarrier,
  startAsteriskCarrier,
  type AsteriskCarrier,
} from '../../support/peers/asterisk-carrier';
import { peersWithinMs } from '../../support/peers/find-peer';
import { fullInterop } from '../../support/sizes';
import { until } from '../../support/until';
import type { DeathStep } from './caller';
import { endedWithinMs, killed, loseWorker, over } from './lost-worker';

const describeInFullSize = fullInterop ? describe : describe.skip;
const { rings, ringsAndEchoes, echoes } = carrierNumbers;

interface Row {
  dieAt: DeathStep;
  what: string;
  to: string;
  /** How often Asterisk got the call with credentials. */
  invites: number;
  states?: string[];
}

/** Asterisk asks for credentials, so `advance1` is the second INVITE, `advance2` the ringing and `advance3` the answer. */
const rows: Row[] = [
  { dieAt: 'begin:before', what: 'before its call was stored', to: rings, invites: 0, states: ['never_sent'] },
  { dieAt: 'begin:after', what: 'before its INVITE was sent', to: rings, invites: 0 },
  { dieAt: 'advance1:before', what: 'before its second INVITE was stored', to: rings, invites: 0 },
  { dieAt: 'advance1:after', what: 'before its second INVITE was sent', to: rings, invites: 0 },
  { dieAt: 'sent', what: '300 ms after its INVITE was stored', to: rings, invites: 1 },
  { dieAt: 'advance2:before', what: 'before the ringing was stored', to: rings, invites: 1 },
  { dieAt: 'advance2:after', what: 'after the ringing was stored', to: rings, invites: 1 },
  { dieAt: 'ringing', what: 'while it rings', to: rings, invites: 1 },
  { dieAt: 'advance3:before', what: 'before the answer was stored', to: ringsAndEchoes, invites: 1 },
  { dieAt: 'advance3:after', what: 'before the answer was acknowledged', to: ringsAndEchoes, invites: 1 },
  { dieAt: 'answered', what: 'while they talk', to: ringsAndEchoes, invites: 1 },
  { dieAt: 'hanging up', what: 'while it hangs up', to: ringsAndEchoes, invites: 1 },
  { dieAt: 'end:before', what: 'before the end was stored', to: ringsAndEchoes, invites: 1 },
  { dieAt: 'end:after', what: 'after the end was stored', to: ringsAndEchoes, invites: 1, states: ['ended'] },
];

describeInFullSize('a worker that is killed in a call to Asterisk', () => {
  let program: AsteriskProgram | undefined;
  let asterisk: AsteriskCarrier;
  beforeAll(async () => {
    program = await findAsteriskCarrier();
    if (program !== undefined) asterisk = await startAsteriskCarrier(program);
  }, peersWithinMs);
  afterAll(() => (program === undefined ? undefined : asterisk.end()));

  const lose = (dieAt: DeathStep, to: string, { samePort = false } = {}) =>
    loseWorker({
      ...{ port: asterisk.port, dieAt, to, samePort },
      // A request that is on its way shows first in the calls that Asterisk has.
      atDeath: async () => (await asterisk.openCalls()).length,
      untilOver: () =>
        until(
          () => asterisk.openCalls(),
          (open) => open.length === 0,
          endedWithinMs,
        ),
    });

  it.each(rows)(
    'at $dieAt, $what: one ring at most, and no call hangs on',
    async ({ dieAt, to, invites, states = over }) => {
      if (program === undefined) return;
      const { callId, printed, ...result } = await lose(dieAt, to);
      expect({ ...result, printed }).toMatchObject({ code: killed, redial: 'refused', printed: '' });
      expect(asterisk.rings(callId)).toBe(invites);
      // The worker left a call behind, unless it was about to hang up.
      if (invites === 1 && !/^(end|hanging)/.test(dieAt)) expect(result.atDeath).toBe(1);
      expect(states).toContain(result.state);
      expect(invites === 0 ? [...over, 'never_sent'] : over).toContain(result.again);
    },
    60_000,
  );

  it('at an answer without ringing leaves it to the process that takes its address over', async () => {
    if (program === undefined) return;
    const { callId, code, atDeath, redial } = await lose('advance2:before', echoes, { samePort: true });
    expect({ code, atDeath, redial, rings: asterisk.rings(callId) }).toEqual({
      ...{ code: killed, atDeath: 1, redial: 'refused', rings: 1 },
    });
  }, 60_000);
});
