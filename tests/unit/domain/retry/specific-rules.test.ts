import { endedDetails } from '../../../../shared/domain/call/line';
import {
  decideAfterCall,
  detailNames,
  ruleNames,
  type Outcome,
  type RetryRules,
} from '../../../../shared/domain/retry/retry-rules';

const unanswered = { endedReason: 'contact_did_not_answer', connected: false } as const;
const talked = { endedReason: 'assistant_hung_up', connected: true } as const;
const decide = (outcome: Outcome, rules: RetryRules = {}) => decideAfterCall(outcome, rules, false);

describe('a rule for a detail of the line', () => {
  it('can name every detail but no_answer, which is the end of a conversation already', () => {
    expect([...detailNames, 'no_answer'].sort()).toEqual([...endedDetails].sort());
    expect(new Set(ruleNames).size).toBe(ruleNames.length);
  });

  it.each(detailNames)('%s: takes precedence over the rule for the reason', (detail) => {
    const rules: RetryRules = { [detail]: { Then: 'complete' }, contact_did_not_answer: { Then: 'retry' } };
    expect(decide({ ...unanswered, detail }, rules)).toEqual({ kind: 'completed' });
    expect(decide(unanswered, rules)).toMatchObject({ kind: 'retry', because: 'contact_did_not_answer' });
  });

  it.each(endedDetails.filter((detail) => detail !== 'unwanted'))(
    '%s: without one, the rule for the reason applies',
    (detail) => {
      const rules: RetryRules = { contact_did_not_answer: { Then: 'retry', Delays: ['7m'] } };
      expect(decide({ ...unanswered, detail }, rules)).toEqual(decide(unanswered, rules));
      expect(decide({ ...unanswered, detail })).toEqual(decide(unanswered));
    },
  );

  it('does not change what follows a refusal or a wrong contact', () => {
    for (const conversation of ['user_refusal', 'wrong_contact'] as const)
      expect(decide({ ...talked, conversation, detail: 'stopped' }, { stopped: { Then: 'retry' } })).toEqual(
        decide({ ...talked, conversation }),
      );
  });
});

describe('a contact whose network says that the call is unwanted', () => {
  const outcome: Outcome = { ...unanswered, detail: 'unwanted' };
  it('has opted out, whatever the rule for the reason', () => {
    const optedOut = { kind: 'failed', reason: 'opted_out' };
    expect(decide(outcome)).toMatchObject(optedOut);
    expect(decide(outcome, { contact_did_not_answer: { Then: 'retry' } })).toMatchObject(optedOut);
  });

  it('is called again only by a rule that names it', () => {
    expect(decide(outcome, { unwanted: { Then: 'retry', Delays: ['24h'] } })).toMatchObject({
      kind: 'retry',
      because: 'unwanted',
    });
  });
});

describe('a number that can never be reached', () => {
  it('fails the job at once, whatever the rules say', () => {
    const outcome: Outcome = { ...unanswered, detail: 'invalid_number', permanent: true };
    for (const rules of [{}, { invalid_number: { Then: 'retry' } }, { contact_did_not_answer: { Then: 'complete' } }])
      expect(decide(outcome, rules as RetryRules)).toMatchObject({
        kind: 'failed',
        reason: 'technical_error',
        message: expect.stringContaining('invalid_number') as string,
      });
  });
});

describe('a contact who asked to be called back', () => {
  const callback = { ...talked, callbackAtMs: 5_000 };
  it.each(['conversation_complete', 'other_unsuccessful', 'call_dropped', undefined] as const)(
    'is called at that time after %s',
    (conversation) => {
      expect(decide({ ...callback, conversation })).toMatchObject({
        kind: 'retry',
        because: 'callback_requested',
        atMs: 5_000,
      });
    },
  );

  it.each(['user_refusal', 'wrong_contact'] as const)('is not after %s', (conversation) => {
    expect(decide({ ...callback, conversation })).toEqual(decide({ ...talked, conversation }));
  });

  it('is not if the campaign says so, nor after a hang-up that is an opt-out', () => {
    expect(decide(callback, { callback_requested: { Then: 'complete' } })).toEqual({ kind: 'completed' });
    const hungUp = { ...callback, endedReason: 'contact_hung_up' } as const;
    expect(decideAfterCall(hungUp, {}, true)).toMatchObject({ kind: 'failed', reason: 'opted_out' });
  });
});
