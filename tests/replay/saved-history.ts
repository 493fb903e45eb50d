import { temporal } from '@temporalio/proto';

const { History } = temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

/** A history in a file: what happened, to be read, and the very bytes, to be replayed. */
export interface SavedHistory {
  events: string[];
  history: string;
}

export function toSaved(history: History): SavedHistory {
  const anonymized = History.decode(History.encode(history).finish());
  anonymize(anonymized);
  return {
    events: anonymized.events.map(nameOf),
    history: Buffer.from(History.encode(anonymized).finish()).toString('base64'),
  };
}

export const fromSaved = ({ history }: SavedHistory): History => History.decode(Buffer.from(history, 'base64'));

const nameOf = (event: temporal.api.history.v1.IHistoryEvent): string =>
  Object.keys(event)
    .filter((key) => key.endsWith('EventAttributes'))
    .map((key) => key.replace('EventAttributes', ''))
    .join();

const queueOf = (queue: unknown): string => {
  const { name, normalName } = queue as temporal.api.taskqueue.v1.ITaskQueue;
  return normalName ? normalName : (name ?? '');
};

/** Who ran it where is nobody's business, and no part of a replay. */
function anonymize(node: unknown): void {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return;
  const fields = node as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    if (key === 'identity') fields[key] = 'worker';
    else if (key === 'stackTrace') fields[key] = '';
    // A sticky queue bears the name of the process that it belongs to.
    else if (key === 'taskQueue') fields[key] = { name: queueOf(fields[key]), kind: 1 };
    else anonymize(fields[key]);
  }
}
