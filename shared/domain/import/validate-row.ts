import type { CampaignConfig } from '../campaign/campaign';
import { findLooserFields } from '../campaign/ceilings';
import { validateJob } from '../campaign/validate-job';
import { appendProblemCount, type FieldProblem } from '../field-problem';
import type { JobRequest } from '../job/job';
import type { JobOverrides } from '../job/overrides';
import type { LookUpNumber, ReadNumber } from '../organization/numbers';
import { findPolicyProblems, type Policy } from '../organization/policy';
import { createZoneValidator, type LoadZones } from '../schedule/inferred-zones';
import type { Pace } from '../turns';
import { normalizeNumbers, type NormalizedNumber } from './normalize-numbers';
import { columnOf, createRowProblem, type Row, type RowProblem, type RowProblemCode } from './row';

/** A job as the fields of a row describe it. */
export type RowJob = Omit<JobRequest, 'PhoneNumber'> & { ContactPhoneNumber: string };

type Fields = Record<string, unknown>;
type Path = readonly PropertyKey[];

/** A violation of the shape of a job. */
export interface ShapeProblem {
  path: Path;
  detail: string;
  isUnknownField: boolean;
}

/** The shape of a job, which the contracts define. */
export interface RowShape {
  parse(fields: Fields): RowJob | undefined;
  findProblems(fields: Fields): ShapeProblem[];
  /** Keeps the fields that are valid on their own. */
  salvage(fields: Fields): Partial<RowJob>;
}

/** The rules for the rows of one import: the same as for a job that is created on its own. */
export interface RowRules {
  shape: RowShape;
  campaign: CampaignConfig;
  /** The policy of the organization. */
  policy: Policy;
  /** True if the campaign's settings are ceilings for the rows. */
  hasCeilings: boolean;
  /** Validates what the telephony of this installation allows. @param pointer the location of the overrides */
  validateOverrides(overrides: JobOverrides | undefined, pointer: string): FieldProblem[];
  loadZones: LoadZones;
  loadNumberFacts: () => Promise<LookUpNumber>;
  loadNumberReader: () => Promise<ReadNumber>;
  /** The country of numbers without a country code, ISO 3166-1 alpha-2. Without it, such a number is invalid. */
  defaultCountry?: string | undefined;
  nowMs: number;
}

/** An invalid row keeps its valid fields, so that its owner can identify the contact. */
export type ValidatedRow = ValidRow | InvalidRow;

export interface ValidRow {
  kind: 'valid';
  number: number;
  job: RowJob;
  /** Its numbers that were not written in E.164; absent for none. */
  normalized?: readonly NormalizedNumber[];
}

export interface InvalidRow {
  kind: 'invalid';
  number: number;
  problems: RowProblem[];
  salvaged: Partial<RowJob>;
}

/** Validates a row. It never throws: a row that cannot be validated is invalid, or its batch would be repeated for good. */
export type RowValidator = (row: Row) => ValidatedRow;

const maxProblems = 10;

