import { z } from 'zod';
import { audioChannels } from '../domain/audio/format';
import { recordingFiles } from '../domain/call/call-record';
import { field, instant } from './field';

export const createAudioTicketSchema = z
  .strictObject({
    Channel: field(
      z.enum(audioChannels),
      'The side of the call: `bot` is the assistant, `user` is the contact.',
      'user',
    ),
  })
  .meta({ id: 'CreateAudioTicketBody', description: 'The audio stream that the ticket is for.' });

export const createRecordingTicketSchema = z
  .strictObject({ File: field(z.enum(recordingFiles), 'The recording that the ticket is for.', 'merged.mp3') })
  .meta({ id: 'CreateRecordingTicketBody', description: 'The recording that the ticket is for.' });

export const ticketSchema = z
  .object({
    Ticket: field(
      z.string(),
      'The ticket: append it to the URL as `ticket`.',
      'ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468',
    ),
    ExpiresAt: instant('When the ticket expires if it is not used.'),
  })
  .meta({ id: 'Ticket', description: 'A ticket for one request.' });
