import {
  actionTo,
  campaignActions,
  campaignStates,
  createRamp,
  decideTransition,
  shownStateOf,
  type CampaignAction,
} from '../../../../shared/domain/campaign/state';

const actions = Object.keys(campaignActions) as CampaignAction[];
/** The state after each action, from each state: with open jobs, and without. `=` is unchanged, `-` refused. */
const expected: Record<CampaignAction, Record<(typeof campaignStates)[number], [string, string]>> = {
  start: {
    draft: ['running', 'running'],
    running: ['=', '='],
    paused: ['-', '-'],
    stopped: ['-', '-'],
    archived: ['-', '-'],
  },
  pause: {
    draft: ['-', '-'],
    running: ['paused', 'paused'],
    paused: ['=', '='],
    stopped: ['-', '-'],
    archived: ['-', '-'],
  },
  resume: {
    draft: ['-', '-'],
    running: ['=', '='],
    paused: ['running', 'running'],
    stopped: ['-', '-'],
    archived: ['-', '-'],
  },
  stop: {
    draft: ['stopped', 'stopped'],
    running: ['stopped', 'stopped'],
    paused: ['stopped', 'stopped'],
    stopped: ['=', '='],
    archived: ['-', '-'],
  },
  archive: {
    draft: ['archived', 'archived'],
    running: ['-', 'archived'],
    paused: ['-', 'archived'],
    stopped: ['archived', 'archived'],
    archived: ['=', '='],
  },
};

describe('the states of a campaign', () => {
  it.each(actions.flatMap((action) => campaignStates.map((state) => [action, state] as const)))(
    '%s from %s leads where the table says',
    (action, state) => {
      const results = [false, true].map((isFinished) => {
        const transition = decideTransition(action, state, isFinished);
        return transition.kind === 'change' ? transition.to : transition.kind === 'unchanged' ? '=' : '-';
      });
      expect(results).toEqual(expected[action][state]);
    },
  );

  it('are named by the refusal of an action', () => {
    expect(decideTransition('resume', 'stopped', false)).toEqual({
      kind: 'refused',
      detail: 'The campaign is stopped. "resume" needs a campaign that is paused.',
    });
    expect(decideTransition('archive', 'running', false)).toEqual({
      kind: 'refused',
      detail:
        'The campaign is running. "archive" needs a campaign that is draft or stopped, or one without open jobs that is running or paused.',
    });
  });

  it('are never left again once a campaign was stopped, but for the archive', () => {
    for (const action of actions)
      for (const state of ['stopped', 'archived'] as const)
        expect(['=', '-', 'archived']).toContain(expected[action][state][0]);
  });

  it('are set by a change of the settings as by the action that leads there', () => {
    expect(actionTo('running', 'draft')).toBe('start');
    expect(actionTo('running', 'paused')).toBe('resume');
    expect(actionTo('paused', 'running')).toBe('pause');
  });

  it('show the block of the operator first', () => {
    expect(shownStateOf({ State: 'draft', Blocked: true })).toBe('blocked');
    expect(shownStateOf({ State: 'draft' })).toBe('draft');
  });

  it('end a hold with a ramp of five calls per second, of an hour at most', () => {
    expect(createRamp(5, 1_000)).toBeUndefined();
    expect(createRamp(55, 1_000)).toEqual({ FromMS: 1_000, UntilMS: 11_000 });
    expect(createRamp(1_000_000, 0)).toEqual({ FromMS: 0, UntilMS: 3_600_000 });
  });
});
