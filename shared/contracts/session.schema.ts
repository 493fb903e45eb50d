import { z } from 'zod';
import { scopes } from '../domain/access/scope';
import { field, ids, instant } from './field';

export const meSchema = z
  .object({
    OrgID: ids.org,
    OrganizationName: field(z.string(), 'Name of the organization.', 'Example Ltd'),
    KeyID: ids.key,
    KeyName: field(z.string(), 'A name that identifies the key to people.', 'Console of Ada'),
    Scopes: field(z.array(z.enum(scopes)), 'Scopes of the key.', ['jobs:read', 'jobs:write']),
    CampaignIDs: field(z.array(z.string()), 'The campaigns that the key is restricted to, if any.', [
      'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ]).optional(),
    KeyExpiresAt: instant('When the key expires.', '2027-01-31T00:00:00Z').optional(),
    SessionExpiresAt: instant('When the session expires; present if a session made the request.').optional(),
    Version: field(z.string(), 'Version of the service.', '0.1.0'),
    WorkflowsURL: field(
      z.string(),
      "Where Temporal's UI lists workflows; the id of one may be appended (`/job%2F<JobID>`). For keys with the scope `service:read`, if the operator has set `TEMPORAL_UI_URL`.",
      'https://temporal.example/namespaces/default/workflows',
    ).optional(),
  })
  .meta({ id: 'Me', description: 'Who makes the request, and what it may do.' });
export type MeBody = z.output<typeof meSchema>;

export const sessionEndedSchema = z
  .object({ KeyID: ids.key })
  .meta({ id: 'SessionEnded', description: 'The session of this key has ended.' });

export const signInTicketSchema = z
  .object({
    Ticket: field(
      z.string(),
      'The ticket: `POST /session?ticket=…` signs in with it.',
      'ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468',
    ),
    URL: field(
      z.string(),
      'The address of the console that signs in with the ticket. Browsers send nothing after the `#`.',
      'https://outdial.example/console/#ticket=ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468',
    ),
    ExpiresAt: instant('When the ticket expires if it is not used.'),
  })
  .meta({ id: 'SignInTicket', description: 'A ticket that signs one browser in, once.' });
