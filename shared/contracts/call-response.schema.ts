import { z } from 'zod';
import { callStates, conversationEndReasons, endedReasons } from '../domain/call/call';
import { anyObject, count, field, ids, instant } from './field';

const toolCallSchema = z
  .object({
    id: field(z.string(), 'Id of this use of the tool; the answer names it as `tool_call_id`.', 'toolcall_1'),
    type: field(z.literal('function'), 'Functions are the only tools there are.'),
    function: field(
      z.object({
        name: field(z.string(), 'Name of the function.', 'book_appointment'),
        arguments: field(z.string(), 'Its arguments, as JSON text.', '{"day":"2026-11-24"}'),
      }),
      'What was called.',
    ),
  })
  .meta({ id: 'ToolCall', description: "A tool that the assistant called, in the shape of OpenAI's chat messages." });

const llmMessageSchema = z
  .object({
    role: field(z.enum(['system', 'assistant', 'user', 'tool']), 'Who speaks; `user` is the contact.', 'assistant'),
    content: field(
      z.string().nullable(),
      'What was said; `null` where a message only calls tools.',
      'Hello, this is Outdial calling.',
    ),
    created_at: instant('When it was said.'),
    start_ms: count('Where it begins in the audio, in milliseconds since the contact answered.', 420).optional(),
    end_ms: count('Where it ends in the audio, in milliseconds since the contact answered.', 2310).optional(),
    tool_calls: field(z.array(toolCallSchema), 'The tools that the assistant called.').optional(),
    tool_call_id: field(z.string(), 'The use of a tool that this message answers.', 'toolcall_1').optional(),
    interrupted: field(
      z.boolean(),
      'True when the contact spoke in between, so that not all was heard.',
      true,
    ).optional(),
    redacted: field(z.boolean(), 'True when something personal was taken out of the text.', true).optional(),
  })
  .meta({
    id: 'LLMMessage',
    description:
      "One message of the conversation: OpenAI's chat shape plus time, so that it can be fed back to a model.",
  });

export const callAnalysisSchema = z
  .object({
    CallSummary: field(z.string(), 'The call in a few words.', 'The contact confirmed the appointment.'),
    Data: field(anyObject, "What was learned, shaped by the campaign's analysis schema.", { Confirmed: true }),
    ConversationEndReason: field(
      z.enum(conversationEndReasons),
      'How the conversation ended, by the transcript.',
      'conversation_complete',
    ),
    AskedIfBotOrAI: field(z.boolean(), 'True if the contact asked whether the agent was a bot or an AI.', false),
    ExpressedEmotion: field(
      z.string().nullable(),
      'A strong emotion that was expressed. Included only when audio analysis is used.',
      'Relieved',
    ).optional(),
    TranscriptionErrors: field(
      z.array(z.string()).nullable(),
      'What audio analysis found wrong with the transcription.',
      ['"Tuesday" was heard as "choose day".'],
    ).optional(),
  })
  .meta({ id: 'CallAnalysis', description: 'What the analysis of a call, together with the calls before it, says.' });

export const callSchema = z
  .object({
    ID: ids.call,
    CreatedAt: instant('When the attempt began.'),
    State: field(z.enum(callStates), 'Where the call stands.', 'ended'),
    EndedAt: instant('When the call ended.', '2026-11-21T09:42:07.118Z').optional(),
    EndedReason: field(z.enum(endedReasons), 'How the call ended, as the line saw it.', 'assistant_hung_up').optional(),
    ConnectedAt: instant('When the contact answered.', '2026-11-21T09:41:09.802Z').optional(),
    DisconnectedAt: instant(
      'When the line was cut, if the contact had answered.',
      '2026-11-21T09:42:07.118Z',
    ).optional(),
    Error: field(z.string(), 'What went wrong, for calls that failed.', 'The carrier refused the call.').optional(),
    Messages: field(z.array(llmMessageSchema), 'The conversation, in order. Empty until somebody speaks.'),
    Recordings: field(
      z.array(z.string().meta({ format: 'uri' })),
      'Addresses of the audio files, once they are stored. They need the API key, as bearer or as `apiKey` in the query.',
      [
        'https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/input.mp3',
        'https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/output.mp3',
        'https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/merged.mp3',
      ],
    ).optional(),
  })
  .meta({ id: 'Call', description: 'One attempt to reach the contact.' });
export type CallBody = z.output<typeof callSchema>;

export const callStoppedSchema = z
  .object({
    CallID: ids.call,
    State: field(z.enum(callStates), 'Where the call stands; it is `ended` a moment later.', 'active'),
  })
  .meta({ id: 'CallStopped', description: 'The call was told to end.' });
