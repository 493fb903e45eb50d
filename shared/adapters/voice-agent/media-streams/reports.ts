import type { AgentReport } from '../../../domain/call/agent-report';
import type { LLMMessage } from '../../../domain/call/call';
import type { AgentMessage } from './protocol';

type MessageOf<Event extends AgentMessage['event']> = Extract<AgentMessage, { event: Event }>;
export type ReportMessage = MessageOf<'outdial.output' | 'outdial.end' | 'outdial.opt_out'>;

/**
 * A message of the transcript.
 * @param at.elapsedMs since the answer: the time of a message that names none
 */
export function toMessage(
  { role, content, start_ms, end_ms, interrupted }: MessageOf<'outdial.message'>,
  { nowMs, elapsedMs }: { nowMs: number; elapsedMs: number },
): LLMMessage {
  const start = start_ms ?? Math.min(elapsedMs, end_ms ?? elapsedMs);
  const times = { start_ms: start, end_ms: Math.max(start, end_ms ?? elapsedMs) };
  return {
    role,
    content,
    created_at: new Date(nowMs - Math.max(0, elapsedMs - start)).toISOString(),
    ...times,
    ...(interrupted === true ? { interrupted } : {}),
  };
}

export function toReport(message: ReportMessage): AgentReport {
  switch (message.event) {
    case 'outdial.output':
      return { OutputData: message.data };
    case 'outdial.end':
      return message.reason === undefined ? {} : { EndReason: message.reason };
    case 'outdial.opt_out':
      return { OptOut: true };
  }
}
