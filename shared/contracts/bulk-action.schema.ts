import { z } from 'zod';
import {
  bulkActionJobStates,
  bulkActionKinds,
  bulkActionStates,
  skipReasons,
  type BulkActionKind,
} from '../domain/bulk/bulk-action';
import { failureReasons } from '../domain/job/failure';
import { readableJobStates, readableState } from '../domain/job/state';
import { count, field, ids, instant, uniqueItems } from './field';
import { rescheduleJobSchema, updateJobSchema } from './job.schema';
import { pageQuerySchema } from './parameters';
import { areUnique, identifier, instantText } from './primitives';
import { warningsField } from './warning.schema';

const exampleId = 'bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const bulkActionId = ids.bulkAction;

/** A set of words, each at most once. */
const setOf = <Word extends string>(words: readonly [Word, ...Word[]], description: string, example: Word[]) =>
  field(
    z
      .array(z.enum(words))
      .min(1)
      .max(words.length)
      .refine(areUnique, 'Expected each value at most once.')
      .meta(uniqueItems),
    description,
    example,
  );

/** The states that clients see in which a job can be changed by an action. */
const statesOf = (action: BulkActionKind) =>
  [...new Set(bulkActionJobStates[action].map(readableState))] as [
    (typeof readableJobStates)[number],
    ...(typeof readableJobStates)[number][],
  ];

const filterShape = {
  All: field(z.literal(true), 'Every job of the campaign; the only condition then.').optional(),
  FailureReasons: setOf(failureReasons, 'Jobs that failed or were canceled for one of these reasons.', [
    'technical_error',
  ]).optional(),
  Test: field(z.boolean(), '`true`: only test jobs; `false`: all other jobs.', false).optional(),
  ImportID: field(identifier, 'Jobs created by this import.', 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
  CreatedAfter: field(instantText, 'Jobs created at that instant or later.', '2026-11-21T00:00:00Z').optional(),
  CreatedBefore: field(instantText, 'Jobs created before that instant.', '2026-11-22T00:00:00Z').optional(),
  UpdatedAfter: field(instantText, 'Jobs last changed at that instant or later.', '2026-11-21T00:00:00Z').optional(),
  UpdatedBefore: field(instantText, 'Jobs last changed before that instant.', '2026-11-22T00:00:00Z').optional(),
};

const filterDescription =
  'Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.';

/** The filter of an action: it accepts only states in which the action can change a job. */
const filterOf = (action: BulkActionKind) =>
  z
    .strictObject({
      ...filterShape,
      States: setOf(statesOf(action), 'Jobs in one of these states.', [statesOf(action)[0]]).optional(),
    })
    .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
      message: 'Expected a condition at least, or {"All": true} for every job of the campaign.',
    })
    .refine(({ All, ...others }) => All !== true || Object.values(others).every((value) => value === undefined), {
      path: ['All'],
      message: 'Expected no other condition beside All.',
    })
    .meta({ description: filterDescription, example: { States: [statesOf(action)[0]] }, minProperties: 1 });

const commonFields = <Kind extends BulkActionKind>(action: Kind) => ({
  Action: field(z.literal(action), 'What happens to each job.'),
  Filter: filterOf(action),
  DryRun: field(z.boolean(), '`true` changes nothing and answers how many jobs match, with examples.', true).optional(),
});

export const createBulkActionSchema = z
  .discriminatedUnion('Action', [
    z.strictObject(commonFields('cancel')).meta({ id: 'BulkCancelBody', description: 'Cancels jobs.' }),
    z
      .strictObject({ ...commonFields('reschedule'), ...rescheduleJobSchema.shape })
      .meta({ id: 'BulkRescheduleBody', description: 'Sets the next call of jobs to one instant.' }),
    z
      .strictObject(commonFields('redial'))
      .meta({ id: 'BulkRedialBody', description: 'Calls the contacts of ended jobs again, with new jobs.' }),
    z
      .strictObject(commonFields('erase'))
      .meta({ id: 'BulkEraseBody', description: 'Deletes the personal data of jobs.' }),
    z
      .strictObject(commonFields('analyze'))
      .meta({ id: 'BulkAnalyzeBody', description: 'Lets a model analyze the calls of jobs again.' }),
    z
      .strictObject({ ...commonFields('update'), ...updateJobSchema.shape })
      .refine(
        ({ Data, Metadata, Constraints }) => Data !== undefined || Metadata !== undefined || Constraints !== undefined,
        'Expected Data, Metadata or Constraints.',
      )
      .meta({ id: 'BulkUpdateBody', description: 'Replaces parts of jobs.' }),
  ])
  .meta({ id: 'CreateBulkActionBody', description: 'An action on every job of a campaign that matches a filter.' });
