import { errorFacts } from '../../../../activities/lib/error-facts';
import { closeUndialedCall } from '../../../../activities/call/close-failed-call';
import type { ActivityDeps } from '../../../../activities/deps';
import { createLogger } from '../../../../shared/adapters/logger';
import type { CallEnd } from '../../../../shared/adapters/mongo/calls.repository';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import { CallRefusedError } from '../../../../shared/adapters/telephony/telephony';
import { createThreadTurns } from '../../../../shared/adapters/thread-turns';
import type { JobContext } from '../../../../shared/domain/planning/plan-job';
import { createCallRecord } from '../../../../shared/domain/call/call-record';
import type { CallSummary } from '../../../../shared/domain/call/call-record';
import { aJob, seededNumber } from '../../../support/builders';

/** Closes the call that the provider did not dial. */
async function closeAfter(
  error: Error,
  own: Partial<CallSummary> = {},
): Promise<{ closed: CallEnd[]; logged: string }> {
  const logged: string[] = [];
  const closed: CallEnd[] = [];
  const job = aJob({ CreatedMS: 1 });
  const deps = {
    store: {
      calls: { close: (_call: unknown, end: CallEnd) => Promise.resolve(closed.push(end)) },
      events: { record: () => Promise.resolve() },
      webhooks: { list: () => Promise.resolve([]) },
      deliveries: { openAll: () => Promise.resolve() },
    },
    clock: { nowMs: () => 2 },
    redactor: createRedactor(),
    turns: createThreadTurns(),
    metrics: { calls: { recordEnd: () => undefined } },
    logger: createLogger('worker', 'trace', { write: (line: string) => void logged.push(line) }),
  } as unknown as ActivityDeps;
  const context = { job, overrides: { Redaction: { redact: ['phone_number'] } } } as unknown as JobContext;
  await closeUndialedCall(deps, { call: { ...createCallRecord(job, 1, 1), ...own }, context }, error);
  return { closed, logged: logged.join('') };
}

describe('an error of the call provider', () => {
  it.each([
    ['CallRefusedError', (): Error => new CallRefusedError(`486 Busy Here: ${seededNumber}`)],
    ['Error', (): Error => Object.assign(new Error(`No route to ${seededNumber}`), { code: 'EHOSTUNREACH' })],
  ])('is logged by its type and code, never by its text: %s', async (type, createError) => {
    const { closed, logged } = await closeAfter(createError());
    expect(closed).toMatchObject([{ state: 'failed', endedReason: 'assistant_error' }]);
    expect(logged).toContain(`"errorType":"${type}"`);
    expect(logged).not.toMatch(/4155|No route|Busy/);
  });

  it('is its failure, unless the line answered for one number', async () => {
    const refused = (end?: object) => closeAfter(new CallRefusedError('Refused.', end === undefined ? {} : { end }));
    expect((await refused()).closed).toMatchObject([{ endedReason: 'assistant_error', failure: 'provider_refused' }]);
    const routed = await refused({ reason: 'assistant_error', detail: 'no_route', sip: { code: 404, phrase: 'No' } });
    expect(routed.closed).toMatchObject([{ detail: 'no_route', failure: 'provider_refused' }]);
    for (const detail of ['busy', 'declined', 'unwanted', 'blocked', 'invalid_number', 'unreachable'] as const) {
      const { closed } = await refused({ reason: 'contact_did_not_answer', detail });
      expect(closed).toMatchObject([{ state: 'failed', endedReason: 'contact_did_not_answer', detail }]);
      expect(closed[0]).not.toHaveProperty('failure');
    }
  });

  it('keeps what the line answered', async () => {
    const end = { reason: 'contact_did_not_answer', detail: 'invalid_number', permanent: true, q850: 1 } as const;
    const error = new CallRefusedError('No such number.', { end: { ...end, sip: { code: 404, phrase: 'Not Found' } } });
    const { closed } = await closeAfter(error, { Line: { Provider: 'sip', Trunk: 'main' } });
    const line = { Provider: 'sip', Trunk: 'main', SipCode: 404, SipReason: 'Not Found', Q850: 1 };
    expect(closed).toMatchObject([{ permanent: true, line }]);
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
