import { streamEventsQuerySchema, eventStreamSchema } from '../../../shared/contracts/event.schema';
import { route } from '../http/route';
import { streamEvents } from './stream-events';

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/events',
    operation: 'streamEvents',
    doc: {
      tag: 'Events',
      summary: 'Follow events',
      description:
        'Sends the events of the organization as they happen, as Server-Sent Events: at least once, those of a job in order. `id` identifies the place in the stream, `event` is the kind, and `data` an `Event` as JSON. With the header `Last-Event-ID` the stream continues behind that event, up to 24 hours back; `event: gap` says that older ones were left out. A comment every 15 seconds keeps the connection alive. `event: bye` precedes an end by the service: connect again. A client that reads too slowly is disconnected, and continues with `Last-Event-ID`.',
      responses: {
        200: {
          description: 'The events, until either side ends the stream.',
          content: { 'text/event-stream': eventStreamSchema },
        },
      },
      problems: ['too_many_streams', 'campaign_not_found'],
    },
    streams: 'events',
    access: 'jobs:read',
    campaignScoped: true,
    query: streamEventsQuerySchema,
    handle: streamEvents,
  }),
];
