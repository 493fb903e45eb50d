import type { z } from 'zod';
import { ids } from '../../../shared/contracts/field';
import type { ProblemCode } from '../../../shared/contracts/problem';

interface Parameter {
  schema: z.ZodType;
  /** What an id that is missing or malformed is answered with, where it is the last one of the path. */
  unknown: ProblemCode;
}

/** Every parameter that paths have. */
const parameters: Record<string, Parameter> = {
  campaignID: { schema: ids.campaign, unknown: 'campaign_not_found' },
  jobID: { schema: ids.job, unknown: 'job_not_found' },
  callID: { schema: ids.call, unknown: 'call_not_found' },
  importID: { schema: ids.import, unknown: 'import_not_found' },
  webhookID: { schema: ids.webhook, unknown: 'webhook_not_found' },
  keyID: { schema: ids.key, unknown: 'api_key_not_found' },
  deliveryID: { schema: ids.delivery, unknown: 'delivery_not_found' },
};

export const parameterOf = (name: string | undefined): Parameter | undefined => parameters[name ?? ''];

/** The names of a path's parameters, in order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
