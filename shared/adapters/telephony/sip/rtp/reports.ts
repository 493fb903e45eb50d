import type { Reception } from './reception';
import { middleNtpOf, parseRtcp, writeRtcp, type ReportBlock, type SenderInfo } from './rtcp';

/** The mean time between two reports; the first comes after half of it (RFC 3550 section 6.2). */
const intervalMs = 5_000;
const secondUnits = 65_536;

export interface ReportsOptions {
  /** Our canonical name: ASCII, and the same for the whole call (RFC 7022). */
  name: string;
  ssrc: () => number;
  /** What we sent since the last report; `undefined` if nothing. */
  senderInfo: (nowMs: number) => SenderInfo | undefined;
  /** The stream that we receive. */
  reception: () => Reception | undefined;
  send: (datagram: Buffer) => void;
  /** A stream of the other side has ended. */
  onEnded: (ssrc: number) => void;
  /** 0 to 1: reports of many calls must not coincide (RFC 3550 section 6.3). */
  random: () => number;
}

/** The RTCP of one call. */
export interface Reports {
  /** Sends a report if it is due. The first call begins the interval. */
  tick(nowMs: number): void;
  /** Reads a datagram. @returns false if it is no RTCP */
  receive(datagram: Buffer, nowMs: number): boolean;
  /** Ends our stream, with a last report. */
  end(nowMs: number): void;
  readonly lostByPeer: number | undefined;
  readonly roundTripMs: number | undefined;
}

interface State extends ReportsOptions {
  nextMs: number | undefined;
  /** The last sender report of the other side. */
  heard: { ssrc: number; sentAt: number; atMs: number } | undefined;
  lostByPeer: number | undefined;
  roundTripMs: number | undefined;
}

export function createReports(options: ReportsOptions): Reports {
  const state: State = {
    ...options,
    nextMs: undefined,
    heard: undefined,
    lostByPeer: undefined,
    roundTripMs: undefined,
  };
  const draw = (meanMs: number): number => meanMs * (0.5 + state.random());
  return {
    tick: (nowMs) => {
      state.nextMs ??= nowMs + draw(intervalMs / 2);
      if (nowMs < state.nextMs) return;
      state.nextMs = nowMs + draw(intervalMs);
      report(state, nowMs);
    },
    receive: (datagram, nowMs) => {
      const report = parseRtcp(datagram);
      if (report === undefined) return false;
      if (report.sentAt !== undefined) state.heard = { ssrc: report.ssrc, sentAt: report.sentAt, atMs: nowMs };
      for (const block of report.blocks) if (block.ssrc === state.ssrc()) readBlock(state, block, nowMs);
      for (const ssrc of report.ended) state.onEnded(ssrc);
      return true;
    },
    end: (nowMs) => report(state, nowMs, { isEnd: true }),
    get lostByPeer() {
      return state.lostByPeer;
    },
    get roundTripMs() {
      return state.roundTripMs;
    },
  };
}

function report(state: State, nowMs: number, { isEnd = false } = {}): void {
  const received = state.reception()?.report();
  const heard = state.heard?.ssrc === received?.ssrc ? state.heard : undefined;
  const delay = heard ? Math.round(((nowMs - heard.atMs) * secondUnits) / 1000) : 0;
  const times = { lastReport: heard?.sentAt ?? 0, delaySinceLastReport: delay };
  const sender = state.senderInfo(nowMs);
  const blocks = received ? [{ ...received, ...times }] : [];
  state.send(writeRtcp({ ssrc: state.ssrc(), ...(sender && { sender }), blocks }, state.name, { isEnd }));
}

/** The way and back takes what has passed since our report, without the time that the other side held its answer. */
function readBlock(state: State, block: ReportBlock, nowMs: number): void {
  state.lostByPeer = block.fractionLost / 256;
  if (block.lastReport === 0) return;
  const passed = (middleNtpOf(nowMs) - block.lastReport - block.delaySinceLastReport) | 0;
  state.roundTripMs = Math.max(0, (passed * 1000) / secondUnits);
}
