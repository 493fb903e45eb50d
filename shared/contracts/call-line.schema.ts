import { z } from 'zod';
import { machineVerdicts } from '../domain/audio/machine-detection';
import { inCallEventTypes } from '../domain/call/in-call-event';
import { endedDetails } from '../domain/call/line';
import { field, instant } from './field';

export const endedDetailField = field(
  z.enum(endedDetails),
  'More precise than EndedReason, if the line reported more.',
  'busy',
).optional();

export const answeredByField = field(
  z.enum(machineVerdicts),
  'Who answered, if the line or the voice agent reported it.',
  'human',
).optional();

export const lineSchema = z
  .object({
    Provider: field(z.string(), 'Name of the telephony provider.', 'simulated'),
    Trunk: field(z.string(), 'Name of the trunk.', 'main').optional(),
    ProviderCallID: field(z.string(), "The provider's own id of the call.", 'sim_call_019a_1').optional(),
    SipCode: field(z.int(), 'The final SIP status.', 486).optional(),
    SipReason: field(z.string(), 'The reason phrase of that status.', 'Busy Here').optional(),
    Q850: field(z.int(), 'The cause by ITU-T Q.850.', 17).optional(),
    ProviderCode: field(z.string(), "The provider's own code of the end.", '13224').optional(),
    Cost: field(
      z.string(),
      'What the provider charges for the call: a decimal number. It appears minutes or hours after the end, if the provider says it.',
      '0.01300',
    ).optional(),
    CostUnit: field(z.string(), 'The currency of Cost, ISO 4217.', 'USD').optional(),
  })
  .meta({ id: 'Line', description: 'Who carried a call, and the codes with which it ended.' });

export const inCallEventSchema = z
  .object({
    Type: field(z.enum(inCallEventTypes), 'What happened.', 'keys_received'),
    At: instant('When it happened.'),
    Keys: field(z.string(), 'The keys: 0 to 9, *, # and A to D.', '42#').optional(),
    Verdict: field(z.enum(machineVerdicts), 'Who answered.', 'human').optional(),
    Confidence: field(z.number(), 'How certain the verdict is, 0 to 1.', 0.9).optional(),
    Cause: field(z.string(), 'What decided the verdict.', 'short_greeting').optional(),
    BeepAt: instant('When the machine began to record.').optional(),
    CallbackAt: instant('When the contact asked to be called back.').optional(),
    To: field(z.string(), 'Where the call should go: a number, an extension or a name.', 'Support').optional(),
    Note: field(z.string(), 'Why.', 'Wants to speak to a person.').optional(),
  })
  .meta({ id: 'InCallEvent', description: 'Something that happened in a call beside the conversation.' });
export type InCallEventBody = z.output<typeof inCallEventSchema>;
