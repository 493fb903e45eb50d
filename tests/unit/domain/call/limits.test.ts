import type { CallAnalysis, LLMMessage } from '../../../../shared/domain/call/call';
import { boundAnalysis, boundMessage, storedTextLimits } from '../../../../shared/domain/call/limits';

const long = 'a'.repeat(300_000);

describe('the limits of stored texts', () => {
  const said: LLMMessage = { role: 'assistant', content: 'Hello', created_at: '2026-11-22T12:00:00Z' };

  it('leave ordinary messages and analyses unchanged', () => {
    const tool = { id: 'a', type: 'function' as const, function: { name: 'book', arguments: '{"at":9}' } };
    for (const message of [said, { ...said, content: null, tool_calls: [tool] }, { ...said, tool_call_id: 'a' }])
      expect(boundMessage(message)).toEqual(message);
    expect(boundAnalysis(analysis)).toBe(analysis);
  });

  it('shorten a message, and keep the arguments of its tool calls JSON', () => {
    const tool = { id: long, type: 'function' as const, function: { name: long, arguments: `"${long}"` } };
    const bounded = boundMessage({ ...said, content: long, tool_calls: Array.from({ length: 1_000 }, () => tool) });
    expect(bounded.content).toHaveLength(storedTextLimits.message);
    expect(bounded.tool_calls?.[0]?.function.arguments).toBe('{}');
    expect(JSON.stringify(bounded).length).toBeLessThan(30_000);
  });

  const analysis: CallAnalysis = {
    CallSummary: 'Done.',
    Data: { Confirmed: true },
    ConversationEndReason: 'user_refusal',
    AskedIfBotOrAI: true,
    TranscriptionErrors: [],
  };

  it('leave out the data of an analysis first, and never what decides about further calls', () => {
    expect(boundAnalysis({ ...analysis, Data: { long } })).toEqual({ ...analysis, Data: {} });
    const bounded = boundAnalysis({ ...analysis, CallSummary: long, TranscriptionErrors: [long] });
    expect(bounded).toMatchObject({ ConversationEndReason: 'user_refusal', AskedIfBotOrAI: true, Data: {} });
    expect(JSON.stringify(bounded).length).toBeLessThan(storedTextLimits.analysis);
  });
});
