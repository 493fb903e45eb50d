import type { CampaignConfig } from '../domain/campaign/campaign';
import { rowProblem, type Row, type RowProblem } from '../domain/import/row';
import type { JobOverrides } from '../domain/job/overrides';
import { expectation, fieldProblems } from './issues';
import { plainJob } from './import-plain-job';
import { problemsInCampaign } from './job-in-campaign';
import { createJobSchema, type CreateJob } from './job.schema';
import type { FieldProblem } from './problem';
import { createZoneRule, type LoadZones } from './zone-problems';

/** What a row is judged by, beside its own shape: the same as a job that is created alone. */
export interface RowRules {
  campaign: CampaignConfig;
  /** Checks the integrations that this installation knows; `at` is where the overrides stand. */
  integrationProblems(overrides: JobOverrides | undefined, at: string): FieldProblem[];
  loadZones: LoadZones;
}

/** A row that was judged: a job, or what is wrong. */
export type JudgedRow =
  | { kind: 'good'; number: number; job: CreateJob }
  | { kind: 'bad'; number: number; problems: RowProblem[]; remains: Partial<CreateJob> };

const maxProblems = 10;
/** Keys of free-form objects may be anything, personal data too: only what looks like a name is repeated. */
const harmless = /^[A-Za-z0-9_-]{1,64}$/;
const columnOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => (harmless.test(String(key)) ? String(key) : '…')).join('/');

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  let value = fields;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Judges a row. */
export type RowJudge = (row: Row) => JudgedRow;

/** The judge of the rows of one import, by the rules of a job that is created alone. */
export async function createRowJudge(rules: RowRules): Promise<RowJudge> {
  const zoneProblems = await createZoneRule(rules.campaign, rules.loadZones);
  // Most rows leave to the campaign what only the campaign can judge: one verdict does for all of them.
  const plain = problemsInCampaign({ Overrides: {} }, rules.campaign);
  return (row) => {
    const job = row.problems.length > 0 ? undefined : (plainJob(row.fields) ?? parsedJob(row.fields));
    if (job === undefined) return bad(row, shapeProblems(row));
    const { CallerID, CampaignVariants, Overrides } = job;
    const own = CallerID !== undefined || CampaignVariants !== undefined || Overrides.Constraints !== undefined;
    const problems = [
      ...(own ? problemsInCampaign(job, rules.campaign) : plain),
      ...(Overrides.Integrations === undefined ? [] : rules.integrationProblems(Overrides, '/Overrides')),
      ...zoneProblems(job, '/Overrides/Constraints/TimeZone'),
    ];
    if (problems.length > 0) return bad(row, problems.map(campaignProblem(row)));
    return { kind: 'good', number: row.number, job };
  };
}

const parsedJob = (fields: Record<string, unknown>): CreateJob | undefined => createJobSchema.safeParse(fields).data;

const bad = (row: Row, problems: RowProblem[]): JudgedRow => ({
  kind: 'bad',
  number: row.number,
  problems: problems.slice(0, maxProblems),
  remains: remainsOf(row.fields),
});

/** What is wrong with a row's shape: cells that could not be read, then fields that are not acceptable. */
function shapeProblems({ fields, problems }: Row): RowProblem[] {
  // A row that could not be read at all lacks every field; saying so helps nobody.
  if (problems.some((problem) => problem.column === '' && problem.code !== 'too_many_cells')) return problems;
  const unread = new Set(problems.map((problem) => problem.column));
  const issues = createJobSchema.safeParse(fields, { error: expectation }).error?.issues ?? [];
  const found = issues
    .filter((issue) => !unread.has(String(issue.path[0])))
    .flatMap((issue) =>
      fieldProblems([issue], columnOf).map(({ pointer, detail }) => {
        if (issue.code === 'unrecognized_keys')
          return rowProblem('unknown_field', 'Unknown field.', { column: pointer });
        const value = valueAt(fields, issue.path);
        const code = value === undefined ? 'missing_value' : 'invalid_value';
        return rowProblem(code, detail, { column: pointer, value });
      }),
    );
  return [...problems, ...found];
}

const campaignProblem =
  ({ fields }: Row) =>
  ({ pointer, detail }: FieldProblem): RowProblem => {
    const path = pointer.split('/').slice(1);
    return rowProblem('not_allowed_in_campaign', detail, { column: columnOf(path), value: valueAt(fields, path) });
  };

const kept = ['ContactPhoneNumber', 'ContactName', 'Metadata', 'Data', 'TestJob'] as const;

/** What a bad row's job keeps: each field that is good by itself, so that its owner finds the contact again. */
function remainsOf(fields: Record<string, unknown>): Partial<CreateJob> {
  const good = kept.flatMap((name) => {
    const parsed = createJobSchema.shape[name].safeParse(fields[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(good);
}

/** A bad row in one sentence, without its values. */
export function inOneSentence(number: number, problems: readonly RowProblem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const place = first === undefined || first.column === '' ? '' : ` ${first.column}:`;
  return `Row ${number} of the import is not acceptable:${place} ${first?.detail ?? ''}${more}`;
}