export type CreateBulkAction = z.output<typeof createBulkActionSchema>;

export const listBulkActionsQuerySchema = pageQuerySchema({
  items: 'Bulk actions',
  item: 'a bulk action',
  example: exampleId,
});

const state = field(z.enum(bulkActionStates), 'State of the bulk action.', 'completed');

export const bulkActionSchema = z
  .object({
    ID: bulkActionId,
    CampaignID: ids.campaign,
    Action: field(z.enum(bulkActionKinds), 'What happens to each job.', 'cancel'),
    Filter: field(
      z.object({
        ...filterShape,
        States: field(z.array(z.enum(readableJobStates)), 'Jobs in one of these states.', ['scheduled']).optional(),
      }),
      'The filter, as it was given.',
      { States: ['scheduled'] },
    ),
    Fields: field(z.array(z.string()), 'For `update`: the fields that are replaced.', ['Constraints']).optional(),
    CallAt: instant('For `reschedule`: when the jobs are called.', '2026-11-24T09:00:00.000Z').optional(),
    State: state,
    Matched: count('Jobs that matched when the action began; jobs that change later may leave the filter.', 812),
    Estimated: field(z.literal(true), 'Present if `Matched` is a lower bound, because counting stopped.').optional(),
    Done: count('Jobs whose result is counted: Changed, Skipped and Failed together.', 812),
    Progress: field(z.number().min(0).max(1), 'Done part of the action, from 0 to 1.', 1),
    Changed: count('Jobs that were changed; for `redial`, jobs that were called again by a new job.', 798),
    Skipped: count('Jobs that were left as they are.', 13),
    SkippedBy: field(
      z.partialRecord(z.enum(skipReasons), z.int()),
      'The skipped jobs by reason; reasons without jobs are absent.',
      { job_not_running: 13 },
    ),
    Failed: count('Jobs that could not be changed because of an internal failure; the log has the cause.', 1),
    FailedJobIDs: field(z.array(z.string()), 'The first ten failed jobs.', ['job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e']),
    NewJobsFailed: field(
      z.partialRecord(z.enum(failureReasons), z.int()),
      'For `redial`: new jobs that failed when they were made, by reason, such as those to suppressed numbers. They are part of `Changed`.',
      { opted_out: 2 },
    ).optional(),
    CreatedAt: instant('When the action began.'),
    CancelRequestedAt: instant('When its end was requested.').optional(),
    EndedAt: instant('When it ended.', '2026-11-21T09:41:13.640Z').optional(),
    FailureMessage: field(z.string(), 'Why the action failed.', 'The campaign is missing.').optional(),
  })
  .meta({ id: 'BulkAction', description: 'A bulk action, with its progress and results.' });
export type BulkActionBody = z.output<typeof bulkActionSchema>;

export const bulkActionListSchema = z
  .object({ BulkActions: field(z.array(bulkActionSchema), 'Up to 100 bulk actions, newest first.') })
  .meta({
    id: 'BulkActionList',
    description: 'A page of bulk actions. Pass the last ID as `after` for the next page.',
  });

export const bulkActionCreatedSchema = z
  .object({ BulkActionID: bulkActionId, Warnings: warningsField })
  .meta({ id: 'BulkActionCreated', description: 'The action is stored; it works in the background.' });

export const bulkDryRunSchema = z
  .object({
    DryRun: field(z.literal(true), 'Nothing was changed.'),
    Jobs: count('Jobs that match now.', 812),
    Estimated: field(z.literal(true), 'Present if more jobs may match: counting stopped there.').optional(),
    ExampleJobIDs: field(z.array(z.string()), 'The oldest ten of them.', ['job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e']),
    Warnings: warningsField,
  })
  .meta({ id: 'BulkDryRun', description: 'What a bulk action would be about.' });
export type BulkDryRunBody = z.output<typeof bulkDryRunSchema>;

export const bulkActionAnswerSchema = z
  .object({ BulkActionID: bulkActionId, State: state })
  .meta({ id: 'BulkActionAnswer', description: 'Its end is requested; the batch in progress is finished first.' });
