import { OutdialConnectionError } from './errors.ts';

export interface TruncationOptions {
  signal?: AbortSignal;
  /** The body is made of lines: it cannot end within one. */
  endsWithNewline?: boolean;
}

const lineFeed = 10;
/**
 * So much is read at a stretch. Node 20's fetch reads more from the network each time that it is stopped and goes on: when
 * that happened at each piece of an answer sent in small pieces, what waits in memory, and the time, would grow without end.
 */
const burstBytes = 1024 * 1024;
const createTruncationError = (cause: unknown): OutdialConnectionError =>
  new OutdialConnectionError('The answer broke off: what came of it is not the whole.', { cause });

/**
 * The answer, with a body that ends only if all of it has come. It is read from the network as it is read here, up
 * to a stretch ahead. The caller's signal is heeded here as well: behind `fetch` Node 20 may collect the signal that it made of it.
 */
export function rejectTruncated(
  response: Response,
  { signal, endsWithNewline: lines = false }: TruncationOptions = {},
): Response {
  const { status, statusText, headers, body } = response;
  if (body === null) return response;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let lastByte: number | undefined;
  let stop = (): void => undefined;
  const removeAbortListener = (): void => signal?.removeEventListener('abort', stop);
  const finish = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (lines && lastByte !== undefined && lastByte !== lineFeed) throw new Error('It ends within a line.');
    controller.close();
    removeAbortListener();
  };
  const source: ConstructorParameters<typeof ReadableStream<Uint8Array>>[0] = {
    start: (controller) => {
      stop = () => {
        controller.error(signal?.reason);
        reader.cancel(signal?.reason).catch(() => undefined);
      };
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    },
    pull: async (controller) => {
      try {
        for (let ahead = 0; ahead < burstBytes;) {
          const { done, value } = await reader.read();
          if (signal?.aborted === true) return;
          if (done) {
            finish(controller);
            return;
          }
          lastByte = value.at(-1) ?? lastByte;
          ahead += value.length;
          controller.enqueue(value);
        }
      } catch (error) {
        if (signal?.aborted !== true) controller.error(createTruncationError(error));
        removeAbortListener();
      }
    },
    cancel: async (reason) => {
      removeAbortListener();
      await reader.cancel(reason);
    },
  };
  // Pulled when all that was read has been taken.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), { status, statusText, headers });
}

/** The lines of a body, which all end with a line feed. */
export async function* readLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  // A line may come in many pieces.
  let partialLine: string[] = [];
  for await (const chunk of body) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    partialLine.push(first);
    for (const next of others) {
      const line = partialLine.join('');
      partialLine = [next];
      if (line !== '') yield line;
    }
  }
}
