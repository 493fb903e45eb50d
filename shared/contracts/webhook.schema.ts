import { z } from 'zod';
import { webhookEvents } from '../domain/webhook/event';
import { field, removable, uniqueItems } from './field';
import { areUnique, identifier, typeError, rejectPrototypeKey } from './primitives';

/** The URL of a receiver; the resolved address is checked on each connection. */
const destinationUrl = z
  .string({ error: typeError('Expected a full URL such as "https://example.com/webhooks".') })
  .max(2048)
  .superRefine((text, context) => {
    const addIssue = (message: string) => {
      context.addIssue({ code: 'custom', message });
    };
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) {
      addIssue('Expected a full URL such as "https://example.com/webhooks".');
      return;
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') addIssue('Expected an http or https URL.');
    if (url.username !== '' || url.password !== '') addIssue('A URL must not carry a user name or password.');
  });

/** Headers that the service sets or that control the connection. */
const reservedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const reservedPrefixes = ['webhook-', 'proxy-', 'sec-'];
const isReserved = (name: string): boolean => {
  const lower = name.toLowerCase();
  return reservedHeaders.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix));
};
const headerLimits = { count: 20, name: 100, value: 1000 } as const;
/** RFC 9110: a token. */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Visible ASCII with inner whitespace, which every server accepts. */
const headerValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

function findHeaderProblem(name: string, value: string): string | undefined {
  if (!headerName.test(name) || name.length > headerLimits.name) {
    return 'Expected a header name of letters, digits and "-", at most 100 characters.';
  }
  if (isReserved(name)) return `The header "${name}" is set by the service.`;
  return headerValue.test(value) && value.length <= headerLimits.value
    ? undefined
    : 'Expected 1 to 1000 visible ASCII characters.';
}

/** The header rules as JSON Schema, which cannot express reserved or duplicate names. */
const headersJsonSchema = {
  maxProperties: headerLimits.count,
  propertyNames: { type: 'string', pattern: headerName.source, maxLength: headerLimits.name },
  additionalProperties: { type: 'string', pattern: headerValue.source, maxLength: headerLimits.value },
};

/** Static headers of every request to the receiver. */
const validHeaders = rejectPrototypeKey(z.record(z.string(), z.string())).superRefine((given, context) => {
  const names = Object.keys(given);
  const addIssue = (message: string, path: string[] = []) => {
    context.addIssue({ code: 'custom', message, path });
  };
  if (names.length > headerLimits.count) addIssue(`Expected at most ${headerLimits.count} headers.`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) addIssue('Header names must differ.');
  for (const [name, value] of Object.entries(given)) {
    const problem = findHeaderProblem(name, value);
    if (problem !== undefined) addIssue(problem, [name]);
  }
});
/** Headers that a client sets for our requests, such as credentials. */
export const staticHeaders = validHeaders.meta(headersJsonSchema);

/** The settings of a webhook, in requests and, except for the headers, in responses. */
export const webhookFields = {
  DestinationURL: field(
    destinationUrl,
    'Full URL of the receiver: https on port 443 or 8443, unless the operator allows more. Private addresses are rejected.',
    'https://example.com/webhooks',
  ),
  Events: field(
    z.array(z.enum(webhookEvents)).min(1).max(20).refine(areUnique, 'Events must differ.').meta(uniqueItems),
    'Kinds of events to send. Defaults to `job_state_updated` alone.',
    ['job_state_updated'],
  ),
  CampaignIDs: field(
    z.array(identifier).min(1).max(100).refine(areUnique, 'Campaign ids must differ.').meta(uniqueItems),
    'Campaigns whose events are sent. Defaults to all.',
    ['campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'],
  ),
  Description: field(
    z
      .string()
      .max(500)
      .refine((text) => !text.includes('\0'), 'Must not contain NUL characters.'),
    'A description of its purpose.',
    'CRM of the sales team',
  ),
  Headers: field(
    staticHeaders,
    'Static headers of every request; responses mask their values. A change of the destination to another origin removes them.',
    {
      Authorization: 'Bearer 3f1c9f8e',
    },
  ),
  DisableOnGone: field(z.boolean(), 'Disable the webhook when the receiver responds with 410.', true),
  DisableAfterFailures: field(z.boolean(), 'Disable the webhook after five days of uninterrupted failures.', false),
  Enabled: field(z.boolean(), 'A disabled webhook receives nothing.', true),
};
const { DestinationURL, Enabled, ...options } = webhookFields;

export const createWebhookSchema = z
  .strictObject({
    DestinationURL,
    ...z.strictObject(options).partial().shape,
    Enabled: Enabled.optional(),
  })
  .meta({ id: 'RegisterWebhookBody', description: 'A receiver of events.' });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

/** A change: given fields are replaced, `null` removes a field, omitted fields stay. */
export const patchWebhookSchema = z
  .strictObject({
    DestinationURL: DestinationURL.optional(),
    Events: removable(options.Events),
    CampaignIDs: removable(options.CampaignIDs),
    Description: removable(options.Description),
    Headers: removable(options.Headers),
    DisableOnGone: options.DisableOnGone.optional(),
    DisableAfterFailures: options.DisableAfterFailures.optional(),
    Enabled: Enabled.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Expected at least one field to change.')
  .meta({
    id: 'ChangeWebhookBody',
    description: 'Given fields are replaced, `null` removes a field, omitted fields stay.',
    minProperties: 1,
  });
export type PatchWebhook = z.infer<typeof patchWebhookSchema>;
