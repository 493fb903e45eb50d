import { errorFacts } from '../../../../activities/lib/error-facts';
import { closeUndialedCall } from '../../../../activities/call/close-failed-call';
import type { ActivityDeps } from '../../../../activities/deps';
import { createLogger } from '../../../../shared/adapters/logger';
import type { CallEnd } from '../../../../shared/adapters/mongo/calls.repository';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import { CallRefusedError } from '../../../../shared/adapters/telephony/telephony';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import { aJob, seededNumber } from '../../../support/builders';

describe('an error of the call provider', () => {
  it.each([
    ['CallRefusedError', (): Error => new CallRefusedError(`486 Busy Here: ${seededNumber}`)],
    ['Error', (): Error => Object.assign(new Error(`No route to ${seededNumber}`), { code: 'EHOSTUNREACH' })],
  ])('is logged by its type and code, never by its text: %s', async (type, createError) => {
    const logged: string[] = [];
    const closed: CallEnd[] = [];
    const job = aJob({ CreatedMS: 1 });
    const deps = {
      store: {
        calls: { close: (_call: unknown, end: CallEnd) => Promise.resolve(closed.push(end)) },
        events: { record: () => Promise.resolve() },
      },
      clock: { nowMs: () => 2 },
      redactor: createRedactor(),
      metrics: { calls: { recordEnd: () => undefined } },
      logger: createLogger('worker', 'trace', { write: (line: string) => void logged.push(line) }),
    } as unknown as ActivityDeps;
    const context = { job, overrides: { Redaction: { redact: ['phone_number'] } } } as unknown as JobContext;
    await closeUndialedCall(deps, { call: createCallRecord(job, 1, 1), context }, createError());
    expect(closed).toMatchObject([{ state: 'failed', endedReason: 'assistant_error' }]);
    expect(logged.join('')).toContain(`"errorType":"${type}"`);
    expect(logged.join('')).not.toMatch(/4155|No route|Busy/);
  });

  it('has a code only if it is one', () => {
    const withCode = (code: unknown) => errorFacts(Object.assign(new Error('x'), { code }));
    expect(withCode('ECONNRESET')).toEqual({ errorType: 'Error', errorCode: 'ECONNRESET' });
    expect(withCode(486)).toEqual({ errorType: 'Error', errorCode: 486 });
    for (const text of ['Busy +14155550123', '+14155550123', { a: 1 }])
      expect(withCode(text)).toEqual({ errorType: 'Error' });
    expect(errorFacts('+14155550123')).toEqual({ errorType: 'string' });
  });
});
