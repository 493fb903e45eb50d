import { scriptLimits } from '../domain/call/limits';
import { field } from './field';
import { freeForm, freeFormNote } from './primitives';

const script = (description: string, example: string) => ({
  type: 'string' as const,
  maxLength: scriptLimits.characters,
  description,
  examples: [example],
});

/** The fields that the agents read, as JSON Schema: their adapters validate them. */
const properties = {
  URL: {
    type: 'string' as const,
    pattern: '^wss?://',
    maxLength: 2048,
    description:
      'The websocket (wss) of your own voice agent, which speaks Twilio Media Streams. Without it and a TwimlURL, a script is spoken.',
    examples: ['wss://agent.example.com/twilio'],
  },
  TwimlURL: {
    type: 'string' as const,
    pattern: '^https?://',
    maxLength: 2048,
    description: 'In place of the URL: posted to for each call, it answers with the TwiML that names the websocket.',
    examples: ['https://agent.example.com/twiml'],
  },
  Headers: {
    type: 'object' as const,
    maxProperties: 20,
    additionalProperties: { type: 'string' as const, minLength: 1, maxLength: 1000 },
    description:
      'Headers of the requests to the URL or the TwimlURL, such as credentials. They are stored sealed, and shown masked. A masked value stands for the stored one while the origin of the URL stays the same.',
    examples: [{ Authorization: 'Bearer 3f1c9f8e' }],
  },
  Parameters: {
    type: 'object' as const,
    maxProperties: 50,
    additionalProperties: { type: 'string' as const, maxLength: 1000 },
    description: 'Custom parameters of the stream. Their values may have placeholders.',
    examples: [{ language: 'en', name: '{{ContactName}}' }],
  },
  Greeting: script('Spoken when the contact answers.', 'Hello {{Data.FirstName}}.'),
  Lines: {
    type: 'array' as const,
    maxItems: scriptLimits.lines,
    items: { type: 'string' as const, maxLength: scriptLimits.characters },
    description: 'Spoken one by one, each after the contact has spoken.',
    examples: [['Does the time still suit you?']],
  },
  Goodbye: script('Spoken before hanging up.', 'Goodbye.'),
  Voicemail: script('The message for an answering machine.', 'Please call us back.'),
};

/** The names of the fields of `Agent`, as clients write them. */
export const agentFields: readonly string[] = Object.keys(properties);

/** The voice agent of a campaign. */
export const agentField = field(
  freeForm.meta({ properties, additionalProperties: false }),
  `The voice agent: your own one if there is a URL or a TwimlURL, else a script with at most ${scriptLimits.lines} Lines and ${scriptLimits.characters} characters in each text. ${freeFormNote}`,
  { Greeting: 'Hello {{Data.FirstName}}.' },
);
