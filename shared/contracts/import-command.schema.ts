import { z } from 'zod';

/** The environment of `npm run import`. */
export const importCommandSettingsSchema = z.object({
  OUTDIAL_API_KEY: z.string().min(1).optional(),
  OUTDIAL_URL: z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }).optional(),
  OUTDIAL_DATA_DIR: z.string().min(1).default('.outdial'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
});
export type ImportCommandSettings = z.infer<typeof importCommandSettingsSchema>;

/** What the command reads from a problem; anything may stand before the API, so all of it may be missing. */
export const problemAnswerSchema = z.object({
  detail: z.string().optional(),
  errors: z
    .array(
      z.object({
        row: z.number().optional(),
        column: z.string().optional(),
        value: z.string().optional(),
        pointer: z.string().optional(),
        detail: z.string().optional(),
      }),
    )
    .optional(),
});

export const importCreatedSchema = z.object({ ImportID: z.string() });

export const importProgressSchema = z.object({
  State: z.string(),
  Rows: z.number(),
  RowsDone: z.number(),
  RowsInvalid: z.number(),
  JobsCreated: z.number(),
  Progress: z.number(),
  RowsPerSecond: z.number(),
  EstimatedEndAt: z.string().optional(),
  FailureMessage: z.string().optional(),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;

const shownError = z.object({ Row: z.number(), Column: z.string(), Value: z.string(), Detail: z.string() });
export type ShownError = z.infer<typeof shownError>;
export const importErrorsSchema = z.object({ Errors: z.array(shownError) });
export const dryRunSchema = z.object({
  Rows: z.number(),
  RowsInvalid: z.number(),
  Errors: z.array(shownError),
});
