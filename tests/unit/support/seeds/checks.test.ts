import { countMissing, findBroken, type Seen, type SeenEvent, type SeenJob } from '../../../support/seeds/checks';
import type { Accepted } from '../../../support/seeds/load';
import type { JobKind, PlannedJob } from '../../../support/seeds/plan';
import type { JobState } from '../../../../shared/domain/job/state';

const webhooks = { states: 'webhook_states', others: 'webhook_others' };
const createdMs = 1_795_000_000_000;
const called: JobState[] = ['created', 'scheduled', 'calling', 'analyzing', 'completed'];
const canceled: JobState[] = ['created', 'scheduled', 'canceled'];

const planned = (kind: JobKind, fields: Partial<PlannedJob> = {}): PlannedJob => ({
  ...{ name: kind, kind, atMs: 0, phoneNumber: '+14155550123', body: {} },
  ...fields,
});
const statesOf = (kind: JobKind): JobState[] => {
  if (kind === 'canceled' || kind === 'closed') return [...canceled];
  if (kind === 'suppressed') return ['created', 'failed'];
  return kind === 'erased' ? [...called, 'deleting', 'deleted'] : [...called];
};

/** What is seen of one job of a kind that went as it should. */
function healthy(kind: JobKind, fields: Partial<PlannedJob> = {}): { accepted: Accepted; seen: Seen } {
  const states = statesOf(kind);
  const rang = states.includes('calling');
  const callIds = rang && kind !== 'erased' ? ['call_job_1_1'] : [];
  const job: SeenJob = {
    ...{ id: 'job_1', name: kind, state: states.at(-1)!, createdMs, attempts: rang ? 1 : 0, callIds, states },
    ...(kind === 'suppressed' ? { failure: 'opted_out' } : {}),
  };
  const moves = states.map((state, index): SeenEvent => ({
    ...{ webhookId: webhooks.states, id: `evt_job_1_${index + 1}`, event: 'job_state_updated', jobId: 'job_1' },
    ...{ state, eventTimeMs: createdMs + index },
  }));
  const end = {
    webhookId: webhooks.others,
    id: 'evt_call_job_1_1_3',
    event: 'call_ended',
    jobId: 'job_1',
    eventTimeMs: 1,
  };
  const ring = { attempt: 'call_job_1_1', jobId: 'job_1', scenario: 'x', startMs: createdMs + 6_000 };
  const asked = {
    status: kind === 'corrected' ? 200 : 202,
    answeredMs: createdMs + 5_000,
    callAtMs: createdMs + 5_500,
  };
  return {
    accepted: { jobs: [{ planned: planned(kind, fields), jobId: 'job_1', asked }], imports: [] },
    seen: {
      ...{ jobs: [job], rings: rang ? [ring] : [], events: rang ? [...moves, end] : moves, webhooks, aheadMs: 0 },
      phoneCalls: new Map([['+14155550123', [{ callId: 'a', invites: 1, isOpen: false }]]]),
    },
  };
}

const brokenAfter = (
  kind: JobKind,
  spoil: (seen: Seen, accepted: Accepted) => void,
  fields: Partial<PlannedJob> = {},
): string => {
  const { accepted, seen } = healthy(kind, fields);
  expect(findBroken(accepted, seen)).toEqual([]);
  spoil(seen, accepted);
  return findBroken(accepted, seen).join('\n');
};
const ringAt = (startMs: number, attempt = 'call_job_1_1') => ({ attempt, jobId: 'job_1', scenario: 'x', startMs });

