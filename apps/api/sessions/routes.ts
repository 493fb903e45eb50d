import { noBodySchema } from '../../../shared/contracts/job.schema';
import { meSchema, sessionEndedSchema, signInTicketSchema } from '../../../shared/contracts/session.schema';
import { ticketQuerySchema } from '../http/query-key';
import { route } from '../http/route';
import { createSession, deleteSession } from './create-session';
import { createSignInTicket } from './create-sign-in-ticket';
import { getMe } from './get-me';

export const sessionRoutes = [
  route({
    method: 'POST',
    path: '/session',
    operation: 'createSession',
    doc: {
      tag: 'Sessions',
      summary: 'Sign a browser in',
      description:
        'Signs the browser in that sends the request, with an API key or a sign-in ticket, and sets the cookie of the session: `__Host-outdial-session`, not readable by scripts, sent by pages of this service only, for 12 hours or until the key expires. A service without TLS accepts this only on its own machine, where the cookie is `outdial-session`. The session acts as its key: it ends with the key, and has its scopes, campaigns and limits. A session that the browser had before ends.',
      responses: { 201: { description: 'The browser is signed in.', schema: meSchema, headers: ['Set-Cookie'] } },
      problems: ['https_required', 'api_key_not_found'],
    },
    access: 'any_key',
    campaignScoped: true,
    query: ticketQuerySchema,
    body: noBodySchema,
    handle: createSession,
  }),
  route({
    method: 'DELETE',
    path: '/session',
    operation: 'deleteSession',
    doc: {
      tag: 'Sessions',
      summary: 'Sign a browser out',
      description: 'Ends the session whose cookie the request carries, in every process within 10 s.',
      responses: {
        200: { description: 'The session has ended.', schema: sessionEndedSchema, headers: ['Set-Cookie'] },
      },
      problems: ['session_not_found'],
    },
    access: 'any_key',
    campaignScoped: true,
    handle: deleteSession,
  }),
  route({
    method: 'GET',
    path: '/me',
    operation: 'getMe',
    doc: {
      tag: 'Sessions',
      summary: 'Who makes the request',
      description:
        'Returns the organization, the key and what it may do, and the version of the service. Every key may call this.',
      responses: { 200: { description: 'Who makes the request.', schema: meSchema } },
      problems: ['api_key_not_found'],
    },
    access: 'any_key',
    campaignScoped: true,
    handle: getMe,
  }),
  route({
    method: 'POST',
    path: '/sign-in-tickets',
    operation: 'createSignInTicket',
    doc: {
      tag: 'Sessions',
      summary: 'Create a sign-in link',
      description:
        'Returns a ticket that signs one browser in with this key, once, within an hour, and the address of the console with the ticket. A session cannot create one.',
      responses: { 201: { description: 'The ticket.', schema: signInTicketSchema } },
      problems: ['api_key_not_found'],
    },
    access: 'any_key',
    campaignScoped: true,
    body: noBodySchema,
    handle: createSignInTicket,
  }),
];
