import { newId } from '../../shared/adapters/ids';
import type { SimulatorSettings } from '../../shared/adapters/telephony/simulated/settings';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { noMetrics } from '../../shared/domain/job/metrics';
import type { JobOverrides } from '../../shared/domain/job/overrides';

/** What no history, log or search attribute may ever hold. */
export const seededNumber = '+14155550187';
export const seededName = 'Zebulon Quintessa';

export const orgId = 'org_test';

/** A campaign whose calls go out at once. */
export const aCampaign = (fields: Partial<CampaignConfig> = {}): CampaignConfig => ({
  Name: 'Test',
  DefaultCallerID: '+14155550100',
  JitterSeconds: 0,
  ...fields,
});

/**
 * Overrides for a contact with the given behavior; a quick call with a whole conversation by default: a scenario that is
 * drawn may be a refusal, which keeps the number from later calls.
 */
export const simulated = (simulator: SimulatorSettings, overrides: JobOverrides = {}): JobOverrides => ({
  ...overrides,
  Integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 2, ...simulator } },
});

/** A job as the API stores it. */
export const aJob = (fields: Partial<Job> & { CreatedMS: number }): Job => ({
  ID: newId('job'),
  OrgID: orgId,
  CampaignID: 'campaign_test',
  PhoneNumber: seededNumber,
  ContactName: seededName,
  Overrides: simulated({ Scenario: 'conversation_complete' }),
  State: 'created',
  Sequence: 1,
  EventTimeMS: fields.CreatedMS,
  UpdatedMS: fields.CreatedMS,
  CampaignVersion: null,
  Metrics: noMetrics,
  CallCount: 0,
  DueMS: fields.CreatedMS + 5_000,
  ...fields,
});
