import { z } from 'zod';
import { machineVerdicts } from '../../../domain/audio/machine-detection';
import { conversationEndReasons } from '../../../domain/call/call';
import { findJsonFaults } from '../../../domain/json-faults';

/** The limits on what an agent sends. One that exceeds them ends its call. */
export const streamLimits = {
  /** Bytes of a message. */
  messageBytes: 64 * 1024,
  /** Messages that an agent may send at once, as one that sends minutes of speech in frames of 20 ms does, … */
  messageBurst: 40_000,
  /** … and how many more each second. */
  messagesPerSecond: 500,
  /** Bytes of its messages, at once: ten minutes of audio in frames of 20 ms, … */
  bytesBurst: 12 * 1024 * 1024,
  /** … and how many more each second: four times as much audio as is played. */
  bytesPerSecond: 64 * 1024,
  /** Messages that are not understood, in one call. */
  malformedMessages: 20,
  /** Marks that wait for their audio to be played. */
  pendingMarks: 1_000,
  /** Characters of its messages that are stored, at once: they are redacted, which takes up to 0.05 ms each, … */
  textBurst: 256 * 1024,
  /** … and how many more each second. People speak 15. */
  textPerSecond: 1_000,
  /** Keys that wait to be sent. */
  pendingKeys: 1_000,
  /** Levels of objects and lists in its output, which is written, redacted and shown by functions that call themselves. */
  outputDepth: 32,
} as const;

const text = (max: number) => z.string().max(max);
const media = z.object({ event: z.literal('media'), media: z.object({ payload: text(streamLimits.messageBytes) }) });
const mark = z.object({ event: z.literal('mark'), mark: z.object({ name: text(1_000) }) });
const clear = z.object({ event: z.literal('clear') });
const time = z.number().int().min(0).max(86_400_000);
const message = z.object({
  event: z.literal('outdial.message'),
  role: z.enum(['assistant', 'user', 'system', 'tool']),
  content: z.string(),
  start_ms: time.optional(),
  end_ms: time.optional(),
  interrupted: z.boolean().optional(),
});
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((item) => isWithin(item, levels - 1)));
const output = z.object({
  event: z.literal('outdial.output'),
  data: z.record(z.string(), z.unknown()).refine((data) => isWithin(data, streamLimits.outputDepth)),
});
const end = z.object({ event: z.literal('outdial.end'), reason: z.enum(conversationEndReasons).optional() });
const optOut = z.object({ event: z.literal('outdial.opt_out') });
const dtmf = z.object({ event: z.literal('outdial.dtmf'), digits: text(100) });
const callback = z.object({ event: z.literal('outdial.callback'), at: z.iso.datetime({ offset: true }) });
const transfer = z.object({
  event: z.literal('outdial.transfer'),
  to: text(200).optional(),
  note: text(2_000).optional(),
});

const machine = z.object({ event: z.literal('outdial.machine'), verdict: z.enum(machineVerdicts) });

const agentMessageSchema = z.discriminatedUnion('event', [
  media,
  mark,
  clear,
  message,
  output,
  end,
  optOut,
  dtmf,
  callback,
  transfer,
  machine,
]);

/** A message of an agent: those of Twilio Media Streams, and ours, whose events begin with `outdial.`. */
export type AgentMessage = z.infer<typeof agentMessageSchema>;

const known = new Set<unknown>(agentMessageSchema.options.map((option) => [...option.shape.event.values][0]));

/**
 * Reads a message of an agent.
 * @returns `ignored` for events that we do not have, as Twilio ignores them, and `malformed` for anything unreadable, such as
 * output with a number that would not be stored as it was sent
 */
export function parseAgentMessage(json: string): AgentMessage | 'ignored' | 'malformed' {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return 'malformed';
  }
  const parsed = agentMessageSchema.safeParse(given);
  if (parsed.success) {
    const isOutput = parsed.data.event === 'outdial.output';
    return isOutput && findJsonFaults(json).some(({ kind }) => kind !== 'text') ? 'malformed' : parsed.data;
  }
  const event: unknown = typeof given === 'object' && given !== null && 'event' in given ? given.event : undefined;
  return typeof event === 'string' && !known.has(event) ? 'ignored' : 'malformed';
}

/** What identifies one stream. */
export interface StreamIds {
  accountSid: string;
  callSid: string;
  streamSid: string;
}

/** What the agent learns of the call when the contact answers. */
export interface StreamStart {
  customParameters: Record<string, string>;
  /** Our own part, which servers made for Twilio ignore. */
  outdial: Record<string, unknown>;
}

/** Writes the messages of one stream as Twilio does: numbers are strings, and all but the first message are numbered. */
export interface StreamWriter {
  /** `connected` and `start`. */
  start(start: StreamStart): void;
  /** @param audio G.711 μ-law at 8 kHz. @param atMs since the start of the stream */
  media(audio: Buffer, atMs: number): void;
  dtmf(digit: string): void;
  mark(name: string): void;
  machine(machine: Record<string, unknown>): void;
  leaveMessage(text: string | undefined): void;
  stop(): void;
}

/** @param send sends one message */
export function createStreamWriter(ids: StreamIds, send: (json: string) => void): StreamWriter {
  const { accountSid, callSid, streamSid } = ids;
  let sequence = 0;
  let chunk = 0;
  const write = (event: string, fields: Record<string, unknown>): void =>
    send(JSON.stringify({ event, sequenceNumber: String(++sequence), streamSid, ...fields }));
  return {
    start: ({ customParameters, outdial }) => {
      send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
      const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
      const start = { accountSid, streamSid, callSid, tracks: ['inbound'], mediaFormat, customParameters, outdial };
      write('start', { start });
    },
    media: (audio, atMs) => {
      const payload = audio.toString('base64');
      write('media', { media: { track: 'inbound', chunk: String(++chunk), timestamp: String(atMs), payload } });
    },
    dtmf: (digit) => write('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    mark: (name) => write('mark', { mark: { name } }),
    machine: (machine) => write('outdial.machine', { machine }),
    leaveMessage: (Text) => write('outdial.leave_message', { leave_message: { Text } }),
    stop: () => write('stop', { stop: { accountSid, callSid } }),
  };
}
