import type { z } from 'zod';
import { waitForHold } from '../../../shared/application/hold-calls';
import { createHangUpClient, noHangUp, type CallHangUp } from '../../../shared/adapters/media/hang-up-client';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import { createCallStops, type StoppedCall } from '../../../shared/adapters/mongo/call-stops';
import { createCampaignsRepository } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createReplans } from '../../../shared/adapters/mongo/jobs/replans';
import { createOrganizationsRepository } from '../../../shared/adapters/mongo/organizations.repository';
import { stopSettingsSchema } from '../../../shared/config/settings.schema';
import type { ControlState } from '../../../shared/domain/organization/control-state';
import { createRamp, maxRampJobs, shownStateOf, type ShownCampaignState } from '../../../shared/domain/campaign/state';
import { waitingJobStates } from '../../../shared/domain/job/state';
import { UsageError } from '../failures';
import type { CliContext } from '../session';
import { recordAdminAction } from './audit';
import { withDatabase } from './database';

/** What is paused, blocked or released: an organization, or one of its campaigns. */
export type ControlTarget = { orgId: string } | { campaignId: string };

/** The state after the command, and how many running calls it ends. */
export interface ChangedState {
  OrgID: string;
  CampaignID?: string;
  State: ControlState | ShownCampaignState;
  CallsStopped?: number;
}

/** Sets the state of an organization or a campaign in the database of the environment. @throws {UsageError} */
export const setControlState = (
  context: Pick<CliContext, 'env' | 'signal'>,
  target: ControlTarget,
  change: { state: ControlState; hangUp: boolean },
): Promise<ChangedState> =>
  withDatabase(context, stopSettingsSchema, async (db, settings) => {
    const owner = await findOwner(db, target);
    const { state: State } = change;
    await recordChange(db, owner, State);
    const current = await applyState(db, owner, State);
    const shown = owner.campaignId === undefined ? {} : { CampaignID: owner.campaignId };
    if (!change.hangUp) return { OrgID: owner.orgId, ...shown, State: current };
    // After the state, so that no call is dialed that this has not seen.
    const stopped = await createCallStops(db).stopAll(owner.orgId, owner.campaignId, Date.now());
    await pushStops(createCallWorkers(settings), stopped);
    return { OrgID: owner.orgId, ...shown, State: current, CallsStopped: stopped.length };
  });

const createCallWorkers = ({ OUTDIAL_MASTER_KEY }: z.output<typeof stopSettingsSchema>): CallHangUp =>
  OUTDIAL_MASTER_KEY === undefined
    ? noHangUp
    : createHangUpClient(createMediaTokens({ OUTDIAL_MASTER_KEY }), () => Date.now());

/** Stops that are pushed at a time, each for a second at most. */
const pushesAtATime = 100;

/** Best effort: workers that cannot be reached from here find the requests in the records. */
async function pushStops(callWorkers: CallHangUp, stopped: readonly StoppedCall[]): Promise<void> {
  for (let from = 0; from < stopped.length; from += pushesAtATime)
    await Promise.allSettled(stopped.slice(from, from + pushesAtATime).map((call) => callWorkers.hangUp(call)));
}

interface Owner {
  orgId: string;
  campaignId?: string;
}

async function findOwner(db: Mongo['db'], target: ControlTarget): Promise<Owner> {
  if ('orgId' in target) {
    if ((await createOrganizationsRepository(db).find(target.orgId)) !== undefined) return target;
    throw new UsageError(`There is no organization ${target.orgId}.`);
  }
  const orgId = await createCampaignsRepository(db).findOrgId(target.campaignId);
  if (orgId === undefined) throw new UsageError(`There is no campaign ${target.campaignId}.`);
  return { orgId, campaignId: target.campaignId };
}

const recordChange = (db: Mongo['db'], { orgId, campaignId }: Owner, State: ControlState): Promise<void> =>
  recordAdminAction(db, {
    OrgID: orgId,
    Details: { Fields: ['State'], State },
    ...(campaignId === undefined
      ? { Action: 'organization.changed' }
      : { Action: 'campaign.changed', CampaignID: campaignId }),
  });

/** @returns the state afterwards: a campaign also has those that its owner sets */
async function applyState(
  db: Mongo['db'],
  { orgId, campaignId }: Owner,
  state: ControlState,
): Promise<ChangedState['State']> {
  const replans = createReplans(db);
  const releases = state === 'active';
  if (campaignId === undefined) {
    const change = () => createOrganizationsRepository(db).setState(orgId, state, 'operator');
    await (releases ? replans.releaseOrganization(orgId, Date.now(), change) : change().then(waitForHold));
    return state;
  }
  const key = { orgId, campaignId };
  const campaigns = createCampaignsRepository(db);
  const ramp = releases
    ? createRamp(await replans.countJobs(key, waitingJobStates, maxRampJobs), Date.now())
    : undefined;
  const change = () => campaigns.setState(key, state, ramp);
  await (releases ? replans.releaseCampaign(key, Date.now(), change) : change().then(waitForHold));
  const control = await campaigns.findControl(campaignId);
  return control === undefined ? state : shownStateOf(control);
}
