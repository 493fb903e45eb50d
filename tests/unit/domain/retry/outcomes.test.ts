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

const follow = (name: OutcomeName, rules: Partial<Record<OutcomeName, RetryRule>> = {}, optOut = false): AfterCall =>
  decideAfterCall(toOutcome(name), rules, optOut);

/** What follows a rule for the outcome that it names. */
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

  it.each(outcomeNames)('%s: follows its default where the campaign says nothing', (name) => {
    expect(follow(name)).toMatchObject(expected(name, defaultRetryRules[name] as RetryRule));
  });

  it.each(outcomeNames)('%s: is not moved by rules for all the others', (name) => {
    const others = Object.fromEntries(
      outcomeNames.filter((other) => other !== name).map((other) => [other, { Then: 'complete' }]),
    );
    expect(follow(name, others)).toEqual(follow(name));
  });

  it.each(pairs)('%s: follows the campaign’s rule %s', (name, _rule, rule) => {
    expect(follow(name, { [name]: rule })).toMatchObject(expected(name, rule));
  });

  it.each(outcomeNames)('%s: a failure says which outcome it was, in a sentence', (name) => {
    const step = follow(name, { [name]: { Then: 'fail', Reason: 'campaign_objective_missed' } });
    expect(step.kind === 'failed' ? step.message : '').toMatch(new RegExp(`${name}.*\\.$`));
  });
});

describe('a hang-up as an opt-out', () => {
  it('comes before every rule, for a contact who hung up on us', () => {
    expect(follow('contact_hung_up', { contact_hung_up: { Then: 'complete' } }, true)).toMatchObject({
      kind: 'failed',
      reason: 'opted_out',
    });
  });

  it.each(outcomeNames.filter((name) => name !== 'contact_hung_up'))('changes nothing for %s', (name) => {
    expect(follow(name, {}, true)).toEqual(follow(name));
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
