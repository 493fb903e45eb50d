/** Cuts a stream of bytes into frames of one length. */
export interface Framer {
  /** @returns the frames that are complete; they share no memory with `bytes` */
  push(bytes: Uint8Array): Buffer[];
  /** @returns the last frame, filled up with silence; `undefined` if nothing is left */
  flush(): Buffer | undefined;
  /** Drops what is left of an incomplete frame. */
  clear(): void;
}

/**
 * @param frameBytes for example 160 for 20 ms of G.711, 960 for 20 ms of PCM at 24 kHz
 * @param silence the byte that is silence: 0 for PCM, `codec.silence` for G.711
 */
export function createFramer(frameBytes: number, silence = 0): Framer {
  const partial = Buffer.alloc(frameBytes);
  let length = 0;
  const take = (): Buffer => {
    length = 0;
    return Buffer.from(partial);
  };
  return {
    push: (bytes) => {
      const frames: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const count = Math.min(frameBytes - length, bytes.length - at);
        partial.set(bytes.subarray(at, at + count), length);
        length += count;
        at += count;
        if (length === frameBytes) frames.push(take());
      }
      return frames;
    },
    flush: () => {
      if (length === 0) return undefined;
      partial.fill(silence, length);
      return take();
    },
    clear: () => (length = 0),
  };
}
