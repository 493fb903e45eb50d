import { http } from '../api/client';
import { ApiError } from '../api/errors';
import { pages } from './pages';

/** Where a jump may lead. */
export interface Hit {
  /** A path of this application. */
  href: string;
  name: string;
  kind: string;
}

const hit = (kind: string, name: string, href: string): Hit => ({ kind, name, href });

/** A number as people write it, in E.164; `undefined` for any other text. */
export function toE164(text: string): string | undefined {
  const digits = text.replace(/[\s()./-]/g, '');
  return /^\+\d{6,15}$/.test(digits) ? digits : undefined;
}

async function campaignsNamed(text: string): Promise<Hit[]> {
  const { data } = await http.GET('/campaigns', { params: { query: { archived: true } } });
  const wanted = text.toLowerCase();
  return (data?.Campaigns ?? [])
    .filter(({ ID, Data }) => ID === text || Data.Name.toLowerCase().includes(wanted))
    .slice(0, 10)
    .map(({ ID, Data }) => hit('campaign', Data.Name, `/campaigns/${ID}`));
}

/** Looks for a job in each campaign, because its id does not name one. */
async function findJob(jobID: string): Promise<Hit[]> {
  const { data } = await http.GET('/campaigns', { params: { query: { archived: true } } });
  const found = await Promise.all(
    (data?.Campaigns ?? []).map(async ({ ID: campaignID }) => {
      const path = { campaignID, jobID };
      try {
        await http.GET('/campaigns/{campaignID}/jobs/{jobID}', { params: { path } });
        return [hit('job', jobID, `/campaigns/${campaignID}/jobs/${jobID}`)];
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** What a text may mean: an id, a phone number, or a part of a name. */
export async function findHits(text: string): Promise<Hit[]> {
  if (text.startsWith('job_')) return findJob(text);
  if (text.startsWith('call_')) return findJob(text.replace(/^call_/, 'job_').replace(/_\d+$/, ''));
  const [, ofEvent] = /^(?:\d+-)?evt_((?:job|call)_.+)_\d+$/.exec(text) ?? [];
  if (ofEvent !== undefined) return findHits(ofEvent);
  if (text.startsWith('import_')) return [hit('import', text, `/imports/${encodeURIComponent(text)}`)];
  if (text.startsWith('webhook_')) return [hit('webhook', text, `/webhooks/${encodeURIComponent(text)}`)];
  const number = toE164(text);
  if (number !== undefined) return [hit('number', number, `/numbers/${encodeURIComponent(number)}`)];
  const named = pages.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const found = named.map(({ name, to }) => hit('page', name, to));
  return text === '' ? found : [...found, ...(await campaignsNamed(text))];
}
