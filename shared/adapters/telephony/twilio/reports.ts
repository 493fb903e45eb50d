import { setTimeout as sleep } from 'node:timers/promises';
import type { CallReport } from './callback';
import type { CallStatus } from './client';

/** What callbacks say of a call while it is being placed. They may arrive before the answer to the request. */
export interface Reports {
  report(report: CallReport): void;
  /** Twilio's id of the call, once a callback has arrived. */
  readonly first: Promise<string>;
  /** Waits for a callback. @returns Twilio's id of the call; `undefined` if none arrived in time */
  firstWithin(ms: number): Promise<string | undefined>;
  /** Waits until the call is no longer queued. */
  leftQueueWithin(ms: number): Promise<boolean>;
}

/** A call that is canceled in the queue never left it; one that rang before was reported to do so. */
const inQueue: readonly CallStatus[] = ['queued', 'canceled'];

/** @param next gets every report */
export function createReports(next: (report: CallReport) => void): Reports {
  let announceFirst: (sid: string) => void = () => undefined;
  let announceLeft: (left: true) => void = () => undefined;
  const first = new Promise<string>((resolve) => (announceFirst = resolve));
  const left = new Promise<true>((resolve) => (announceLeft = resolve));
  return {
    report: (report) => {
      announceFirst(report.sid);
      if (report.status !== undefined && !inQueue.includes(report.status)) announceLeft(true);
      next(report);
    },
    first,
    firstWithin: (ms) => within(first, ms),
    leftQueueWithin: async (ms) => (await within(left, ms)) ?? false,
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([promise, sleep(ms, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}
