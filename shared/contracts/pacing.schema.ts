import { z } from 'zod';
import { pacingBounds } from '../domain/campaign/pacing';
import { field } from './field';
import { wholeNumber } from './primitives';

const limits = {
  MaxConcurrentCalls: field(
    wholeNumber(' of calls', { min: 0, max: pacingBounds.concurrentCalls }),
    'Calls at once. 0 means no limit.',
    20,
  ).optional(),
  MaxCallsPerMinute: field(
    wholeNumber(' of calls', { min: 0, max: pacingBounds.callsPerMinute }),
    'Calls in any minute. 0 means no limit.',
    60,
  ).optional(),
};

/** The pace of a campaign. */
export const campaignPacingSchema = z
  .strictObject({
    ...limits,
    RampMinutes: field(
      wholeNumber(' of minutes', { min: 0, max: pacingBounds.rampMinutes }),
      'From the first call of the campaign on, the limits rise from a tenth to the whole over these minutes.',
      10,
    ).optional(),
  })
  .meta({ id: 'CampaignPacing', description: 'How fast the calls of a campaign are made. What is over it waits.' });

/** The pace of each caller ID. */
export const callerPacingSchema = z
  .strictObject(limits)
  .meta({ id: 'CallerIDPacing', description: 'How fast the calls of each caller ID are made. What is over it waits.' });

export const prioritySchema = wholeNumber('', { min: -pacingBounds.priority, max: pacingBounds.priority });
