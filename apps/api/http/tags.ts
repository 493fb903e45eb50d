/** The chapters of the API's document, in order. */
export const tags = {
  Campaigns:
    'A campaign holds the configuration and defaults of calls. Every change makes a new version; a job keeps the one of its first call.',
  Jobs: 'A job is one contact to be called within a campaign, through all its attempts.',
  Scheduling: 'Why a job is not called yet, and when it will be.',
  Calls: 'Listening to a call while it lasts, stopping it, and its recordings afterwards.',
  Imports: 'Files of jobs, CSV or NDJSON, each row exactly once.',
  Webhooks: 'Where changes of jobs are sent to, and what became of each delivery.',
  'API keys': 'Keys, what they may do, and the log of what was done with them.',
  Organization: 'The organization that the API key belongs to.',
  Service: 'The service itself. Open to anybody.',
} as const;
export type Tag = keyof typeof tags;
