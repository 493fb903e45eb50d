import pino from 'pino';
import { createAgentReports } from '../../../../activities/call/agent-reports';
import type { CallWriter } from '../../../../activities/call/call-writer';
import type { JobRedaction } from '../../../../activities/call/redaction';
import { createTranscript } from '../../../../activities/call/transcript';
import type { ActivityDeps } from '../../../../activities/deps';
import type { AgentReport } from '../../../../shared/domain/call/agent-report';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
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

it('a burst of messages, each slow to redact, leaves the process time for other calls after each', async () => {
  const stored: number[] = [];
  const addMessages = (_call: unknown, messages: { sequence: number }[]) =>
    Promise.resolve(void stored.push(...messages.map(({ sequence }) => sequence)));
  const store = { calls: { addMessages }, isUnavailable: () => false };
  const { writer, isDone } = createWriter();
  /** In which turn of the event loop each message was redacted. */
  const redactedIn: number[] = [];
  const message = (given: unknown) => {
    redactedIn.push(turns);
    return given;
  };
  const deps = { store, logger: pino({ level: 'silent' }) } as unknown as ActivityDeps;
  const transcript = createTranscript(deps, call, { writer, redaction: { message } as unknown as JobRedaction });
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let index = 0; index < 20; index++)
    transcript.add({ role: 'user', content: 'x', created_at: '2026-11-20T12:00:00Z', start_ms: 0, end_ms: 1 });
  await isDone();
  isOver = true;
  expect(stored).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(redactedIn).toHaveLength(20);
  expect(new Set(redactedIn).size).toBe(20);
});

it('what an agent reports is redacted once, however often it adds to it', async () => {
  const saved: AgentReport[] = [];
  const saveAgentReport = (_call: unknown, report: AgentReport) => Promise.resolve(void saved.push(report));
  const deps = { store: { calls: { saveAgentReport } } } as unknown as ActivityDeps;
  let redacted = 0;
  const report = (given: AgentReport): AgentReport => {
    redacted += JSON.stringify(given).length;
    return given;
  };
  const { writer, isDone } = createWriter();
  const onReport = createAgentReports(deps, call, { writer, redaction: { report } as unknown as JobRedaction });
  onReport({ OutputData: { notes: 'x'.repeat(10_000) } });
  for (let count = 0; count < 10; count++) {
    onReport({ OutputData: { count } });
    await isDone();
  }
  expect(saved.at(-1)).toMatchObject({ OutputData: { count: 9, notes: expect.any(String) as string } });
  expect(redacted).toBeLessThan(12_000);
});
