import type { Event, EventKind } from '@outdial/client';

/** What of an event decides which answers it changes. */
export type EventSubject = Pick<Event, 'Event' | 'CampaignID' | 'JobID'>;

const ofCalls = ['call_started', 'call_answered', 'call_ended'] as const;
const ofJobs = ['job_state_updated', ...ofCalls, 'analysis_ready'] as const;
const ofCampaigns = ['campaign_paused', 'campaign_resumed', 'campaign_stopped'] as const;

interface Following {
  /** The events after which the answer differs. */
  kinds: readonly EventKind[];
  /** Between two requests that events cause, in ms: the dearer the answer, the longer. */
  paceMs: number;
  /** Nearly every change of the answer comes with such an event, so that it is rarely asked for without one. */
  isWhole: boolean;
}

const job: Following = { kinds: ofJobs, paceMs: 1_000, isWhole: true };
const jobs: Following = { kinds: ofJobs, paceMs: 2_000, isWhole: true };
const campaign: Following = { kinds: ofCampaigns, paceMs: 1_000, isWhole: false };
const imports: Following = { kinds: ['import_finished'], paceMs: 1_000, isWhole: false };
const suppressions: Following = { kinds: ['contact_opted_out'], paceMs: 2_000, isWhole: false };

/** The answers of the API that follow events, by their path. */
const followings: Readonly<Record<string, Following>> = {
  '/calls': { kinds: ofCalls, paceMs: 1_000, isWhole: true },
  '/campaigns': campaign,
  '/campaigns/{campaignID}': campaign,
  '/campaigns/{campaignID}/stats': { kinds: [...ofJobs, ...ofCampaigns], paceMs: 5_000, isWhole: true },
  '/campaigns/{campaignID}/jobs': jobs,
  '/campaigns/{campaignID}/jobs/search': jobs,
  '/campaigns/{campaignID}/jobs/{jobID}': job,
  '/campaigns/{campaignID}/jobs/{jobID}/schedule': { ...job, kinds: [...ofJobs, ...ofCampaigns] },
  '/imports': imports,
  '/imports/{importID}': imports,
  '/suppressions': suppressions,
  '/numbers/{phoneNumber}': suppressions,
};

/** A query's key: method, path, and what fills the path. Other queries have keys of their own. */
type QueryKey = readonly unknown[];

const followingOf = ([, path]: QueryKey): Following | undefined =>
  typeof path === 'string' ? followings[path] : undefined;

function pathOf([, , init]: QueryKey): { campaignID?: string; jobID?: string } {
  const { params } = (init ?? {}) as { params?: { path?: { campaignID?: string; jobID?: string } } };
  return params?.path ?? {};
}

/** Whether the answer changes with an event. */
export function followsEvent(key: QueryKey, { Event: kind, CampaignID, JobID }: EventSubject): boolean {
  if (followingOf(key)?.kinds.includes(kind) !== true) return false;
  const { campaignID = CampaignID, jobID = JobID } = pathOf(key);
  // An event of a campaign concerns every job of it.
  return campaignID === CampaignID && (JobID === undefined || jobID === JobID);
}

/** Whether the answer changes with any event. */
export const followsEvents = (key: QueryKey): boolean => followingOf(key) !== undefined;

/** Whether events are enough to keep the answer current. */
export const isKeptByEvents = (key: QueryKey): boolean => followingOf(key)?.isWhole === true;

/** Between two requests that events cause, in ms. */
export const paceMsOf = (key: QueryKey): number => followingOf(key)?.paceMs ?? 0;
