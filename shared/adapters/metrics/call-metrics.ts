import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  conversationEndReasons,
  endedReasons,
  type ConversationEndReason,
  type EndedReason,
} from '../../domain/call/call';
import { secondsOf } from './registry';

/** Attempts to reach a contact. */
export interface CallMetrics {
  /** The line is about to ring. @param lagMs since the planned instant; absent when there was none */
  recordDial(lagMs: number | undefined): void;
  /** This process carries a call from now on. @returns what ends that */
  trackCall(): () => void;
  recordEnd(reason: EndedReason): void;
  /** The analysis said how the conversation went. */
  recordConversation(reason: ConversationEndReason): void;
}

export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry];
  const lag = new Histogram({
    name: 'outdial_scheduling_lag_seconds',
    help: 'From the planned instant of a call to dialing.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
    registers,
  });
  const active = new Gauge({
    name: 'outdial_active_calls',
    help: 'Calls that this process carries at this moment.',
    registers,
  });
  const ended = new Counter({
    name: 'outdial_calls_ended_total',
    help: 'Attempts that are over, by how the line saw them end.',
    labelNames: ['reason'] as const,
    registers,
  });
  const conversations = new Counter({
    name: 'outdial_conversations_total',
    help: 'Analyzed attempts, by how the conversation ended.',
    labelNames: ['reason'] as const,
    registers,
  });
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
  };
}
