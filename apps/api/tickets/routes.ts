import {
  createAudioTicketSchema,
  createRecordingTicketSchema,
  ticketSchema,
} from '../../../shared/contracts/ticket.schema';
import { route, type RouteDoc } from '../http/route';
import { createTicket } from './create-ticket';

const path = '/campaigns/:campaignID/jobs/:jobID/calls/:callID';

const ticketDoc = (use: string): Omit<RouteDoc, 'summary'> => ({
  tag: 'Calls',
  description: `Returns a ticket that takes the place of the API key in ${use}: append it as \`?ticket=…\`. It is valid for one request within 60 seconds, for this organization and this path only. The request acts as the API key that created the ticket and is refused once that key is revoked. Pages and players that cannot send headers use it, so that no API key appears in a URL.`,
  responses: { 201: { description: 'The ticket.', schema: ticketSchema } },
});

export const ticketRoutes = [
  route({
    method: 'POST',
    path: `${path}/audio-tickets`,
    operation: 'createAudioTicket',
    doc: { ...ticketDoc('one handshake of an audio stream of the call'), summary: 'Create a ticket for live audio' },
    access: 'calls:listen',
    body: createAudioTicketSchema,
    handle: (request, deps) => createTicket(request, `stream-audio-${request.body.Channel}`, deps),
  }),
  route({
    method: 'POST',
    path: `${path}/recording-tickets`,
    operation: 'createRecordingTicket',
    doc: { ...ticketDoc('one download of a recording of the call'), summary: 'Create a ticket for a recording' },
    access: 'recordings:read',
    body: createRecordingTicketSchema,
    handle: (request, deps) => createTicket(request, `recordings/${request.body.File}`, deps),
  }),
];
