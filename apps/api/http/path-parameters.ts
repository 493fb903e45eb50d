import type { z } from 'zod';
import { count, field, ids } from '../../../shared/contracts/field';
import { e164 } from '../../../shared/contracts/primitives';
import { accountSidParameter, callSidParameter } from '../../../shared/contracts/twilio-call.schema';
import type { ProblemCode } from '../../../shared/contracts/problem';

interface PathParameter {
  schema: z.ZodType;
  /** The values that it may have; identifiers of this service if absent. */
  accepts?: z.ZodType;
  /** The problem for an unknown or malformed id when it is the last one in the path. */
  notFound: ProblemCode;
}

/** Every path parameter. */
const parameters: Record<string, PathParameter> = {
  campaignID: { schema: ids.campaign, notFound: 'campaign_not_found' },
  version: { schema: count('A version of the campaign, from 1.', 3), notFound: 'version_not_found' },
  jobID: { schema: ids.job, notFound: 'job_not_found' },
  callID: { schema: ids.call, notFound: 'call_not_found' },
  accountSID: { schema: accountSidParameter, accepts: accountSidParameter, notFound: 'call_not_found' },
  callSID: { schema: callSidParameter, accepts: callSidParameter, notFound: 'call_not_found' },
  importID: { schema: ids.import, notFound: 'import_not_found' },
  bulkActionID: { schema: ids.bulkAction, notFound: 'bulk_action_not_found' },
  webhookID: { schema: ids.webhook, notFound: 'webhook_not_found' },
  keyID: { schema: ids.key, notFound: 'api_key_not_found' },
  phoneNumber: {
    schema: field(e164, 'The number, E.164.', '+14155550199'),
    accepts: e164,
    notFound: 'invalid_phone_number',
  },
  deliveryID: { schema: ids.delivery, notFound: 'delivery_not_found' },
};

export const parameterOf = (name: string | undefined): PathParameter | undefined => parameters[name ?? ''];

/** The names of a path's parameters, in order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);

/** Matches the paths of a route, with its parameters as named groups. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:([A-Za-z]+)/g, '(?<$1>[^/]+)')}$`);
