import { z } from 'zod';
import { callStates, conversationEndReasons, endedReasons } from '../domain/call/call';
import { analysisDetails } from './analysis.schema';
import { answeredByField, endedDetailField, inCallEventSchema, lineSchema } from './call-line.schema';
import { anyObject, count, field, ids, instant } from './field';

const toolCallSchema = z
  .object({
    id: field(z.string(), 'Id of this tool call; its result refers to it as `tool_call_id`.', 'toolcall_1'),
    type: field(z.literal('function'), 'Functions are the only kind of tool.'),
    function: field(
      z.object({
        name: field(z.string(), 'Name of the function.', 'book_appointment'),
        arguments: field(z.string(), 'Its arguments, as JSON text.', '{"day":"2026-11-24"}'),
      }),
      'The function that was called.',
    ),
  })
  .meta({ id: 'ToolCall', description: "A tool call of the assistant, in OpenAI's chat format." });

const llmMessageSchema = z
  .object({
    role: field(z.enum(['system', 'assistant', 'user', 'tool']), 'The speaker; `user` is the contact.', 'assistant'),
    content: field(
      z.string().nullable(),
      'The text; `null` if the message only calls tools.',
      'Hello, this is Outdial calling.',
    ),
    created_at: instant('When it was said.'),
    start_ms: count('Start of the message in the audio, in milliseconds since the contact answered.', 420).optional(),
    end_ms: count('End of the message in the audio, in milliseconds since the contact answered.', 2310).optional(),
    tool_calls: field(z.array(toolCallSchema), 'The tools that the assistant called.').optional(),
    tool_call_id: field(z.string(), 'The tool call that this message answers.', 'toolcall_1').optional(),
    interrupted: field(
      z.boolean(),
      'True if the contact interrupted, so that part of the message was not heard.',
      true,
    ).optional(),
    redacted: field(z.boolean(), 'True if personal data was redacted from the text.', true).optional(),
  })
  .meta({
    id: 'LLMMessage',
    description:
      "One message of the conversation: OpenAI's chat format plus timing, so that it can be fed back to a model.",
  });

export const callAnalysisSchema = z
  .object({
    CallSummary: field(
      z.string(),
      'A short summary of the call and of the calls before it.',
      'The contact confirmed the appointment.',
    ),
    Data: field(
      anyObject,
      "The extracted data: each field of the campaign's analysis schema, `null` where it is unknown.",
      { Confirmed: true },
    ),
    ConversationEndReason: field(
      z.enum(conversationEndReasons),
      'How the conversation of this call ended, according to the transcript.',
      'conversation_complete',
    ),
    AskedIfBotOrAI: field(
      z.boolean(),
      'True if the contact asked, in any call so far, whether the agent was a bot or an AI.',
      false,
    ),
    ExpressedEmotion: field(
      z.string().nullable(),
      'A strong emotion that was expressed. Included only when audio analysis is used.',
      'Relieved',
    ).optional(),
    TranscriptionErrors: field(z.array(z.string()).nullable(), 'Transcription errors found by audio analysis.', [
      '"Tuesday" was heard as "choose day".',
    ]).optional(),
    ...analysisDetails,
  })
  .meta({ id: 'CallAnalysis', description: 'The analysis of a call together with the calls before it.' });

export const callSchema = z
  .object({
    ID: ids.call,
    CreatedAt: instant('When the attempt began.'),
    State: field(z.enum(callStates), 'State of the call.', 'ended'),
    EndedAt: instant('When the call ended.', '2026-11-21T09:42:07.118Z').optional(),
    EndedReason: field(
      z.enum(endedReasons),
      'How the call ended, as reported by the telephony provider.',
      'assistant_hung_up',
    ).optional(),
    EndedDetail: endedDetailField,
    Line: field(lineSchema, 'Who carried the call, and the codes with which it ended.').optional(),
    AnsweredBy: answeredByField,
    Events: field(z.array(inCallEventSchema), 'Keys, callbacks and other events of the call, in order.').optional(),
    CallbackAt: instant('When the contact asked to be called back.').optional(),
    ConnectedAt: instant('When the contact answered.', '2026-11-21T09:41:09.802Z').optional(),
    DisconnectedAt: instant(
      'When the call was disconnected, if the contact had answered.',
      '2026-11-21T09:42:07.118Z',
    ).optional(),
    Error: field(z.string(), 'What went wrong, for calls that failed.', 'The provider refused the call.').optional(),
    Messages: field(z.array(llmMessageSchema), 'The conversation, in order. Empty until the first message.'),
    Recordings: field(
      z.array(z.string().meta({ format: 'uri' })),
      'URLs of the audio files, once stored. They require the API key as a bearer token, or a one-use ticket as `ticket` in the query.',
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
    State: field(z.enum(callStates), 'State of the call; it becomes `ended` shortly.', 'active'),
  })
  .meta({ id: 'CallStopped', description: 'The call is being stopped.' });
