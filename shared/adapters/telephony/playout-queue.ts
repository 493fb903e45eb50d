import type { VoiceRate } from './telephony';

/** Audio of one rate: 16-bit samples, of which those from `from` to `until` (bytes) are not played yet. */
interface Block {
  rate: VoiceRate;
  bytes: Buffer;
  from: number;
  until: number;
}

/** Called once: true when the contact has heard everything before the mark. */
export type Mark = (heard: boolean) => void;

/** Samples at this rate measure audio of every rate in whole numbers. */
const unitsPerMs = 24;
const unitsOf = (bytes: number, rate: VoiceRate): number => (bytes / 2) * ((unitsPerMs * 1000) / rate);
/** Audio is copied into blocks of a second, so that a flood of tiny writes takes no more memory than its audio. */
const blockMs = 1_000;
/** Marks that wait at once. */
const maxMarks = 1_000;

/** What is written and not played yet: audio in its own rate, and marks between it. */
export interface PlayoutQueue {
  /** Copies as much of the audio as fits. @returns how much did not, in ms */
  write(pcm: Buffer, rate: VoiceRate): number;
  /** @returns false if too many marks wait */
  mark(mark: Mark): boolean;
  /** Takes at most so many ms of audio, up to the next mark or change of rate; `undefined` if there is none before a mark. */
  take(ms: number): { pcm: Buffer; rate: VoiceRate } | undefined;
  /** Takes the marks before the next audio. */
  takeMarks(): Mark[];
  /** Empties the queue. @returns its marks */
  clear(): Mark[];
  readonly queuedMs: number;
}

/** @param capMs what does not fit is not taken */
export function createPlayoutQueue(capMs: number): PlayoutQueue {
  let items: (Block | Mark)[] = [];
  let units = 0;
  let marks = 0;
  return {
    write: (pcm, rate) => {
      const roomBytes = Math.max(0, Math.floor(((capMs * unitsPerMs - units) * rate) / (unitsPerMs * 1000))) * 2;
      const taken = Math.min(pcm.length, roomBytes);
      append(items, pcm.subarray(0, taken), rate);
      units += unitsOf(taken, rate);
      return unitsOf(pcm.length - taken, rate) / unitsPerMs;
    },
    mark: (mark) => {
      if (marks >= maxMarks) return false;
      marks++;
      items.push(mark);
      return true;
    },
    take: (ms) => {
      const [first] = items;
      if (first === undefined || typeof first === 'function') return undefined;
      const pcm = takeFromBlock(first, Math.max(1, Math.ceil((ms * first.rate) / 1000)) * 2);
      if (first.from === first.until) items.shift();
      units -= unitsOf(pcm.length, first.rate);
      return { pcm, rate: first.rate };
    },
    takeMarks: () => {
      const next = items.findIndex((item) => typeof item !== 'function');
      const taken = items.splice(0, next === -1 ? items.length : next) as Mark[];
      marks -= taken.length;
      return taken;
    },
    clear: () => {
      const cleared = items.filter((item) => typeof item === 'function');
      [items, units, marks] = [[], 0, 0];
      return cleared;
    },
    get queuedMs() {
      return units / unitsPerMs;
    },
  };
}

function takeFromBlock(block: Block, bytes: number): Buffer {
  const until = Math.min(block.until, block.from + bytes);
  const pcm = block.bytes.subarray(block.from, until);
  block.from = until;
  return pcm;
}

function append(items: (Block | Mark)[], pcm: Buffer, rate: VoiceRate): void {
  for (let at = 0; at < pcm.length;) {
    let tail = items.at(-1);
    if (tail === undefined || typeof tail === 'function' || tail.rate !== rate || tail.until === tail.bytes.length) {
      tail = { rate, bytes: Buffer.allocUnsafe((rate * 2 * blockMs) / 1000), from: 0, until: 0 };
      items.push(tail);
    }
    const copied = pcm.copy(tail.bytes, tail.until, at);
    tail.until += copied;
    at += copied;
  }
}
