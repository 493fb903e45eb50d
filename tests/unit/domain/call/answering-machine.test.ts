import {
  answeredBy,
  createMachinePolicy,
  machineEndReason,
  messageTiming,
  type AnsweringMachineSettings,
  type MachineSighting,
} from '../../../../shared/domain/call/answering-machine';
import type { InCallEvent } from '../../../../shared/domain/call/in-call-event';

const line = (verdict: MachineSighting['verdict'], cause: string, more: Partial<MachineSighting> = {}) =>
  ({ by: 'line', verdict, cause, ...more }) as const;
const agent = (verdict: MachineSighting['verdict']) => ({ by: 'agent', verdict, cause: 'agent' }) as const;
const greeting = line('machine', 'long_greeting');
const beep = line('machine', 'long_greeting', { beep: true });
const pause = line('machine', 'long_greeting', { paused: true });
const human = line('human', 'short_greeting');
const deviceBeep = line('human', 'short_greeting', { beep: true });
const { beepAfterPauseMs, beepAfterAgentMs, firstWordMs, quietMs, longestMs } = messageTiming;

type Row = [what: string, seen: [MachineSighting, number][], done: string[]];

/** Shows what was seen at which second to a policy that is looked at each 100 ms for 40 s. */
function run(Action: AnsweringMachineSettings['Action'], seen: [MachineSighting, number][]): string[] {
  const policy = createMachinePolicy({ Action }, false);
  const done: string[] = [];
  for (let atMs = 0; atMs <= 40_000; atMs += 100) {
    const steps = seen.filter(([, ms]) => ms === atMs).map(([sighting]) => policy.see(sighting, atMs));
    if (policy.isWaiting) steps.push(policy.tick(atMs, false));
    done.push(...steps.filter((step) => step !== 'none').map((step) => `${step} at ${atMs}`));
  }
  return done;
}

describe('a campaign that hangs up on machines', () => {
  it.each<Row>([
    ['a machine', [[greeting, 3_000]], ['hang_up at 3000']],
    [
      'a machine, once',
      [
        [greeting, 3_000],
        [beep, 5_000],
      ],
      ['hang_up at 3000'],
    ],
    ['a fax', [[line('machine', 'fax'), 1_000]], ['hang_up at 1000']],
    ['a human', [[human, 2_000]], []],
    [
      'a human near a device that beeps',
      [
        [human, 2_000],
        [deviceBeep, 4_000],
      ],
      [],
    ],
    ['neither', [[line('unknown', 'silence'), 5_000]], []],
    [
      'a machine, says the agent, when the line says human',
      [
        [human, 2_000],
        [agent('machine'), 3_000],
      ],
      ['hang_up at 3000'],
    ],
    [
      'a human, says the agent, before the line says machine',
      [
        [agent('human'), 2_000],
        [greeting, 3_000],
      ],
      [],
    ],
  ])('does so when it was %s', (_what, seen, done) => expect(run('hang_up', seen)).toEqual(done));
});

