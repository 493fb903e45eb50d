import type { CampaignConfig } from '../../domain/campaign/campaign';
import type { CircuitBreaker } from '../../domain/campaign/circuit-breaker';
import type { CampaignAnnouncement } from '../../domain/webhook/event';
import type { CampaignControl, CampaignState, Ramp } from '../../domain/campaign/state';

/** What a stop has done so far. */
export interface CampaignStop {
  /** When the campaign was stopped. */
  AtMS: number;
  /** The jobs that waited for a call then. */
  JobsWaiting: number;
  /** The jobs that the stop has canceled so far. */
  JobsCanceled?: number | undefined;
  /** When no job waited any more. */
  FinishedMS?: number | undefined;
}

/** A campaign with the settings of one of its versions. */
export interface Campaign {
  ID: string;
  OrgID: string;
  Version: number;
  Config: CampaignConfig;
  CreatedMS: number;
  UpdatedMS: number;
  /** Applies to every version; absent while running. */
  State?: CampaignState | undefined;
  /** The operator's block, beside the state. */
  Blocked?: true | undefined;
  Ramp?: Ramp | undefined;
  /** Absent while it is disabled. */
  Breaker?: CircuitBreaker | undefined;
  Stop?: CampaignStop | undefined;
}

/** The settings of one version of a campaign, and what applies to every version. */
export interface VersionedConfig {
  version: number;
  config: CampaignConfig;
  control: CampaignControl;
  /** The limits on calls and the priority of the current version, which apply to every job. */
  pacing?: CampaignConfig['Pacing'];
  priority?: CampaignConfig['Priority'];
}

/** Settings are stored as JSON text: an analysis schema is full of `$` keys. */
export type CampaignDocument = Omit<Campaign, 'ID' | 'Config' | 'State'> & {
  _id: string;
  Config: string;
  /** Earlier versions stored `active` for running, and the operator's block as a state. */
  State?: CampaignState | 'active' | 'blocked';
  /** A copy of the setting, for the sweeper. */
  RetentionDays?: number;
  /** When the sweeper looks for jobs whose retention is over; absent without a retention. */
  RetentionDueMS?: number;
  /** Copies of the dates in the settings, which are looked at again right before a call is dialed. */
  StartMS?: number;
  EndMS?: number;
  /** Changes of state whose events are not published yet. */
  Announced?: CampaignAnnouncement[];
  /** A copy of the setting: the circuit breaker is disabled. */
  BreakerOff?: true;
};

export const parseConfig = (text: string): CampaignConfig => JSON.parse(text) as CampaignConfig;

const stateOf = ({ State = 'running' }: Pick<CampaignDocument, 'State'>): CampaignState =>
  State === 'active' || State === 'blocked' ? 'running' : State;

/** The dates of the settings as instants. */
export const datesOf = ({ StartAt, EndAt }: Pick<CampaignConfig, 'StartAt' | 'EndAt'>) => ({
  ...(StartAt === undefined ? {} : { StartMS: Date.parse(StartAt) }),
  ...(EndAt === undefined ? {} : { EndMS: Date.parse(EndAt) }),
});

/** The fields that `toControl` reads. */
export const controlFields = {
  State: 1,
  Blocked: 1,
  Ramp: 1,
  Breaker: 1,
  BreakerOff: 1,
  StartMS: 1,
  EndMS: 1,
} as const;
type ControlDocument = Pick<CampaignDocument, keyof typeof controlFields>;

/** What applies to every version, from a document. */
export const toControl = (document: ControlDocument): CampaignControl => ({
  State: stateOf(document),
  ...(document.Blocked === true || document.State === 'blocked' ? { Blocked: true } : {}),
  ...(document.Ramp === undefined ? {} : { Ramp: document.Ramp }),
  ...(document.Breaker === undefined || document.BreakerOff === true ? {} : { Breaker: document.Breaker }),
  ...(document.StartMS === undefined ? {} : { StartMS: document.StartMS }),
  ...(document.EndMS === undefined ? {} : { EndMS: document.EndMS }),
});

/** What applies to every version of a campaign. */
export const controlOf = ({ State = 'running', Blocked, Ramp, Breaker, Config }: Campaign): CampaignControl => ({
  State,
  Blocked,
  Ramp,
  Breaker,
  ...datesOf(Config),
});

export const toVersionedConfig = (campaign: Campaign): VersionedConfig => ({
  version: campaign.Version,
  config: campaign.Config,
  control: controlOf(campaign),
  pacing: campaign.Config.Pacing,
  priority: campaign.Config.Priority,
});

export function fromDocument(document: CampaignDocument): Campaign {
  const { _id: ID, OrgID, Version, Config, CreatedMS, UpdatedMS, Stop } = document;
  const { State, Blocked, Ramp, Breaker } = toControl(document);
  return {
    ID,
    OrgID,
    Version,
    CreatedMS,
    UpdatedMS,
    State,
    ...(Blocked === true ? { Blocked } : {}),
    ...(Ramp === undefined ? {} : { Ramp }),
    ...(Breaker === undefined ? {} : { Breaker }),
    ...(Stop === undefined ? {} : { Stop }),
    Config: parseConfig(Config),
  };
}
