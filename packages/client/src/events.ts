/** The stream of events alone, without anything of Node: for pages. */
export {
  followEvents,
  type EventGap,
  type FollowOptions,
  type FollowTransport,
  type StreamedEvent,
} from './follow-events.ts';
export { OutdialConnectionError, OutdialError } from './errors.ts';
