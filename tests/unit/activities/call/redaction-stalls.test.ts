import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { createAgentReports } from '../../../../activities/call/agent-reports';
import type { CallWriter } from '../../../../activities/call/call-writer';
import { createJobRedaction, type JobRedaction } from '../../../../activities/call/redaction';
import { createTranscript } from '../../../../activities/call/transcript';
import type { ActivityDeps } from '../../../../activities/deps';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import type { AgentReport } from '../../../../shared/domain/call/agent-report';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { createTurns, type Turns } from '../../../../shared/domain/turns';
import { aJob } from '../../../support/builders';

const call = createCallRecord(aJob({ CreatedMS: 1 }), 1, 1);

/** Writes one after the other, as the writer of a call does. */
function createWriter() {
  let last: Promise<unknown> = Promise.resolve();
  const writer: CallWriter = {
    write: (_kind, write) => {
      const written = last.then(write).then(() => true);
      last = written;
      return written;
    },
  };
  return { writer, isDone: () => last };
}

/** Turns of a thread that is interrupted wherever it may be. */
const interruptedTurns = (): Turns => {
  let nowMs = 0;
  return createTurns({ nowMs: () => ++nowMs, idleMs: () => nowMs, sleep: () => setImmediate() });
};

const redactionOf = (turns: Turns, OrgID: string): JobRedaction => {
  const context = { job: { ...aJob({ CreatedMS: 1 }), OrgID }, overrides: { Redaction: { redact: ['all'] } } };
  return createJobRedaction({ redactor: createRedactor(), turns }, context as unknown as JobContext);
};

/** Counts the turns of the event loop, in each of which other calls have their audio. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let isOver = false;
  const next = async (): Promise<void> => {
    while (!isOver) {
      await setImmediate();
      count++;
    }
  };
  const counting = next();
  await work();
  isOver = true;
  await counting;
  return count;
}

/** The slowest text there is, of so many characters. */
const slow = (length: number): string => '12 '.repeat(length / 3);

describe('text of an agent that is slow to redact', () => {
  const deps = { store: {}, logger: pino({ level: 'silent' }) };

  it('leaves the process time for other calls every few hundred characters: output', async () => {
    const { writer, isDone } = createWriter();
    const store = { calls: { saveAgentReport: () => Promise.resolve() } };
    const reports = createAgentReports({ ...deps, store } as unknown as ActivityDeps, call, {
      writer,
      redaction: redactionOf(interruptedTurns(), 'org_1'),
    });
    const turns = await countTurns(async () => {
      reports.add({ OutputData: { k: slow(18_000) } });
      await reports.settled();
      await isDone();
    });
    expect(turns).toBeGreaterThan(18_000 / 2_048);
  });

  it('leaves the process time for other calls every few hundred characters: messages', async () => {
    const { writer, isDone } = createWriter();
    const stored: number[] = [];
    const addMessages = (_call: unknown, messages: { sequence: number }[]) =>
      Promise.resolve(void stored.push(...messages.map(({ sequence }) => sequence)));
    const store = { calls: { addMessages }, isUnavailable: () => false };
    const transcript = createTranscript({ ...deps, store } as unknown as ActivityDeps, call, {
      writer,
      redaction: redactionOf(interruptedTurns(), 'org_1'),
    });
    const turns = await countTurns(async () => {
      const content = slow(9_000);
      transcript.add({ role: 'user', content, created_at: '2026-11-20T12:00:00Z', start_ms: 0, end_ms: 1 });
      transcript.add({ role: 'user', content, created_at: '2026-11-20T12:00:00Z', start_ms: 0, end_ms: 1 });
      await isDone();
    });
    expect(stored).toEqual([1, 2]);
    expect(turns).toBeGreaterThan(18_000 / 2_048);
  });

  it('does not hold up what another organization says', async () => {
    const turns = interruptedTurns();
    const order: string[] = [];
    const hostile = ['1', '2', '3'].map(() =>
      redactionOf(turns, 'org_1')
        .text(slow(9_000))
        .then(() => order.push('hostile')),
    );
    const text = redactionOf(turns, 'org_2')
      .text('My number is 415 555 0123.')
      .then((redacted) => order.push(redacted));
    await Promise.all([...hostile, text]);
    expect(order[0]).toBe('My number is [phone_number].');
  });
});

it('what an agent reports is redacted once, however often it adds to it', async () => {
  const saved: AgentReport[] = [];
  const saveAgentReport = (_call: unknown, report: AgentReport) => Promise.resolve(void saved.push(report));
  const deps = { store: { calls: { saveAgentReport } } } as unknown as ActivityDeps;
  let redacted = 0;
  const report = (given: AgentReport): Promise<AgentReport> => {
    redacted += JSON.stringify(given).length;
    return Promise.resolve(given);
  };
  const { writer, isDone } = createWriter();
  const { add, settled } = createAgentReports(deps, call, { writer, redaction: { report } });
  add({ OutputData: { notes: 'x'.repeat(10_000) } });
  for (let count = 0; count < 10; count++) {
    add({ OutputData: { count } });
    await settled();
    await isDone();
  }
  expect(saved.at(-1)).toMatchObject({ OutputData: { count: 9, notes: expect.any(String) as string } });
  expect(redacted).toBeLessThan(12_000);
});
