import { ariPath } from './ari';
import { findChannel, type Gateway } from './gateway';

/** What the state of a channel means for its leg. */
export interface ChannelReader {
  after: (ms: number, fn: () => void) => () => void;
  onAnswered: () => void;
  onGone: () => void;
  isOver: () => boolean;
}

const retryMs = 1_000;

/** Reads the state of a channel after its events may have been missed, until Asterisk answers, and subscribes to it again. */
export function readChannelAgain(gateway: Gateway, id: string, reader: ChannelReader): void {
  const { ari, events, logger } = gateway;
  const read = async (): Promise<void> => {
    const path = `${ariPath('applications', events.app)}/subscription`;
    await ari.request({ method: 'POST', path, query: { eventSource: `channel:${id}` } });
    const state = await findChannel(ari, id);
    if (reader.isOver()) return;
    if (state === undefined) reader.onGone();
    else if (state === 'Up') reader.onAnswered();
  };
  const attempt = (): void =>
    void read().catch((err: unknown) => {
      logger?.warn({ err, callId: id }, 'asterisk.channel_not_read');
      if (!reader.isOver()) reader.after(retryMs, attempt);
    });
  attempt();
}
