import { conversationEndReasons, endedReasons } from '../../../../shared/domain/call/call';
import {
  defaultRetryRules,
  exhaustedReason,
  decideAfterCall,
  retryDelayMs,
  type Outcome,
} from '../../../../shared/domain/retry/retry-rules';
import { parseDurationMs } from '../../../../shared/domain/duration';

const talked = (outcome: Partial<Outcome>): Outcome => ({
  endedReason: 'assistant_hung_up',
  connected: true,
  ...outcome,
});

describe('decideAfterCall', () => {
  it('decides for every possible outcome', () => {
    for (const endedReason of [undefined, ...endedReasons])
      for (const conversation of [undefined, ...conversationEndReasons])
        for (const connected of [true, false])
          expect(['completed', 'failed', 'retry']).toContain(
            decideAfterCall({ endedReason, conversation, connected }, {}, false).kind,
          );
  });

  it('decides by the conversation for an answered call', () => {
    expect(decideAfterCall(talked({ conversation: 'conversation_complete' }), {}, false)).toEqual({
      kind: 'completed',
    });
    expect(decideAfterCall(talked({ conversation: 'wrong_contact' }), {}, false)).toMatchObject({
      reason: 'wrong_contact',
    });
    expect(
      decideAfterCall(talked({ conversation: 'user_refusal', endedReason: 'contact_hung_up' }), {}, false),
    ).toMatchObject({
      kind: 'failed',
      reason: 'opted_out',
    });
  });

  it('decides by the provider’s reason for a call without an answer, regardless of any analysis', () => {
    const outcome: Outcome = { endedReason: 'contact_busy', connected: false, conversation: 'conversation_complete' };
    expect(decideAfterCall(outcome, {}, false)).toMatchObject({ kind: 'retry', because: 'contact_busy' });
  });

  it('treats an error on our side as our failure, never as an opt-out', () => {
    const outcome: Outcome = { endedReason: 'assistant_error', connected: true, conversation: 'call_dropped' };
    expect(decideAfterCall(outcome, {}, true)).toMatchObject({ kind: 'retry', because: 'assistant_error' });
    expect(decideAfterCall({ endedReason: undefined, connected: false }, {}, true)).toMatchObject({
      because: 'assistant_error',
    });
    expect(exhaustedReason('assistant_error')).toBe('technical_error');
    expect(exhaustedReason('contact_busy')).toBe('max_attempts_exceeded');
  });

  it('treats a hang-up as an opt-out only if the campaign says so, and not after a finished conversation', () => {
    const hungUp = talked({ endedReason: 'contact_hung_up', conversation: 'other_unsuccessful' });
    expect(decideAfterCall(hungUp, {}, false)).toMatchObject({ kind: 'retry', because: 'contact_hung_up' });
    expect(decideAfterCall(hungUp, {}, true)).toMatchObject({ kind: 'failed', reason: 'opted_out' });
    expect(decideAfterCall({ ...hungUp, conversation: 'conversation_complete' }, {}, true)).toEqual({
      kind: 'completed',
    });
  });

  it('prefers the campaign’s rules to the defaults', () => {
    const voicemail = talked({ conversation: 'left_voicemail' });
    expect(decideAfterCall(voicemail, { left_voicemail: { Then: 'complete' } }, false)).toEqual({ kind: 'completed' });
    expect(decideAfterCall(voicemail, { left_voicemail: { Then: 'retry', Delays: ['1m'] } }, false)).toEqual({
      kind: 'retry',
      delays: ['1m'],
      because: 'left_voicemail',
    });
  });
});

describe('retryDelayMs', () => {
  it('uses the delays in order and repeats the last one', () => {
    expect([1, 2, 3, 99].map((made) => retryDelayMs(['5m', '1h'], made))).toEqual(
      [5, 60, 60, 60].map((minutes) => minutes * 60_000),
    );
    expect(retryDelayMs([], 1)).toBe(0);
  });

  it('has valid durations as default delays', () => {
    for (const rule of Object.values(defaultRetryRules))
      if ('Delays' in rule) for (const delay of rule.Delays) expect(parseDurationMs(delay)).toBeGreaterThan(0);
  });
});
