import type { CampaignConfig } from '../campaign/campaign';
import { createRowProblem, type Row, type RowProblem } from './row';
import type { JobOverrides } from '../job/overrides';
import { describeExpectation, toFieldProblems } from '../../contracts/issues';
import { plainJob } from '../../contracts/import-plain-job';
import { validateJob } from '../campaign/validate-job';
import { createJobSchema, type CreateJob } from '../../contracts/job.schema';
import type { FieldProblem } from '../../contracts/problem';
import { createZoneValidator, type LoadZones } from '../schedule/inferred-zones';

/** What a row is judged by, beside its own shape: the same as a job that is created alone. */
export interface RowRules {
  campaign: CampaignConfig;
  /** Checks the integrations that this installation knows; `at` is where the overrides stand. */
  validateIntegrations(overrides: JobOverrides | undefined, pointer: string): FieldProblem[];
  loadZones: LoadZones;
}

/** A row that was judged: a job, or what is wrong. */
export type ValidatedRow =
  | { kind: 'good'; number: number; job: CreateJob }
  | { kind: 'bad'; number: number; problems: RowProblem[]; salvaged: Partial<CreateJob> };

const maxProblems = 10;
/** Keys of free-form objects may be anything, personal data too: only what looks like a name is repeated. */
const safeKey = /^[A-Za-z0-9_-]{1,64}$/;
const columnOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => (safeKey.test(String(key)) ? String(key) : '…')).join('/');

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  let value = fields;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Judges a row. */
export type RowValidator = (row: Row) => ValidatedRow;

/** The judge of the rows of one import, by the rules of a job that is created alone. */
export async function createRowValidator(rules: RowRules): Promise<RowValidator> {
  const validateZone = await createZoneValidator(rules.campaign, rules.loadZones);
  // Most rows leave to the campaign what only the campaign can judge: one verdict does for all of them.
  const sharedProblems = validateJob({ Overrides: {} }, rules.campaign);
  return (row) => {
    const job = row.problems.length > 0 ? undefined : (plainJob(row.fields) ?? parseJob(row.fields));
    if (job === undefined) return toInvalidRow(row, findShapeProblems(row));
    const { CallerID, CampaignVariants, Overrides } = job;
    const hasOwnSettings =
      CallerID !== undefined || CampaignVariants !== undefined || Overrides.Constraints !== undefined;
    const problems = [
      ...(hasOwnSettings ? validateJob(job, rules.campaign) : sharedProblems),
      ...(Overrides.Integrations === undefined ? [] : rules.validateIntegrations(Overrides, '/Overrides')),
      ...validateZone(job, '/Overrides/Constraints/TimeZone'),
    ];
    if (problems.length > 0) return toInvalidRow(row, problems.map(toRowProblem(row)));
    return { kind: 'good', number: row.number, job };
  };
}

const parseJob = (fields: Record<string, unknown>): CreateJob | undefined => createJobSchema.safeParse(fields).data;

const toInvalidRow = (row: Row, problems: RowProblem[]): ValidatedRow => ({
  kind: 'bad',
  number: row.number,
  problems: problems.slice(0, maxProblems),
  salvaged: salvageFields(row.fields),
});

/** What is wrong with a row's shape: cells that could not be read, then fields that are not acceptable. */
function findShapeProblems({ fields, problems }: Row): RowProblem[] {
  // A row that could not be read at all lacks every field; saying so helps nobody.
  if (problems.some((problem) => problem.column === '' && problem.code !== 'too_many_cells')) return problems;
  const unreadColumns = new Set(problems.map((problem) => problem.column));
  const issues = createJobSchema.safeParse(fields, { error: describeExpectation }).error?.issues ?? [];
  const found = issues
    .filter((issue) => !unreadColumns.has(String(issue.path[0])))
    .flatMap((issue) =>
      toFieldProblems([issue], columnOf).map(({ pointer, detail }) => {
        if (issue.code === 'unrecognized_keys')
          return createRowProblem('unknown_field', 'Unknown field.', { column: pointer });
        const value = valueAt(fields, issue.path);
        const code = value === undefined ? 'missing_value' : 'invalid_value';
        return createRowProblem(code, detail, { column: pointer, value });
      }),
    );
  return [...problems, ...found];
}

const toRowProblem =
  ({ fields }: Row) =>
  ({ pointer, detail }: FieldProblem): RowProblem => {
    const path = pointer.split('/').slice(1);
    return createRowProblem('not_allowed_in_campaign', detail, {
      column: columnOf(path),
      value: valueAt(fields, path),
    });
  };

const salvageableFields = ['ContactPhoneNumber', 'ContactName', 'Metadata', 'Data', 'TestJob'] as const;

/** What a bad row's job keeps: each field that is good by itself, so that its owner finds the contact again. */
function salvageFields(fields: Record<string, unknown>): Partial<CreateJob> {
  const salvaged = salvageableFields.flatMap((name) => {
    const parsed = createJobSchema.shape[name].safeParse(fields[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(salvaged);
}

/** A bad row in one sentence, without its values. */
export function summarizeRowProblems(number: number, problems: readonly RowProblem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const column = first === undefined || first.column === '' ? '' : ` ${first.column}:`;
  return `Row ${number} of the import is not acceptable:${column} ${first?.detail ?? ''}${more}`;
}
