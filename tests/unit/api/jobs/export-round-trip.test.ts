import fc from 'fast-check';
import { createExportWriter, type ExportType } from '../../../../apps/api/jobs/export-presenter';
import { decodeImport } from '../../../../apps/api/imports/import-text';
import { rowShape } from '../../../../shared/contracts/import-row';
import { createJobSchema, type CreateJob } from '../../../../shared/contracts/job.schema';
import { createRowJob } from '../../../../shared/application/import-row-job';
import { openRows, readRows } from '../../../../shared/domain/import/read-rows';
import { newJob, type Job } from '../../../../shared/domain/job/job';

const source = {
  ID: 'import_1',
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  CreatedMS: 1,
  JobIDs: { Salt: '0123456789abc', Batches: [{ LastRow: 1_000, AtMS: 1 }] },
};

const ids = { id: 'job_1', orgId: 'org_1', campaignId: 'campaign_1' };
const aJob = (fields: Partial<CreateJob> = {}): Job =>
  newJob({ ContactPhoneNumber: '+14155550123', Overrides: {}, ...fields }, ids, 1);

/** Uploads what was exported. @returns the jobs that the import makes */
function importAgain(type: ExportType, jobs: readonly Job[]): Job[] {
  const { header, serialize } = createExportWriter(type, 'import');
  const decoded = decodeImport(Buffer.from(header + jobs.map(serialize).join('')));
  if ('problem' in decoded) throw new Error(decoded.problem);
  const file = openRows(type === 'text/csv' ? 'csv' : 'ndjson', decoded.text);
  if ('problems' in file) throw new Error('The header is invalid.');
  const { rows } = readRows(file, file.start, { rows: 1_000, characters: Infinity });
  expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  return rows.map(({ number, fields }) => {
    const job = rowShape.parse(fields);
    if (job === undefined) throw new Error(JSON.stringify(rowShape.findProblems(fields)));
    return createRowJob(source, { kind: 'valid', number, job }, 1);
  });
}

/** What a client sets of a job. */
function requested({
  PhoneNumber,
  CallerID,
  ContactName,
  Data,
  Overrides,
  CampaignVariants,
  Priority,
  TestJob,
  ...job
}: Job) {
  const own = Object.entries(job.Metadata ?? {}).filter(([key]) => !key.startsWith('__service_'));
  const Metadata = Object.fromEntries(own);
  return { PhoneNumber, CallerID, ContactName, Metadata, Data, Overrides, CampaignVariants, Priority, TestJob };
}

const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(...`'=+-@\t\r\n＝＋ ";,a1+{}[]\\\u00a0\ufeff\u2028`.split(''), '+14155550123', '""'),
    }),
  )
  .filter((some) => !some.includes('\0'));
const freeForm = fc.dictionary(
  text.filter((key) => key !== '__proto__' && !key.startsWith('__service_')),
  fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    fc.jsonValue(),
  ),
  { maxKeys: 5 },
);
const phone = fc.constantFrom('+14155550123', '+6834002');
const body = fc.record(
  {
    ContactPhoneNumber: phone,
    CallerID: phone,
    ContactName: text.filter((name) => name.length <= 200),
    Metadata: freeForm,
    Data: freeForm,
    Overrides: fc.record(
      { DisableRecording: fc.boolean(), MaxRingSeconds: fc.integer({ min: 1, max: 60 }), Integrations: freeForm },
      { requiredKeys: [] },
    ),
    CampaignVariants: fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), { maxLength: 3 }),
    Priority: fc.integer({ min: -100, max: 100 }),
    TestJob: fc.boolean(),
  },
  { requiredKeys: ['ContactPhoneNumber'] },
);

describe('an export for import', () => {
  it.each<ExportType>(['text/csv', 'application/x-ndjson'])(
    'as %s gives the same jobs, whatever their fields hold',
    (type) => {
      fc.assert(
        fc.property(fc.array(body, { minLength: 1, maxLength: 5 }), (bodies) => {
          const valid = bodies.flatMap((one): CreateJob[] => {
            const sent = JSON.parse(JSON.stringify(one)) as unknown;
            const parsed = createJobSchema.safeParse(sent);
            return parsed.success ? [parsed.data] : [];
          });
          const jobs = valid.map((one) => aJob(one));
          expect(importAgain(type, jobs).map(requested)).toEqual(jobs.map(requested));
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each([
    ...[
      '-Ann',
      "'-Ann",
      "''=1",
      '=1+1',
      '+1 555',
      '\tAnn',
      '@ann',
      '＝1',
      "'",
      "''",
      '',
      ' ',
      '\n',
      "' ",
      "'Ann",
      "O'Neil",
    ],
    ...['A\n+14155550123', 'A\r\n"+14155550123","B', '"', '""', ',', ';', '\u00a0', 'Ann\u2028Bo', 'x'.repeat(200)],
  ])('keeps the name %j', (ContactName) => {
    for (const type of ['text/csv', 'application/x-ndjson'] as const) {
      const jobs = [aJob({ ContactName }), aJob({ ContactName: 'Bo', ContactPhoneNumber: '+14155550199' })];
      expect(importAgain(type, jobs).map(({ ContactName: name }) => name)).toEqual([ContactName, 'Bo']);
    }
  });

  it('keeps priorities, and empty objects and lists apart from none', () => {
    const fields = { Priority: -5, Data: {}, CampaignVariants: [] };
    for (const type of ['text/csv', 'application/x-ndjson'] as const) {
      expect(importAgain(type, [aJob(fields)])[0]).toMatchObject(fields);
      const [without = {}] = importAgain(type, [aJob()]);
      for (const name of [...Object.keys(fields), 'ContactName']) expect(without).not.toHaveProperty(name);
    }
  });
});