describe('what is checked after the faults of a seed', () => {
  it.each<[string, JobKind, (seen: Seen, accepted: Accepted) => void, RegExp]>([
    ['a job that is gone', 'immediate', (seen) => (seen.jobs = []), /exists 0 times/],
    [
      'a job that exists twice',
      'immediate',
      (seen) => seen.jobs.push({ ...seen.jobs[0]!, id: 'job_2' }),
      /exists 2 times/,
    ],
    ['another id than was answered', 'immediate', (_, { jobs }) => (jobs[0]!.jobId = 'job_0'), /was answered job_0/],
    ['a job of no request', 'immediate', (seen) => seen.jobs.push({ ...seen.jobs[0]!, name: 'x' }), /never asked for/],
    ['a second ring of an attempt', 'immediate', (seen) => seen.rings.push(seen.rings[0]!), /rang 2 times/],
    [
      'more rings than attempts',
      'immediate',
      (seen) => seen.rings.push(ringAt(createdMs + 9_000, 'b')),
      /in 1 attempts/,
    ],
    ['more attempts than allowed', 'immediate', (seen) => (seen.jobs[0]!.attempts = 4), /4 attempts of 3/],
    ['a second phone call', 'sip', (seen) => (seen.jobs[0]!.attempts = 0), /rang the phone once in 0/],
    [
      'a phone call that was invited twice',
      'sip',
      (seen) => (seen.phoneCalls.get('+14155550123')![0]!.invites = 2),
      /twice/,
    ],
    [
      'a phone call that never ends',
      'sip',
      (seen) => (seen.phoneCalls.get('+14155550123')![0]!.isOpen = true),
      /off the hook/,
    ],
    [
      'a ring after a cancellation',
      'interrupted',
      (seen) => seen.rings.push(ringAt(createdMs + 60_000)),
      /after its cancellation/,
    ],
    ['a ring of a canceled job', 'canceled', (seen) => seen.rings.push(ringAt(1)), /outside its window or after/],
    ['a canceled job that goes on', 'canceled', (seen) => (seen.jobs[0]!.state = 'completed'), /was to be canceled/],
    ['a ring outside the window', 'closed', (seen) => seen.rings.push(ringAt(1)), /outside its window/],
    ['a ring of a suppressed number', 'suppressed', (seen) => seen.rings.push(ringAt(1)), /was suppressed/],
    ['a ring before the instant', 'rescheduled', (seen) => (seen.rings[0]!.startMs = createdMs), /before the instant/],
    ['a job that is not erased', 'erased', (seen) => (seen.jobs[0]!.state = 'completed'), /was to be erased/],
    [
      'a correction that is refused',
      'corrected',
      (_, { jobs }) => (jobs[0]!.asked!.status = 409),
      /could not be corrected/,
    ],
    ['a job that never ends', 'immediate', (seen) => (seen.jobs[0]!.state = 'calling'), /has not ended/],
    [
      'a transition that is not allowed',
      'immediate',
      (seen) => seen.jobs[0]!.states.splice(2, 1),
      /went from scheduled to analyzing/,
    ],
    ['an event that never arrived', 'immediate', (seen) => seen.events.splice(1, 1), /has not delivered its scheduled/],
    [
      'an event with another state',
      'immediate',
      (seen) => (seen.events[1]!.state = 'failed'),
      /delivered failed as its/,
    ],
    [
      'an event of nothing',
      'immediate',
      (seen) => (seen.events[1]!.id = 'evt_job_1_9'),
      /evt_job_1_9, which it does not/,
    ],
    ['instants that go back', 'immediate', (seen) => (seen.events[2]!.eventTimeMs = createdMs), /with the instant/],
    [
      'a repeat with another instant',
      'immediate',
      (seen) => seen.events.push({ ...seen.events[1]!, eventTimeMs: 5 }),
      /different/,
    ],
    ['a lost end of a call', 'immediate', (seen) => seen.events.pop(), /has not delivered the end of call_job_1_1/],
  ])('finds %s', (_name, kind, spoil, sentence) => {
    expect(brokenAfter(kind, spoil)).toMatch(sentence);
  });

  it('finds a ring before its delay, but for a clock that is ahead', () => {
    const early = (seen: Seen): void => void (seen.rings[0]!.startMs = createdMs + 2_000);
    expect(brokenAfter('soon', early, { delayMs: 5_000 })).toMatch(/before its delay/);
    const { accepted, seen } = healthy('soon', { delayMs: 5_000 });
    early(seen);
    expect(findBroken(accepted, { ...seen, aheadMs: 3_000 })).toEqual([]);
  });

  it('finds bulk actions that changed a job twice, or not at all', () => {
    const { accepted, seen } = healthy('immediate');
    const row = { name: 'immediate', phoneNumber: '+14155550123' };
    const bulk = { id: 'b', State: 'completed', Matched: 1, Changed: 1, answeredMs: 1 };
    const planOf = (action: 'cancel' | 'redial') => ({
      name: 'import',
      atMs: 0,
      rows: [row],
      waits: false,
      bulk: action,
    });
    seen.events.push({ webhookId: webhooks.others, id: 'evt_import_1_1', event: 'import_finished', eventTimeMs: 1 });
    const check = (action: 'cancel' | 'redial', changes: Partial<typeof bulk> = {}): string => {
      const one = { planned: planOf(action), importId: 'import_1', state: 'completed', bulk: { ...bulk, ...changes } };
      return findBroken({ ...accepted, imports: [one] }, seen).join('\n');
    };
    expect(check('redial')).toMatch(/redialed 0 times/);
    expect(check('cancel')).toMatch(/not every job was canceled/);
    expect(check('redial', { Changed: 2 })).toMatch(/changed 2 of 1/);
    expect(check('redial', { State: 'failed' })).toMatch(/is failed/);
    seen.events.pop();
    expect(check('redial')).toMatch(/has not delivered its end/);
  });

  it('counts what has not arrived yet', () => {
    const { seen } = healthy('immediate');
    expect(countMissing(seen)).toBe(0);
    expect(countMissing({ ...seen, events: [] })).toBe(6);
  });
});
