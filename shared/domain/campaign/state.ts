import type { CircuitBreaker } from './circuit-breaker';

/**
 * Where a campaign is in its life. `draft`: jobs are accepted and wait; `running`: they are called; `paused`: they wait;
 * `stopped`: waiting jobs are canceled and no new ones are accepted; `archived`: stopped, and hidden from lists. Calls
 * that are running go on in every state.
 */
export const campaignStates = ['draft', 'running', 'paused', 'stopped', 'archived'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** The states that a campaign can be created in. */
export const firstCampaignStates = ['draft', 'running'] as const satisfies readonly CampaignState[];

/** The states that a change of the settings can set as well; the actions set every state. */
export const settableCampaignStates = ['running', 'paused'] as const satisfies readonly CampaignState[];
export type SettableCampaignState = (typeof settableCampaignStates)[number];

/** What the API shows: the operator's block takes precedence over the state that it leaves as it is. */
export const shownCampaignStates = [...campaignStates, 'blocked'] as const;
export type ShownCampaignState = (typeof shownCampaignStates)[number];

/** Calls that were held are spread over this span once the campaign is started or resumed. */
export interface Ramp {
  FromMS: number;
  UntilMS: number;
}

/** What people decide about a campaign at any time. It belongs to no version, so it applies to every job at once. */
export interface CampaignControl {
  State: CampaignState;
  /** The operator of the service holds calls back and refuses new jobs. */
  Blocked?: boolean | undefined;
  Ramp?: Ramp | undefined;
  /** Absent until it opens for the first time, and while it is disabled. */
  Breaker?: CircuitBreaker | undefined;
  /** No call is made before it; from the settings of the current version. */
  StartMS?: number | undefined;
  /** No call is made at or after it; from the settings of the current version. */
  EndMS?: number | undefined;
}

/** Where an action leads, and from where it is allowed. */
export interface ActionRule {
  from: readonly CampaignState[];
  to: CampaignState;
  /** Also allowed from these states once no job is open. */
  fromFinished?: readonly CampaignState[];
}

/** The complete table of transitions. */
export const campaignActions = {
  start: { from: ['draft'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['draft', 'running', 'paused'], to: 'stopped' },
  archive: { from: ['draft', 'stopped'], to: 'archived', fromFinished: ['running', 'paused'] },
} as const satisfies Record<string, ActionRule>;
export type CampaignAction = keyof typeof campaignActions;

/** The action that leads from a state to one that a change of the settings sets. */
export const actionTo = (target: SettableCampaignState, state: CampaignState): CampaignAction =>
  target === 'paused' ? 'pause' : state === 'draft' ? 'start' : 'resume';

const includes = (states: readonly CampaignState[] = [], state: CampaignState): boolean => states.includes(state);

/** True if the action is allowed from this state once no job is open. */
export const needsFinished = (action: CampaignAction, state: CampaignState): boolean =>
  includes((campaignActions[action] as ActionRule).fromFinished, state);

/** What an action does to a campaign. A repeated action changes nothing. */
export type CampaignTransition =
  { kind: 'unchanged' } | { kind: 'change'; to: CampaignState } | { kind: 'refused'; detail: string };

/** @param isFinished true if none of the campaign's jobs is open */
export function decideTransition(
  action: CampaignAction,
  state: CampaignState,
  isFinished: boolean,
): CampaignTransition {
  const { from, to, fromFinished }: ActionRule = campaignActions[action];
  if (state === to) return { kind: 'unchanged' };
  if (includes(from, state) || (isFinished && includes(fromFinished, state))) return { kind: 'change', to };
  const finished = fromFinished === undefined ? '' : `, or one without open jobs that is ${fromFinished.join(' or ')}`;
  return {
    kind: 'refused',
    detail: `The campaign is ${state}. "${action}" needs a campaign that is ${from.join(' or ')}${finished}.`,
  };
}

/** True once a campaign makes no further calls, whatever happens. */
export const hasCampaignEnded = (state: CampaignState): boolean => state === 'stopped' || state === 'archived';

/** The state that the API shows. */
export const shownStateOf = ({ State, Blocked }: Pick<CampaignControl, 'State' | 'Blocked'>): ShownCampaignState =>
  Blocked === true ? 'blocked' : State;

/** A request that read the former state of a campaign has stored its job by then, in ms. */
export const settlingMs = 60_000;

/** So many calls need no ramp. Each job more makes it this much longer, in ms: five calls per second. */
const jobsAtOnce = 5;
const rampMsPerJob = 200;
const maxRampMs = 3_600_000;
/** Counting more waiting jobs than this changes nothing. */
export const maxRampJobs = jobsAtOnce + maxRampMs / rampMsPerJob;

/** The ramp after a hold, if it needs one. @param waitingJobs how many jobs wait; only up to `maxRampJobs` matter */
export function createRamp(waitingJobs: number, nowMs: number): Ramp | undefined {
  const spreadMs = Math.min(maxRampMs, Math.max(0, waitingJobs - jobsAtOnce) * rampMsPerJob);
  return spreadMs === 0 ? undefined : { FromMS: nowMs, UntilMS: nowMs + spreadMs };
}
