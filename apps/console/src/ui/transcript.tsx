import type { Call } from '@outdial/client';
import { formatClock } from '../lib/format';
import { messageAnchor } from '../lib/message-anchor';
import { Empty } from './loaded';

type Message = Call['Messages'][number];

interface TranscriptProps {
  callID: string;
  messages: readonly Message[];
  /** Where the player is, in ms since the answer. */
  nowMs?: number;
  /** Plays from there, in seconds. */
  onSeek?: (seconds: number) => void;
}

const speakers: Record<Message['role'], string> = {
  assistant: 'Assistant',
  user: 'Contact',
  tool: 'Tool',
  system: 'System',
};

/** What was said, in order; what is heard now is marked. */
export function Transcript({ callID, messages, nowMs, onSeek }: TranscriptProps) {
  if (messages.length === 0) return <Empty>Nothing was said yet.</Empty>;
  return (
    <ol aria-label="Transcript" className="space-y-1">
      {messages.map((message, index) => {
        const { role, content, start_ms: start, end_ms: end, interrupted, redacted, tool_calls: tools } = message;
        const isNow = nowMs !== undefined && start !== undefined && nowMs >= start && nowMs < (end ?? start);
        return (
          <li
            key={index}
            id={messageAnchor(callID, index)}
            tabIndex={-1}
            aria-current={isNow || undefined}
            className={`rounded px-2 py-1 focus:outline-2 focus:outline-accent ${isNow ? 'bg-page' : ''}`}
          >
            {start !== undefined && onSeek !== undefined && (
              <button
                type="button"
                className="text-accent mr-2 tabular-nums underline"
                onClick={() => onSeek(start / 1000)}
              >
                {formatClock(start / 1000)}
              </button>
            )}
            <span className={role === 'user' ? 'text-accent font-semibold' : 'font-semibold'}>{speakers[role]}:</span>{' '}
            {content ?? tools?.map((tool) => `${tool.function.name}(${tool.function.arguments})`).join(', ')}
            {interrupted === true && <span className="text-muted"> (interrupted)</span>}
            {redacted === true && <span className="text-warn"> (redacted)</span>}
          </li>
        );
      })}
    </ol>
  );
}
