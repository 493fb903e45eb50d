import { z } from 'zod';
import { field, typedParameter } from './field';
import { flagParameter } from './job-list.schema';
import { pageLimit, pageSizeBounds } from './parameters';
import { stringMatching } from './primitives';

const versionMessage = 'Expected the number of a version, such as 3.';
const versionParameter = stringMatching(/^[1-9]\d{0,8}$/, versionMessage).transform(Number);
const versionBounds = { minimum: 1, maximum: 999_999_999 };

/** The query of what changes a campaign. */
export const dryRunQuerySchema = z.strictObject({
  dry_run: typedParameter(
    flagParameter,
    'boolean',
    '`true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond.',
    true,
  ).optional(),
});
export type DryRunQuery = z.output<typeof dryRunQuerySchema>;

export const duplicateCampaignSchema = z
  .strictObject({
    Name: field(
      z.string().min(1).max(200),
      'Name of the copy. By default that of the campaign, with "(copy)".',
      'Reminders, spring',
    ).optional(),
  })
  .meta({ id: 'DuplicateCampaignBody', description: 'The name of the copy; optional.' });
export type DuplicateCampaign = z.output<typeof duplicateCampaignSchema>;

export const listVersionsQuerySchema = z.strictObject({
  before: typedParameter(versionParameter, versionBounds, 'Only versions before this one.', 3).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Versions on the page, from 1 to 100.', 100).optional(),
});
export type ListVersionsQuery = z.output<typeof listVersionsQuerySchema>;

export const compareVersionsQuerySchema = z.strictObject({
  from: typedParameter(
    versionParameter,
    versionBounds,
    'The version to compare with. By default the one before.',
    2,
  ).optional(),
});
export type CompareVersionsQuery = z.output<typeof compareVersionsQuerySchema>;