function valueAt(fields: unknown, path: Path): unknown {
  let value = fields;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const concernsTelephony = ({ Integrations, Trunk }: JobOverrides): boolean =>
  Integrations !== undefined || Trunk !== undefined;

export async function createRowValidator(rules: RowRules): Promise<RowValidator> {
  const { shape, campaign, policy, loadZones, nowMs } = rules;
  const validateZone = await createZoneValidator(campaign, loadZones, nowMs);
  const [lookUpNumber, readNumber] = await Promise.all([rules.loadNumberFacts(), rules.loadNumberReader()]);
  // Most rows use the campaign's settings: they share one result.
  const sharedProblems = validateJob({ Overrides: {} }, campaign);
  const toInvalidRow = (row: Row, problems: RowProblem[]): InvalidRow => ({
    kind: 'invalid',
    number: row.number,
    problems: problems.slice(0, maxProblems),
    salvaged: shape.salvage(row.fields),
  });
  const validate = (given: Row): ValidatedRow => {
    const { row, normalized } = normalizeNumbers(given, readNumber, rules.defaultCountry);
    const job = row.problems.length > 0 ? undefined : shape.parse(row.fields);
    if (job === undefined) return toInvalidRow(row, findShapeProblems(row, shape));
    const { CallerID, CampaignVariants, Overrides } = job;
    const hasOwnSettings =
      CallerID !== undefined || CampaignVariants !== undefined || Overrides.Constraints !== undefined;
    const problems = [
      ...(hasOwnSettings ? validateJob(job, campaign) : sharedProblems),
      ...(concernsTelephony(Overrides) ? rules.validateOverrides(Overrides, '/Overrides') : []),
      ...validateZone(job, '/Overrides/Constraints/TimeZone'),
      ...(rules.hasCeilings ? findLooserFields(job, campaign) : []),
    ];
    if (problems.length > 0) return toInvalidRow(row, problems.map(toRowProblem(given, 'not_allowed_in_campaign')));
    const refused = findPolicyProblems(job, policy, lookUpNumber(job.ContactPhoneNumber));
    if (refused.length > 0)
      return withoutTestJob(toInvalidRow(row, refused.map(toRowProblem(given, 'not_allowed_by_policy'))));
    return { kind: 'valid', number: row.number, job, ...(normalized.length === 0 ? {} : { normalized }) };
  };
  return (row) => {
    try {
      return validate(row);
    } catch (error) {
      const why = error instanceof Error ? error.name : 'unknown error';
      const problem = createRowProblem('invalid_value', `The row cannot be validated (${why}).`);
      return { kind: 'invalid', number: row.number, problems: [problem], salvaged: {} };
    }
  };
}

/** Validates rows in turns with other work: a row with constraints of its own may take milliseconds. */
export async function validateRows(rows: readonly Row[], validate: RowValidator, pace: Pace): Promise<ValidatedRow[]> {
  const validated: ValidatedRow[] = [];
  for (const row of rows) {
    validated.push(validate(row));
    await pace();
  }
  return validated;
}

/** The valid rows with numbers that were not written in E.164. */
export const countNormalized = (rows: readonly ValidatedRow[]): number =>
  rows.filter((row) => row.kind === 'valid' && row.normalized !== undefined).length;

/** The problems of a row's shape: unreadable cells, then invalid fields. */
function findShapeProblems({ fields, problems }: Row, shape: RowShape): RowProblem[] {
  // An unreadable row lacks every field; reporting each one would only add noise.
  if (problems.some((problem) => problem.column === '' && problem.code !== 'too_many_cells')) return problems;
  const unreadColumns = new Set(problems.map(({ column }) => column.split('/', 1)[0]));
  const found = shape
    .findProblems(fields)
    .filter(({ path }) => !unreadColumns.has(String(path[0])))
    .map(({ path, detail, isUnknownField }) => {
      const column = columnOf(path);
      if (isUnknownField) return createRowProblem('unknown_field', 'Unknown field.', { column });
      const value = valueAt(fields, path);
      return createRowProblem(value === undefined ? 'missing_value' : 'invalid_value', detail, { column, value });
    });
  return [...problems, ...found];
}

/** Test jobs are stored in clear. A test job that the policy refuses must not be. */
function withoutTestJob(row: InvalidRow): InvalidRow {
  const { TestJob: _refused, ...salvaged } = row.salvaged;
  return { ...row, salvaged };
}

const toRowProblem =
  ({ fields }: Row, code: RowProblemCode) =>
  ({ pointer, detail }: FieldProblem): RowProblem => {
    const path = pointer.split('/').slice(1);
    return createRowProblem(code, detail, {
      column: columnOf(path),
      value: valueAt(fields, path),
    });
  };

/** Describes an invalid row in one sentence, without its values. */
export function summarizeRowProblems(number: number, problems: readonly RowProblem[]): string {
  const [first] = problems;
  const column = first === undefined || first.column === '' ? '' : ` ${first.column}:`;
  const summary = `Row ${number} of the import is invalid:${column} ${first?.detail ?? ''}`;
  return appendProblemCount(summary, problems.length);
}
