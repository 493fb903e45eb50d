import { watchMachine } from '../../../activities/call/answering-machine';
import { withMachineDetection } from '../../../shared/adapters/telephony/machine-listener';
import type { SimulatorScenario } from '../../../shared/adapters/telephony/simulated/scenarios';
import type { LegEnd, LegEvent } from '../../../shared/adapters/telephony/telephony';
import type { AnsweringMachineSettings } from '../../../shared/domain/call/answering-machine';
import { roundTrip, type BotConnection, type ReceivedMessage } from '../../support/agent-bot';
import { agentOf, closeBots, openBot, plannedCall } from '../../support/streamed-call';
import { createSimulation, dialRequest, untilOverMs } from '../../unit/adapters/telephony/simulated-call';

/** Half a second of a loud tone, as G.711 μ-law: what the simulated contact takes for speech. */
const words = Buffer.alloc(4_000, Buffer.from([0x00, 0x80])).toString('base64');
const speak = (bot: BotConnection): void => bot.send({ event: 'media', media: { payload: words } });

interface Options {
  settings: AnsweringMachineSettings;
  scenario?: SimulatorScenario;
  onMessage?: (bot: BotConnection, message: ReceivedMessage) => void;
}

/** A call on the simulated line, in simulated time, with an agent that is reached by a real websocket. */
async function call({ settings, scenario = 'machine_with_beep', onMessage }: Options) {
  const bot = await openBot({ onMessage: (connection, message) => onMessage?.(connection, message) });
  const connected = await agentOf().connect?.(plannedCall({ URL: bot.url }));
  const { provider, clock } = createSimulation();
  const leg = await withMachineDetection(provider).dial(
    dialRequest({ Scenario: scenario, RingSeconds: 1 }, { machineDetection: settings }),
  );
  const seen: string[] = [];
  let answeredMs = 0;
  leg.onEvent((event: LegEvent) => {
    if (event.type === 'answered') answeredMs = event.atMs;
  });
  const machine = watchMachine(
    {
      leg,
      settings,
      playsAudio: true,
      events: {
        onLegEvent: (event) => seen.push(event.type === 'machine' ? `${event.cause}: ${event.verdict}` : event.type),
        onMessageLeft: () => seen.push('message_left'),
      },
    },
    {
      nowMs: () => clock.nowMs(),
      repeat: (fn) => {
        let isStopped = false;
        const again = (): void => {
          if (isStopped) return;
          fn();
          clock.setTimer(again, 250);
        };
        clock.setTimer(again, 250);
        return () => void (isStopped = true);
      },
    },
  );
  leg.onEvent((event) => machine.onLegEvent(event));
  const done = connected!.converse(leg, {
    onMessage: () => undefined,
    onCallback: () => undefined,
    onTransfer: () => undefined,
    ...machine.forAgent,
  });
  let end: LegEnd | undefined;
  void leg.ended.then((how) => (end = how));
  const connection = await bot.connected();
  /** Lets the call go on, step by step, and the messages of both sides arrive in between. */
  const goOn = async (holds: () => boolean): Promise<void> => {
    for (let step = 0; step < 1_000 && !holds() && end === undefined; step++) {
      await clock.advance(100);
      await roundTrip(connection);
      await roundTrip(connection);
    }
  };
  return {
    connection,
    seen,
    goOn,
    received: (event: string) => connection.received.filter((message) => message.event === event),
    /** The call is over: how it ended, and after how many seconds. */
    finish: async () => {
      await goOn(() => false);
      machine.stop();
      await clock.advance(untilOverMs);
      await done;
      return { ...end!, seconds: Math.round((end!.atMs - answeredMs) / 1_000), pending: clock.pending() };
    },
    hangUp: () => leg.hangUp(),
  };
}

