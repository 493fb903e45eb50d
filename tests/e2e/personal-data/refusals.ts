import { until } from '../../support/until';
import type { Kind } from './paths';
import type { SeededEnv } from './seeded-env';

const waits = (kind: Kind): string =>
  JSON.stringify({ Constraints: { MinCreationDelay: '1000h' }, Integrations: { simulator: {} } }).replaceAll(
    '"',
    '""',
  ) + (kind.testJob ? '",true' : '",false');

const plainRows = 20;

/** A file whose last rows are not acceptable; the `first` ones are validated before the response. */
function file(kind: Kind, { first }: { first: 'good' | 'bad' }): string {
  const { seeds } = kind;
  const data = `"{""topic"":""${seeds.rowData}""}"`;
  const good = `${seeds.rowNumber},${seeds.rowName},${data},"${waits(kind)}`;
  const bad = [
    `${seeds.badRowNumber},${seeds.rowName},${data},"${waits(kind)}`,
    `${seeds.rowNumber},${seeds.rowName},{${seeds.badRowData},"${waits(kind)}`,
  ];
  // Validated before the response; without personal data.
  const plain = Array.from({ length: plainRows }, () => `+14155550123,,,"${waits(kind)}`);
  const all = first === 'good' ? [...plain, good, good, ...bad] : [...bad, ...plain];
  return ['ContactPhoneNumber,ContactName,Data,Overrides,TestJob', ...all].join('\n');
}

async function upload(
  { api, key, answers }: SeededEnv,
  path: string,
  content: string,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'contacts.csv');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${api.url}${path}`, { method: 'POST', headers, body: form });
  answers.headers.push(JSON.stringify([...response.headers]));
  return { status: response.status, text: await response.text() };
}

/** What an import answers: to who sent the file, and to who asks for its report later. */
export interface Imported {
  jobIds: string[];
  /** The refusal of a file whose first rows are bad, and of a dry run: they show to the sender what is wrong. */
  toSender: string;
  report: string;
}

/** Imports a file with bad rows far down, tries one with bad rows in front, and reads the report of mistakes. */
export async function imported(testEnv: SeededEnv, campaignId: string, kind: Kind): Promise<Imported> {
  const { request, api, key } = testEnv;
  const bulk = `/campaigns/${campaignId}/jobs/bulk`;
  const refused = await upload(testEnv, bulk, file(kind, { first: 'bad' }));
  expect(refused.status).toBe(400);
  const dry = await upload(testEnv, `${bulk}?dry_run=1`, file(kind, { first: 'good' }));
  expect(dry.status).toBe(200);
  const accepted = await upload(testEnv, bulk, file(kind, { first: 'good' }));
  expect([accepted.status, accepted.text]).toEqual([202, expect.any(String)]);
  const { ImportID } = JSON.parse(accepted.text) as { ImportID: string };
  await until(
    async () => (await request<{ State: string }>('GET', `/imports/${ImportID}`)).body.State,
    (state) => state === 'completed',
    60_000,
  );
  const headers = { authorization: `Bearer ${key}` };
  const report = await Promise.all(
    ['application/json', 'text/csv'].map(async (accept) => {
      const answer = await fetch(`${api.url}/imports/${ImportID}/errors`, { headers: { ...headers, accept } });
      return answer.text();
    }),
  );
  const jobs = testEnv.mongo.db.collection<{ _id: string; ImportID: string }>('jobs');
  const made = await jobs
    .find({ ImportID }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return {
    // In the order of the rows: those after the plain ones hold personal data.
    jobIds: made.slice(plainRows).map(({ _id }) => _id),
    toSender: refused.text + dry.text,
    report: report.join('\n'),
  };
}

/** Requests that are refused, each with values in it that no refusal may repeat. */
export async function refusals({ request, api }: SeededEnv, campaignId: string, { seeds }: Kind): Promise<void> {
  const jobs = `/campaigns/${campaignId}/jobs`;
  const good = { ContactPhoneNumber: seeds.refusedNumber, ContactName: seeds.refused, Data: { a: seeds.refused } };
  const bodies: object[] = [
    { ...good, ContactPhoneNumber: seeds.refused },
    { ...good, ContactPhoneNumber: `0${seeds.refusedNumber}` },
    { ...good, CallerID: seeds.refusedNumber },
    { ...good, CampaignVariants: [seeds.refused] },
    { ...good, Overrides: { Integrations: { simulator: { Scenario: seeds.refused } } } },
    { ...good, Overrides: { Constraints: { TimeZone: seeds.refused } } },
    { ...good, Overrides: { Constraints: { MinCreationDelay: seeds.refused } } },
    { ...good, Overrides: { Redaction: { redact: [seeds.refused] } } },
    { ...good, Overrides: { SST: { deepgram: { options: { keywords: seeds.refused } } } } },
    { ...good, Metadata: seeds.refused, Data: seeds.refused },
  ];
  for (const body of bodies) expect([body, (await request('POST', jobs, body)).status]).toEqual([body, 400]);
  const broken = { headers: { 'content-type': 'application/json' }, raw: `{"ContactName":"${seeds.refused}",` };
  const lines: [string, string, number, (object | undefined)?, object?][] = [
    ['POST', jobs, 400, undefined, broken],
    ['GET', `${jobs}/search?search=${seeds.refused}%20${seeds.refused}`, 400],
    ['GET', `${jobs}?after=${encodeURIComponent(seeds.refusedNumber)}`, 400],
    ['GET', `${jobs}/${seeds.path}`, 404],
    ['GET', `/campaigns/${seeds.path}/jobs`, 404],
    ['GET', `/${seeds.path}`, 404],
    ['PUT', `${jobs}/${seeds.path}`, 405],
    ['POST', `/campaigns/${campaignId}/schedule-preview`, 400, { ...good, ContactPhoneNumber: seeds.refused }],
    ['POST', '/webhooks', 400, { DestinationURL: seeds.refused }],
  ];
  for (const [method, path, status, body, options = {}] of lines)
    expect([method, path, (await request(method, path, body, options)).status]).toEqual([method, path, status]);
  // No key, and an invalid one: neither may be echoed to the sender.
  for (const authorization of ['', `Bearer ${seeds.refused}`])
    await fetch(`${api.url}${jobs}?apiKey=${seeds.refused}`, { headers: { authorization } });
}
