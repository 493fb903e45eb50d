/** The chapters of the OpenAPI document, in order. */
export const tags = {
  Campaigns:
    'A campaign holds the configuration and defaults of calls. Every change creates a new version; a job keeps the version of its first call.',
  Jobs: 'A job is one contact to call within a campaign, across all attempts.',
  Scheduling: 'Why the next call of a job has not been placed yet, and when it will be.',
  Calls: 'Listening to active calls, stopping them, and their recordings.',
  Imports: 'Bulk creation of jobs from CSV or NDJSON files; each row creates exactly one job.',
  'Bulk actions': 'Actions on every job of a campaign that matches a filter, carried out in the background.',
  Suppressions: 'Numbers that must not be called, and what is known of a number over all campaigns.',
  Events: 'What happens, as it happens, over one connection.',
  Webhooks: 'Receivers of events, and the log of deliveries.',
  'API keys': 'API keys, their scopes, and the audit log.',
  Sessions: 'Browsers that are signed in with an API key, and who makes a request.',
  Organization: 'Returns the organization that the API key belongs to.',
  Service: 'The service itself. No API key needed.',
} as const;
export type Tag = keyof typeof tags;