describe('a campaign that leaves messages', () => {
  it.each<Row>([
    [
      'at the beep',
      [
        [greeting, 3_000],
        [beep, 6_000],
      ],
      ['leave_message at 6000'],
    ],
    ['at a beep that decides', [[line('machine', 'beep', { beep: true }), 2_000]], ['leave_message at 2000']],
    [
      'once, however often it beeps',
      [
        [greeting, 3_000],
        [beep, 6_000],
        [beep, 7_000],
      ],
      ['leave_message at 6000'],
    ],
    [
      'at the beep soon after a pause',
      [
        [greeting, 3_000],
        [pause, 6_000],
        [beep, 7_000],
      ],
      ['leave_message at 7000'],
    ],
    [
      'after a pause without a beep',
      [
        [greeting, 3_000],
        [pause, 6_000],
      ],
      [`leave_message at ${6_000 + beepAfterPauseMs}`],
    ],
    ['after 30 s', [[greeting, 3_000]], ['leave_message at 30000']],
    ['not on a fax', [[line('machine', 'fax'), 1_000]], ['hang_up at 1000']],
    ['not on an announcement', [[line('machine', 'network_announcement'), 1_000]], ['hang_up at 1000']],
    [
      'not to a human',
      [
        [human, 2_000],
        [deviceBeep, 4_000],
      ],
      [],
    ],
    [
      'soon after the agent recognized what the line did not',
      [[agent('machine'), 4_000]],
      [`leave_message at ${4_000 + beepAfterAgentMs}`],
    ],
    [
      'at the beep after the agent corrected the line',
      [
        [human, 2_000],
        [agent('machine'), 4_000],
        [deviceBeep, 5_000],
      ],
      ['leave_message at 5000'],
    ],
    [
      'at the beep although the agent recognized the greeting sooner',
      [
        [greeting, 3_000],
        [agent('machine'), 4_000],
        [beep, 15_000],
      ],
      ['leave_message at 15000'],
    ],
    [
      'never, if the agent says human',
      [
        [greeting, 3_000],
        [agent('human'), 4_000],
        [beep, 6_000],
      ],
      [],
    ],
    ['at once if the agent finds out after detection', [[agent('machine'), 35_000]], ['leave_message at 35000']],
  ])('does so %s', (_what, seen, done) => expect(run('leave_message', seen)).toEqual(done));

  /** The agent is asked at 0, and its audio is heard in these periods. */
  const endOf = (heard: [number, number][], endsCall = true): { endMs?: number; isLeft: boolean } => {
    const policy = createMachinePolicy({ Action: 'leave_message' }, endsCall);
    policy.see(beep, 0);
    for (let atMs = 0; atMs <= 200_000; atMs += 100) {
      if (
        policy.tick(
          atMs,
          heard.some(([from, to]) => atMs >= from && atMs < to),
        ) === 'end'
      )
        return { endMs: atMs, isLeft: policy.isMessageLeft };
    }
    return { isLeft: policy.isMessageLeft };
  };

  it('ends the call after the message, after a silent agent, and after two minutes', () => {
    expect(
      endOf([
        [1_000, 4_000],
        [5_000, 9_000],
      ]),
    ).toEqual({ endMs: 8_900 + quietMs, isLeft: true });
    expect(endOf([])).toEqual({ endMs: firstWordMs, isLeft: false });
    expect(endOf([[0, 200_000]])).toEqual({ endMs: longestMs, isLeft: true });
  });

  it('lets an agent that speaks text end the call', () => expect(endOf([], false)).toEqual({ isLeft: true }));
});

it('a campaign that continues does nothing, whatever answered', () => {
  expect(
    run('continue', [
      [greeting, 3_000],
      [beep, 6_000],
      [agent('machine'), 7_000],
    ]),
  ).toEqual([]);
  expect(run(undefined, [[beep, 6_000]])).toEqual([]);
});

describe('what is known after the call', () => {
  const machine = (Verdict: 'human' | 'machine', Cause: string): InCallEvent => ({
    Type: 'machine',
    AtMS: 1,
    Verdict,
    Confidence: 1,
    Cause,
  });

  it('is who answered: the last verdict of the line, but the agent knows better', () => {
    expect(answeredBy([])).toBeUndefined();
    expect(answeredBy([machine('human', 'short_greeting'), machine('machine', 'beep')])).toBe('machine');
    expect(answeredBy([machine('human', 'agent'), machine('machine', 'beep')])).toBe('human');
  });

  it('is whether a message was left, for the retry rules', () => {
    expect(machineEndReason({})).toBeUndefined();
    expect(machineEndReason({ EndedDetail: 'answering_machine' })).toBe('abandoned_answering_machine');
    expect(machineEndReason({ Events: [{ Type: 'message_left', AtMS: 1 }] })).toBe('left_voicemail');
  });
});
