import { z } from 'zod';
import { field } from './field';

const callSid = z.string().regex(/^CA[0-9a-f]{32}$/);
const callSidExample = 'CA3f1c9f8e0b7a6d5c4e3f2a1b0c9d8e7f';

export const callSidParameter = field(callSid, 'The `callSid` of the `start` message.', callSidExample);
export const accountSidParameter = field(
  z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  'The id of the organization, or the `accountSid` of the `start` message.',
  'org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
);

/** The form with which Twilio's clients hang up. */
export const updateTwilioCallSchema = z
  .strictObject({ Status: field(z.literal('completed'), 'Hangs up. No other change is possible.', 'completed') })
  .meta({ id: 'UpdateTwilioCallForm', description: 'Hangs up.' });

export const twilioCallSchema = z
  .object({
    sid: field(callSid, 'The `callSid` of the call.', callSidExample),
    account_sid: field(z.string(), 'The `accountSid` of the organization.', 'AC3f1c9f8e0b7a6d5c4e3f2a1b0c9d8e7f'),
    status: field(z.literal('completed'), 'The call is being ended, or has ended.', 'completed'),
  })
  .meta({ id: 'TwilioCall', description: 'The part of Twilio’s call resource that hanging up needs.' });
