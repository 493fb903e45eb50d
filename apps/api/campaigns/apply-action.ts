import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { StateChange } from '../../../shared/adapters/mongo/campaign-control';
import {
  createRamp,
  decideTransition,
  hasCampaignEnded,
  maxRampJobs,
  needsFinished,
  type CampaignAction,
  type CampaignState,
} from '../../../shared/domain/campaign/state';
import { runningJobStates, waitingJobStates } from '../../../shared/domain/job/state';
import type { CampaignAnnouncement } from '../../../shared/domain/webhook/event';
import { publishCampaign } from '../../../shared/application/publish-campaign';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';
import { findCampaign } from './find-campaign';

/** Concurrent changes of one campaign are rare: losing this often means that another client changes it in a loop. */
export const maxTries = 5;

const keyOf = ({ ID, OrgID }: Campaign) => ({ orgId: OrgID, campaignId: ID });

/**
 * The state that an action leads to; `undefined` if the campaign is in it.
 * @throws {ProblemError} 403 if the campaign is blocked, 409 if its state does not allow the action
 */
export async function findTarget(
  campaign: Campaign,
  action: CampaignAction,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<CampaignState | undefined> {
  const { State = 'running', Blocked } = campaign;
  if (Blocked === true) throw new ProblemError('campaign_blocked');
  const isFinished =
    needsFinished(action, State) && (await store.jobs.countJobs(keyOf(campaign), runningJobStates, 1)) === 0;
  const transition = decideTransition(action, State, isFinished);
  if (transition.kind === 'refused') throw new ProblemError('campaign_state', { detail: transition.detail });
  return transition.kind === 'change' ? transition.to : undefined;
}

/** The ramp of a campaign that begins to call now. */
export const rampFor = async (campaign: Campaign, { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>) =>
  createRamp(await store.jobs.countJobs(keyOf(campaign), waitingJobStates, maxRampJobs), nowMs());

/** Changes the state by compare-and-set. @returns the campaign after it, or `undefined` when another request was first */
async function changeState(campaign: Campaign, to: CampaignState, deps: ApiDeps): Promise<Campaign | undefined> {
  const { jobs, campaigns } = deps.store;
  const { State: from = 'running' } = campaign;
  const key = keyOf(campaign);
  const announcement = announcementOf(from, to, deps.nowMs());
  const change = async (changes: Omit<StateChange, 'to'> = {}): Promise<Campaign | undefined> => {
    const changed = await campaigns.changeState(key, from, { to, ...changes, announcement });
    if (changed !== undefined && announcement !== undefined) announce(changed, announcement, deps);
    return changed;
  };
  if (to === 'running') {
    const ramp = await rampFor(campaign, deps);
    return jobs.releaseCampaign(key, deps.nowMs(), () => change({ ramp }));
  }
  if (!hasCampaignEnded(to) || hasCampaignEnded(from)) return change();
  const JobsWaiting = await jobs.countJobs(key, waitingJobStates);
  const AtMS = deps.nowMs();
  return jobs.stopCampaign(key, AtMS, () => change({ stop: { AtMS, JobsWaiting } }));
}

/** The event of a change of state, if it has one. */
function announcementOf(from: CampaignState, to: CampaignState, AtMS: number): CampaignAnnouncement | undefined {
  if (to === 'paused') return { Kind: 'campaign_paused', AtMS };
  if (to === 'stopped') return { Kind: 'campaign_stopped', AtMS };
  return to === 'running' && from === 'paused' ? { Kind: 'campaign_resumed', AtMS } : undefined;
}

/** Publishes the event in the background: the sweeper repeats it. */
function announce(campaign: Campaign, announcement: CampaignAnnouncement, deps: ApiDeps): void {
  publishCampaign(deps, campaign, announcement, deps.nowMs()).catch((error: unknown) =>
    deps.logger.warn({ campaignId: campaign.ID, err: error }, 'campaign.announcement_deferred'),
  );
}

/** Carries out an action on a campaign. A repeated one changes nothing. @returns the campaign after it */
export async function applyAction(
  request: Pick<ApiRequest, 'orgId' | 'keyId' | 'requestId' | 'newId'>,
  from: Campaign,
  action: CampaignAction,
  deps: ApiDeps,
): Promise<Campaign> {
  let campaign = from;
  for (let tries = 0; tries < maxTries; tries++) {
    const to = await findTarget(campaign, action, deps);
    if (to === undefined) return campaign;
    if (tries === 0) {
      const Details = { Fields: ['State'], State: to };
      await audit(request, { Action: 'campaign.changed', CampaignID: campaign.ID, Details }, deps);
    }
    const changed = await changeState(campaign, to, deps);
    if (changed !== undefined) {
      if (to !== 'running') await deps.waitForHold();
      return changed;
    }
    campaign = await findCampaign(keyOf(campaign), deps);
  }
  throw concurrentChanges();
}

export const concurrentChanges = () =>
  new ProblemError('campaign_changed', {
    detail: 'Concurrent requests keep changing this campaign. Retry the request.',
  });
