import { createCallRecord, type CallSummary } from '../../../../shared/domain/call/call-record';
import { decideAnalysis, decideEnd } from '../../../../shared/domain/job/decisions';
import { aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-23T09:00:00Z');
const job = aJob({ CreatedMS: nowMs, State: 'calling', CallCount: 4 });
const call = (attempt: number, fields: Partial<CallSummary>): CallSummary => ({
  ...createCallRecord(job, attempt, nowMs),
  ...fields,
});
const answered = { ConnectedMS: nowMs + 1, EndedMS: nowMs + 9_000 };
const calls = [call(1, answered), call(2, {}), call(3, { PostponedUntilMS: nowMs, ...answered }), call(4, answered)];

describe('the totals of a job’s calls', () => {
  it('have the calls that were answered, without those that were postponed, whenever a call is over', () => {
    const totals = { AnsweredCalls: 2, Metrics: { TotalCallAttempts: 3 } };
    expect(decideAnalysis(calls, nowMs).set).toMatchObject(totals);
    expect(decideEnd(job, calls, nowMs)).toMatchObject({ to: 'canceled', set: totals });
    expect(decideEnd({ ...job, DeletionRequestedMS: nowMs }, calls, nowMs)).toMatchObject({ set: totals });
  });

  it('have no count if no call was answered', () => {
    expect(decideAnalysis([call(1, {})], nowMs).set).not.toHaveProperty('AnsweredCalls');
  });
});
