import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  conversationEndReasons,
  endedReasons,
  type ConversationEndReason,
  type EndedReason,
} from '../../domain/call/call';
import { secondsOf } from './registry';

/** Metrics of calls. */
export interface CallMetrics {
  /** The provider is about to ring the contact. @param lagMs since the planned time; absent without one */
  recordDial(lagMs: number | undefined): void;
  /** Counts a call as active in this process. @returns a function to call when the call is over */
  trackCall(): () => void;
  recordEnd(reason: EndedReason): void;
  /** The analysis classified a conversation. */
  recordConversation(reason: ConversationEndReason): void;
  /** The analysis of a call failed too often, so its job continues without it. */
  recordAbandonedAnalysis(): void;
  /** The circuit breaker of a campaign opened, or closed. */
  recordBreaker(to: 'open' | 'closed'): void;
  /** A write to a call's record can never succeed, or its worker was stopped first. */
  recordDroppedWrite(write: CallWrite): void;
}

/** What a worker writes during a call: a change of state, a message, the end. */
export const callWrites = ['state', 'message', 'end'] as const;
export type CallWrite = (typeof callWrites)[number];

export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry];
  const lag = new Histogram({
    name: 'outdial_scheduling_lag_seconds',
    help: 'From the planned time of a call to dialing.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
    registers,
  });
  const active = new Gauge({
    name: 'outdial_active_calls',
    help: 'Active calls of this process.',
    registers,
  });
  const ended = new Counter({
    name: 'outdial_calls_ended_total',
    help: 'Calls ended, by the reason that the provider reported.',
    labelNames: ['reason'] as const,
    registers,
  });
  const conversations = new Counter({
    name: 'outdial_conversations_total',
    help: 'Calls analyzed, by how the conversation ended.',
    labelNames: ['reason'] as const,
    registers,
  });
  const abandoned = new Counter({
    name: 'outdial_analyses_abandoned_total',
    help: 'Calls whose analysis failed too often.',
    registers,
  });
  const dropped = new Counter({
    name: 'outdial_call_writes_dropped_total',
    help: 'Writes to the records of calls that could not succeed.',
    labelNames: ['write'] as const,
    registers,
  });
  const breakers = createBreakerCounter(registry);
  for (const write of callWrites) dropped.inc({ write }, 0);
  for (const reason of endedReasons) ended.inc({ reason }, 0);
  for (const reason of conversationEndReasons) conversations.inc({ reason }, 0);
  return {
    recordDial: (lagMs) => {
      if (lagMs !== undefined) lag.observe(secondsOf(lagMs));
    },
    trackCall: () => {
      active.inc();
      return () => active.dec();
    },
    recordEnd: (reason) => ended.inc({ reason }),
    recordConversation: (reason) => conversations.inc({ reason }),
    recordAbandonedAnalysis: () => abandoned.inc(),
    recordBreaker: (to) => breakers.inc({ to }),
    recordDroppedWrite: (write) => dropped.inc({ write }),
  };
}

function createBreakerCounter(registry: Registry) {
  const breakers = new Counter({
    name: 'outdial_circuit_breaker_transitions_total',
    help: 'How often the circuit breaker of a campaign opened, again after a failed probe included, or closed.',
    labelNames: ['to'] as const,
    registers: [registry],
  });
  for (const to of ['open', 'closed'] as const) breakers.inc({ to }, 0);
  return breakers;
}
