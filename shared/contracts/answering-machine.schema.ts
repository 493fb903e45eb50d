import { z } from 'zod';
import {
  type MachineDetectionOptions,
  machineDetectionDefaults,
  machineDetectionLimits,
} from '../domain/audio/machine-detection';
import { machineActions } from '../domain/call/answering-machine';
import { scriptLimits } from '../domain/call/limits';
import { field } from './field';
import { wholeNumber } from './primitives';

/** One of Twilio's parameters, with their names, units, defaults and limits. */
function option(name: keyof MachineDetectionOptions, units: string, description: string) {
  const [min, max] = machineDetectionLimits[name];
  const fallback = machineDetectionDefaults[name];
  return field(
    wholeNumber(` of ${units}`, { min, max }),
    `${description} Defaults to ${fallback}.`,
    fallback,
  ).optional();
}

/** What a campaign does when a machine answers, and how machines are recognized. */
export const answeringMachineSchema = z
  .strictObject({
    Action: field(
      z.enum(machineActions),
      '`continue`: the voice agent gets the verdict, and decides; `hang_up`: the call ends; `leave_message`: the agent leaves a message after the beep, and the call ends. Defaults to `continue`.',
      'leave_message',
    ).optional(),
    Message: field(
      z.string().min(1).max(scriptLimits.characters),
      'With `leave_message`: what the agent says. It may have placeholders. By default the agent chooses its words.',
      'Hello {{ContactName}}, please call us back.',
    ).optional(),
    MachineDetectionTimeout: option('MachineDetectionTimeout', 'seconds', 'Seconds after which detection ends.'),
    MachineDetectionSpeechThreshold: option(
      'MachineDetectionSpeechThreshold',
      'milliseconds',
      "Milliseconds: speech of this length is a machine's, shorter speech is a human's.",
    ),
    MachineDetectionSpeechEndThreshold: option(
      'MachineDetectionSpeechEndThreshold',
      'milliseconds',
      'Milliseconds of silence after which speech has ended.',
    ),
    MachineDetectionSilenceTimeout: option(
      'MachineDetectionSilenceTimeout',
      'milliseconds',
      'Milliseconds without speech after which the verdict is `unknown`.',
    ),
  })
  .refine(({ Action, Message }) => Message === undefined || Action === 'leave_message', {
    path: ['Message'],
    message: 'Only the Action leave_message has a Message.',
  })
  .meta({
    id: 'AnsweringMachine',
    description: 'The action after a machine has answered, and how machines are recognized.',
  });
