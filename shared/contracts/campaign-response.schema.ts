import { z } from 'zod';
import { shownCampaignStates } from '../domain/campaign/state';
import { campaignSettingsSchema } from './campaign.schema';
import { circuitBreakerSchema } from './circuit-breaker.schema';
import { count, field, ids, instant } from './field';
import { warningsField } from './warning.schema';

/** What each state of an organization means, for responses. */
export const controlStateNote =
  '`active`; `paused`: calls are held back; or `blocked`: the operator of the service holds calls back and refuses new jobs.';

const campaignStateNote =
  'Applies to every version. `draft`: jobs wait until the campaign is started; `running`; `paused`: jobs wait; `stopped`: waiting jobs are canceled and new ones refused; `archived`: stopped, and hidden from lists; `blocked`: the operator of the service holds calls back and refuses new jobs.';

const stopSchema = z
  .object({
    At: instant('When the campaign was stopped.'),
    JobsWaiting: count('Jobs that waited for a call then.', 911),
    JobsCanceled: count(
      'Jobs that the stop has canceled so far; absent before they are first counted.',
      911,
    ).optional(),
    FinishedAt: instant('When no job waited any more; absent before.').optional(),
  })
  .meta({ id: 'CampaignStop', description: 'How far the cancellation of the waiting jobs is.' });

/** How a change would move the next calls of the waiting jobs. */
const changePreviewSchema = z
  .object({
    Jobs: count('Jobs that wait for a call.', 40_211),
    Planned: count('How many of them were planned for this answer.', 10_000),
    Estimated: field(
      z.boolean(),
      'False: the counts are exact. True: they are scaled up from the planned jobs, a sample.',
      true,
    ),
    Earlier: count('Jobs whose next call would be earlier, or that would no longer be held.', 0),
    Later: count('Jobs whose next call would be later.', 1_204),
    Unchanged: count('Jobs whose next call would stay as it is.', 39_007),
    Held: count('Jobs that would wait until a person starts or resumes the campaign.', 0),
    Never: count('Jobs that would fail or be canceled, because no call would be possible any more.', 0),
  })
  .meta({ id: 'ChangePreview', description: 'How a change would move the next calls of the waiting jobs.' });
export type ChangePreviewBody = z.output<typeof changePreviewSchema>;

const version = count('Version of the settings, from 1; each change creates a new one.', 3);

export const campaignSchema = z
  .object({
    OrgID: ids.org,
    ID: ids.campaign,
    Version: version,
    State: field(z.enum(shownCampaignStates), campaignStateNote, 'running'),
    RampUntil: instant(
      'Until then the calls that waited are spread, after the campaign was started or resumed.',
    ).optional(),
    CircuitBreaker: field(circuitBreakerSchema, 'Its circuit breaker; absent if it is disabled.').optional(),
    Stop: field(stopSchema, 'Present once the campaign was stopped.').optional(),
    Data: field(campaignSettingsSchema, 'The settings of this version.'),
    CreatedAt: instant('When the campaign was created.'),
    UpdatedAt: instant('When this version was created.', '2026-11-21T10:02:44.901Z'),
    DryRun: field(
      changePreviewSchema,
      'With `dry_run=true` only: nothing was changed; the campaign is shown as it would be.',
    ).optional(),
    Warnings: warningsField,
  })
  .meta({ id: 'Campaign', description: 'The configuration and defaults of calls.' });
export type CampaignBody = z.output<typeof campaignSchema>;

export const campaignCreatedSchema = z
  .object({ CampaignID: ids.campaign, Warnings: warningsField })
  .meta({ id: 'CampaignCreated', description: 'The campaign was created.' });

export const campaignListSchema = z
  .object({ Campaigns: field(z.array(campaignSchema), 'Campaigns of the organization, oldest first.') })
  .meta({ id: 'CampaignList', description: 'A page of campaigns.' });

const versionFields = {
  Version: version,
  Current: field(z.boolean(), 'True for the version that new jobs use.', false),
  CreatedAt: instant('When this version was created.'),
};

export const campaignVersionSchema = z
  .object({
    CampaignID: ids.campaign,
    ...versionFields,
    Data: field(campaignSettingsSchema, 'The settings of this version.'),
  })
  .meta({ id: 'CampaignVersion', description: 'A version of a campaign.' });
export type CampaignVersionBody = z.output<typeof campaignVersionSchema>;

export const campaignVersionListSchema = z
  .object({
    Versions: field(
      z.array(z.object(versionFields).meta({ id: 'CampaignVersionItem', description: 'A version in a list.' })),
      'Versions of the campaign, newest first.',
    ),
  })
  .meta({ id: 'CampaignVersionList', description: 'A page of versions.' });

const anyValue = z.unknown();
export const campaignChangesSchema = z
  .object({
    From: count('The earlier version of the comparison.', 2),
    To: count('The version that it is compared to.', 3),
    Changes: field(
      z.array(
        z
          .object({
            Pointer: field(z.string(), 'The setting, as a JSON pointer.', '/Defaults/Constraints/MaxTotalCalls'),
            Before: field(anyValue, 'Its value in `From`; absent if it was not set.', 3).optional(),
            After: field(anyValue, 'Its value in `To`; absent if it is not set.', 5).optional(),
          })
          .meta({ id: 'SettingChange', description: 'A setting that differs.' }),
      ),
      'Each setting that differs. Lists are compared as a whole.',
    ),
  })
  .meta({ id: 'CampaignChanges', description: 'How two versions of a campaign differ.' });
