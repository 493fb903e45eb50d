import { carryData } from '../../../../activities/call/carry-data';
import type { CallAnalysis } from '../../../../shared/domain/call/call';
import { createCallRecord } from '../../../../shared/domain/call/call-record';

const job = { ID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' };
const byRules: CallAnalysis = {
  CallSummary: 'Call 1: … Call 2: The contact was not reached.',
  Data: { Confirmed: null },
  ConversationEndReason: 'no_answer',
  AskedIfBotOrAI: false,
  Evidence: { Confirmed: { Unknown: 'not_analyzed' } },
};
const byModel: CallAnalysis = {
  ...byRules,
  CallSummary: 'The contact confirmed.',
  Data: { Confirmed: true },
  ConversationEndReason: 'call_dropped',
  Evidence: { Confirmed: { Quotes: [{ CallID: 'call_1_1', MessageIndex: 0, Text: 'Yes', Start: 0 }] } },
  Source: { Analyzer: 'openai', SchemaVersion: 1, AnalyzedAt: '2026-11-23T00:00:00Z', Calls: 1 },
};
const callWith = (Analysis: CallAnalysis, attempt: number) => ({ ...createCallRecord(job, attempt, 0), Analysis });

describe('the analysis of a call that no model reads', () => {
  it('keeps what a model found in earlier calls, and concludes by the rules', () => {
    const carried = carryData(byRules, [callWith(byModel, 1), callWith({ ...byRules, Data: {} }, 2)]);
    expect(carried).toEqual({ ...byRules, Data: byModel.Data, Evidence: byModel.Evidence, Source: byModel.Source });
  });

  it('knows nothing if no model has read an earlier call', () => {
    expect(carryData(byRules, [callWith(byRules, 1)])).toBe(byRules);
  });
});