describe('a campaign’s setting for answering machines, with an agent by websocket', () => {
  afterEach(closeBots);

  it('continue: the agent gets the verdict and the beep, and ends the call when it wants', async () => {
    const { received, finish, seen } = await call({
      settings: {},
      onMessage: (bot, { event, machine }) => {
        if (event === 'start') speak(bot);
        if (event === 'outdial.machine' && (machine as { beep_ms?: number }).beep_ms !== undefined)
          bot.send({ event: 'outdial.end' });
      },
    });
    const end = await finish();
    expect(end).toMatchObject({ reason: 'assistant_hung_up', pending: 0 });
    expect(end.detail).toBeUndefined();
    const [verdict, ...later] = received('outdial.machine').map(({ machine }) => machine);
    expect(verdict).toMatchObject({ verdict: 'machine', cause: 'long_greeting' });
    expect(later.at(-1)).toMatchObject({ beep_ms: expect.any(Number) as number });
    expect(received('outdial.leave_message')).toEqual([]);
    expect(seen).toEqual([]);
  });

  it('never delays the greeting: the agent has the contact’s first audio, and is heard, before any verdict', async () => {
    const { connection, received, goOn, finish, hangUp } = await call({
      settings: { Action: 'hang_up' },
      onMessage: (bot, { event }) => {
        if (event !== 'start') return;
        speak(bot);
        bot.send({ event: 'mark', mark: { name: 'greeted' } });
      },
    });
    await goOn(() => received('mark').length > 0);
    expect(received('mark')).toHaveLength(1);
    expect(received('media').length).toBeGreaterThan(0);
    expect(connection.received.some(({ event }) => event === 'outdial.machine')).toBe(false);
    await hangUp();
    await finish();
  });

  it('hang_up: the call ends at the verdict, with a detail that retry rules can name', async () => {
    const { finish } = await call({ settings: { Action: 'hang_up' } });
    expect(await finish()).toMatchObject({ reason: 'assistant_hung_up', detail: 'answering_machine', by: 'us' });
  });

  it('hang_up: leaves a human alone', async () => {
    const { received, goOn, finish, hangUp } = await call({
      settings: { Action: 'hang_up' },
      scenario: 'contact_greets',
    });
    await goOn(() => received('outdial.machine').length > 0);
    expect(received('outdial.machine')).toMatchObject([{ machine: { verdict: 'human' } }]);
    await hangUp();
    expect((await finish()).detail).toBeUndefined();
  });

  it('hang_up: believes the agent before the line', async () => {
    const { seen, received, goOn, finish, hangUp } = await call({
      settings: { Action: 'hang_up' },
      onMessage: (bot, { event }) => {
        if (event === 'start') bot.send({ event: 'outdial.machine', verdict: 'human' });
      },
    });
    await goOn(() => received('outdial.machine').length > 0);
    await hangUp();
    expect((await finish()).detail).toBeUndefined();
    expect(seen).toEqual(['agent: human']);
  });

  it.each<[SimulatorScenario, string]>([
    ['machine_with_beep', 'after the beep'],
    ['machine_without_beep', 'after the greeting'],
    ['left_voicemail', 'after the beep that the line reports'],
  ])('leave_message: %s: the agent is asked %s, and the call ends once it has spoken', async (scenario) => {
    const { received, finish, seen } = await call({
      settings: { Action: 'leave_message', Message: 'Hello {{ContactName}}, please call us.' },
      scenario,
      onMessage: (bot, { event }) => {
        if (event === 'outdial.leave_message') speak(bot);
      },
    });
    const end = await finish();
    expect(end).toMatchObject({ reason: 'assistant_hung_up', pending: 0 });
    expect(end.detail).toBeUndefined();
    expect(received('outdial.leave_message').map(({ leave_message }) => leave_message)).toEqual([
      { Text: 'Hello Ann, please call us.' },
    ]);
    expect(seen).toEqual(['message_left']);
    const machines = received('outdial.machine').map(({ machine }) => machine as { beep_ms?: number });
    expect(machines.some(({ beep_ms }) => beep_ms !== undefined)).toBe(scenario !== 'machine_without_beep');
  });

  it('leave_message: an agent that says nothing leaves no message, and its call ends', async () => {
    const { received, finish, seen } = await call({ settings: { Action: 'leave_message' } });
    expect(await finish()).toMatchObject({ reason: 'assistant_hung_up' });
    expect(received('outdial.leave_message').map(({ leave_message }) => leave_message)).toEqual([{}]);
    expect(seen).toEqual([]);
  });
});
