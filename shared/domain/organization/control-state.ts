import { hasCampaignEnded, shownStateOf, type CampaignControl } from '../campaign/state';
import { listRestoreHold, type RestoreHold } from '../job/restore-hold';

/**
 * Whether an organization makes calls. `paused` holds calls back; `blocked` also refuses new jobs. Calls that are running
 * go on in every state. The operator sets the same three for a campaign, beside the state that its owner sets.
 */
export const controlStates = ['active', 'paused', 'blocked'] as const;
export type ControlState = (typeof controlStates)[number];

/** The states that keys of the organization set. Only the operator of the service blocks and unblocks. */
export const ownControlStates = ['active', 'paused'] as const satisfies readonly ControlState[];
export type OwnControlState = (typeof ownControlStates)[number];

/** What a job's calls depend on besides its campaign's settings; absent ones are `active` and `running`. */
export interface JobControls {
  organization?: ControlState | undefined;
  campaign?: CampaignControl | undefined;
}

const sentences = {
  draft: (subject: string) => `The ${subject} is a draft: it has not been started`,
  paused: (subject: string) => `The ${subject} is paused`,
  blocked: (subject: string) => `The operator of this service has blocked the ${subject}`,
} as const;

/**
 * Why the states hold calls back, one clause for each; empty if they do not.
 * @param job the job, which can be held after a restore
 */
export function listHolds(
  { organization = 'active', campaign }: JobControls,
  job: { RestoreHold?: RestoreHold | undefined } = {},
): string[] {
  const state = campaign === undefined ? 'running' : shownStateOf(campaign);
  return [
    ...(organization === 'active' ? [] : [sentences[organization]('organization')]),
    ...(state === 'draft' || state === 'paused' || state === 'blocked' ? [sentences[state]('campaign')] : []),
    ...listRestoreHold(job),
  ];
}

/** Why a job is called no more, whatever else changes; `undefined` while its campaign goes on. */
export const findEnd = ({ campaign }: JobControls): string | undefined =>
  campaign !== undefined && hasCampaignEnded(campaign.State) ? `The campaign is ${campaign.State}` : undefined;
