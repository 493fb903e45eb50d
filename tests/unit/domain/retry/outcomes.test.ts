import { conversationEndReasons, endedReasons } from '../../../../shared/domain/call/call';
import {
  defaultRetryDelays,
  defaultRetryRules,
  decideAfterCall,
  toOutcome,
  outcomeNames,
  retryDelayMs,
  type AfterCall,
  type OutcomeName,
  type RetryRule,
} from '../../../../shared/domain/retry/retry-rules';
import { parseDurationMs } from '../../../../shared/domain/duration';
import { failureReasons } from '../../../../shared/domain/job/failure';

const decide = (name: OutcomeName, rules: Partial<Record<OutcomeName, RetryRule>> = {}, optOut = false): AfterCall =>
  decideAfterCall(toOutcome(name), rules, optOut);

/** The expected result of a rule for an outcome. */
function expected(name: OutcomeName, rule: RetryRule): object {
  switch (rule.Then) {
    case 'complete':
      return { kind: 'completed' };
    case 'fail':
      return { kind: 'failed', reason: rule.Reason };
    case 'retry':
      return { kind: 'retry', because: name, delays: rule.Delays ?? defaultRetryDelays };
  }
}

const rules: RetryRule[] = [
  { Then: 'complete' },
  { Then: 'retry' },
  { Then: 'retry', Delays: ['7m'] },
  { Then: 'retry', Delays: ['1m', '2h', '72h'] },
  ...failureReasons.map((Reason): RetryRule => ({ Then: 'fail', Reason })),
];
const pairs = outcomeNames.flatMap((name) =>
  rules.map((rule): [OutcomeName, string, RetryRule] => [name, JSON.stringify(rule), rule]),
);

describe('every outcome', () => {
  it('is an EndedReason or a ConversationEndReason, and has a default', () => {
    expect([...outcomeNames].sort()).toEqual([...endedReasons, ...conversationEndReasons].sort());
    expect(Object.keys(defaultRetryRules).sort()).toEqual([...outcomeNames].sort());
  });

  it.each(outcomeNames)('%s: follows its default if the campaign has no rule', (name) => {
    expect(decide(name)).toMatchObject(expected(name, defaultRetryRules[name] as RetryRule));
  });

  it.each(outcomeNames)('%s: is not affected by rules for all others', (name) => {
    const others = Object.fromEntries(
      outcomeNames.filter((other) => other !== name).map((other) => [other, { Then: 'complete' }]),
    );
    expect(decide(name, others)).toEqual(decide(name));
  });

  it.each(pairs)('%s: follows the campaign’s rule %s', (name, _rule, rule) => {
    expect(decide(name, { [name]: rule })).toMatchObject(expected(name, rule));
  });

  it.each(outcomeNames)('%s: a failure message names the outcome', (name) => {
    const step = decide(name, { [name]: { Then: 'fail', Reason: 'campaign_objective_missed' } });
    expect(step.kind === 'failed' ? step.message : '').toMatch(new RegExp(`${name}.*\\.$`));
  });
});

describe('a hang-up as an opt-out', () => {
  it('takes precedence over every rule, for a contact who hung up', () => {
    expect(decide('contact_hung_up', { contact_hung_up: { Then: 'complete' } }, true)).toMatchObject({
      kind: 'failed',
      reason: 'opted_out',
    });
  });

  it.each(outcomeNames.filter((name) => name !== 'contact_hung_up'))('changes nothing for %s', (name) => {
    expect(decide(name, {}, true)).toEqual(decide(name));
  });

  it.each(['left_voicemail', 'abandoned_answering_machine', 'wrong_contact', 'conversation_complete'] as const)(
    'changes nothing if the contact hung up after %s',
    (conversation) => {
      const outcome = { endedReason: 'contact_hung_up', connected: true, conversation } as const;
      expect(decideAfterCall(outcome, {}, true)).toEqual(decideAfterCall(outcome, {}, false));
    },
  );

  it.each(['call_dropped', 'other_unsuccessful', undefined] as const)(
    'does not apply if the connection failed: %s',
    (conversation) => {
      const outcome = {
        endedReason: 'contact_hung_up',
        connected: true,
        conversation,
        connectionFailed: true,
      } as const;
      expect(decideAfterCall(outcome, {}, true)).toEqual(decideAfterCall(outcome, {}, false));
    },
  );

  it('applies to a contact who hung up in the middle of a sentence', () => {
    const outcome = { endedReason: 'contact_hung_up', connected: true, conversation: 'call_dropped' } as const;
    expect(decideAfterCall(outcome, {}, true)).toMatchObject({ kind: 'failed', reason: 'opted_out' });
  });
});

describe('delays', () => {
  it('are used in order over all calls of the job, whatever their outcomes, and the last one repeats', () => {
    expect([1, 2, 3, 4, 9].map((made) => retryDelayMs(['1m', '2m', '3m'], made))).toEqual(
      [1, 2, 3, 3, 3].map((minutes) => minutes * 60_000),
    );
  });

  it('by default are durations, each no shorter than the one before', () => {
    const lists = [
      defaultRetryDelays,
      ...Object.values(defaultRetryRules).flatMap((rule) => ('Delays' in rule ? [rule.Delays] : [])),
    ];
    for (const delays of lists) {
      const spans = delays.map((delay) => parseDurationMs(delay) ?? -1);
      expect(spans.every((span) => span > 0)).toBe(true);
      expect(spans).toEqual([...spans].sort((one, other) => one - other));
    }
  });
});
