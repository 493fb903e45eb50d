import { OutdialConnectionError } from './errors.ts';

type Controller = ReadableStreamDefaultController<Uint8Array>;

export interface TruncationOptions {
  signal?: AbortSignal;
  /** The body consists of lines: each ends with a newline, also the last one. */
  endsWithNewline?: boolean;
}

const lineFeed = 10;
/**
 * Bytes read in one burst. Node 20's fetch reads ahead further each time it is paused and resumed. Pausing at each
 * chunk of a response sent in small chunks would make the buffered bytes and the time grow without bound.
 */
const burstBytes = 1024 * 1024;
const createTruncationError = (cause: unknown): OutdialConnectionError =>
  new OutdialConnectionError('The response was truncated: the received part is incomplete.', { cause });

/**
 * Returns the response with a body that ends only if it is complete. It is read from the network on demand, up to one
 * burst ahead. The caller's signal is observed here too: Node 20 may collect the signal that `fetch` derives from it.
 */
export function rejectTruncated(
  response: Response,
  { signal, endsWithNewline = false }: TruncationOptions = {},
): Response {
  const { status, statusText, headers, body } = response;
  if (body === null) return response;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let lastByte: number | undefined;
  let stop = (): void => undefined;
  const removeAbortListener = (): void => signal?.removeEventListener('abort', stop);
  const finish = (controller: Controller): void => {
    if (endsWithNewline && lastByte !== undefined && lastByte !== lineFeed)
      throw new Error('The body ends within a line.');
    controller.close();
    removeAbortListener();
  };
  const source = {
    start: (controller: Controller): void => {
      stop = () => {
        controller.error(signal?.reason);
        reader.cancel(signal?.reason).catch(() => undefined);
      };
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    },
    pull: async (controller: Controller): Promise<void> => {
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
    cancel: async (reason: unknown): Promise<void> => {
      removeAbortListener();
      await reader.cancel(reason);
    },
  };
  // Pull only after the consumer has taken everything read so far.
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), { status, statusText, headers });
}

/** Yields the lines of a body; each ends with a line feed. */
export async function* readLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  // A line may arrive in many chunks.
  let partialLine: string[] = [];
  for await (const chunk of chunksOf(body)) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    partialLine.push(first);
    for (const next of others) {
      const line = partialLine.join('');
      partialLine = [next];
      if (line !== '') yield line;
    }
  }
}

/** Not every browser iterates over streams. A loop that ends early stops the download. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
