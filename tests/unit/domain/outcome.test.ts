import { conversationEndReasons, endedReasons } from '../../../shared/domain/call/call';
import {
  defaultRetryRules,
  exhaustedReason,
  nextStep,
  retryDelay,
  type Outcome,
} from '../../../shared/domain/call/outcome';
import { parseDurationMs } from '../../../shared/domain/duration';

const talked = (outcome: Partial<Outcome>): Outcome => ({
  endedReason: 'assistant_hung_up',
  connected: true,
  ...outcome,
});

describe('nextStep', () => {
  it('gives every outcome there can be a next step', () => {
    for (const endedReason of [undefined, ...endedReasons])
      for (const conversation of [undefined, ...conversationEndReasons])
        for (const connected of [true, false])
          expect(['completed', 'failed', 'retry']).toContain(
            nextStep({ endedReason, conversation, connected }, {}, false).kind,
          );
  });

  it('judges an answered call by its conversation', () => {
    expect(nextStep(talked({ conversation: 'conversation_complete' }), {}, false)).toEqual({ kind: 'completed' });
    expect(nextStep(talked({ conversation: 'wrong_contact' }), {}, false)).toMatchObject({ reason: 'wrong_contact' });
    expect(nextStep(talked({ conversation: 'user_refusal', endedReason: 'contact_hung_up' }), {}, false)).toMatchObject(
      {
        kind: 'failed',
        reason: 'opted_out',
      },
    );
  });

  it('judges a call that nobody answered by the line, whatever an analysis says', () => {
    const outcome: Outcome = { endedReason: 'contact_busy', connected: false, conversation: 'conversation_complete' };
    expect(nextStep(outcome, {}, false)).toMatchObject({ kind: 'retry', because: 'contact_busy' });
  });

  it('takes what our side broke for our failure, and never for an opt-out', () => {
    const outcome: Outcome = { endedReason: 'assistant_error', connected: true, conversation: 'call_dropped' };
    expect(nextStep(outcome, {}, true)).toMatchObject({ kind: 'retry', because: 'assistant_error' });
    expect(nextStep({ endedReason: undefined, connected: false }, {}, true)).toMatchObject({
      because: 'assistant_error',
    });
    expect(exhaustedReason('assistant_error')).toBe('technical_error');
    expect(exhaustedReason('contact_busy')).toBe('max_attempts_exceeded');
  });

  it('takes a hang-up for an opt-out only where the campaign says so, and not after a finished conversation', () => {
    const hungUp = talked({ endedReason: 'contact_hung_up', conversation: 'other_unsuccessful' });
    expect(nextStep(hungUp, {}, false)).toMatchObject({ kind: 'retry', because: 'contact_hung_up' });
    expect(nextStep(hungUp, {}, true)).toMatchObject({ kind: 'failed', reason: 'opted_out' });
    expect(nextStep({ ...hungUp, conversation: 'conversation_complete' }, {}, true)).toEqual({ kind: 'completed' });
  });

  it('asks the rules of the campaign before its own', () => {
    const voicemail = talked({ conversation: 'left_voicemail' });
    expect(nextStep(voicemail, { left_voicemail: { Then: 'complete' } }, false)).toEqual({ kind: 'completed' });
    expect(nextStep(voicemail, { left_voicemail: { Then: 'retry', Delays: ['1m'] } }, false)).toEqual({
      kind: 'retry',
      delays: ['1m'],
      because: 'left_voicemail',
    });
  });
});

describe('retryDelay', () => {
  it('takes the delays in turn and repeats the last', () => {
    expect([1, 2, 3, 99].map((made) => retryDelay(['5m', '1h'], made))).toEqual(['5m', '1h', '1h', '1h']);
    expect(retryDelay([], 1)).toBe('0s');
  });

  it('has delays by default that are durations', () => {
    for (const rule of Object.values(defaultRetryRules))
      if ('Delays' in rule) for (const delay of rule.Delays) expect(parseDurationMs(delay)).toBeGreaterThan(0);
  });
});
