import type { WebSocket } from 'ws';
import type { CallReport } from './callback';

/** What one call takes of what Twilio sends to the API. */
export interface LineHandlers {
  onReport(report: CallReport): void;
  /** Takes the websocket of the call's audio. */
  onMedia(socket: WebSocket): void;
}

/** Where the API processes relay to what Twilio sends for the calls of this process. */
export interface LineEndpoint {
  /** Takes what is sent for one call. @returns a function that ends that */
  serve(attemptKey: string, handlers: LineHandlers): () => void;
}
