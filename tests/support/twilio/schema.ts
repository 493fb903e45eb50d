import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/**
 * What Twilio's public OpenAPI document (api.v2010) requires of the requests and answers that we use, written down from its
 * names, types and patterns. Forms are read as objects whose values are texts, or lists of texts.
 */
const sid = (prefix: string) => ({ type: 'string', pattern: `^${prefix}[0-9a-fA-F]{32}$` });
const number = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' };
const uri = { type: 'string', format: 'uri' };
const digits = { type: 'string', pattern: '^\\d+$' };
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const method = { enum: ['GET', 'POST'] };
const statuses = ['queued', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled'];
const events = ['initiated', 'ringing', 'answered', 'completed'];
/** RFC 2822, as "Mon, 23 Nov 2026 10:00:00 +0000". */
const instant = { type: 'string', pattern: '^\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} \\+0000$' };

const create = {
  type: 'object',
  required: ['To', 'From'],
  additionalProperties: false,
  oneOf: [{ required: ['Twiml'] }, { required: ['Url'] }, { required: ['ApplicationSid'] }],
  properties: {
    To: number,
    From: number,
    Twiml: { type: 'string', maxLength: 4_000 },
    Url: uri,
    ApplicationSid: sid('AP'),
    Timeout: digits,
    TimeLimit: digits,
    StatusCallback: uri,
    StatusCallbackMethod: method,
    StatusCallbackEvent: { type: 'array', items: { enum: events }, uniqueItems: true },
    MachineDetection: { enum: ['Enable', 'DetectMessageEnd'] },
    AsyncAmd: { enum: ['true', 'false'] },
    AsyncAmdStatusCallback: uri,
    AsyncAmdStatusCallbackMethod: method,
  },
};
const update = {
  type: 'object',
  additionalProperties: false,
  required: ['Status'],
  properties: { Status: { enum: ['canceled', 'completed'] } },
};
const list = {
  type: 'object',
  additionalProperties: false,
  properties: { To: number, From: number, Status: { enum: statuses }, PageSize: digits, Page: digits },
};
const call = {
  type: 'object',
  required: ['sid', 'status', 'to', 'from', 'date_created', 'queue_time', 'account_sid', 'uri'],
  additionalProperties: false,
  properties: {
    sid: sid('CA'),
    account_sid: sid('AC'),
    to: number,
    from: number,
    status: { enum: statuses },
    date_created: instant,
    date_updated: instant,
    start_time: nullable(instant),
    end_time: nullable(instant),
    duration: nullable(digits),
    price: nullable({ type: 'string' }),
    price_unit: { type: 'string' },
    direction: { enum: ['outbound-api'] },
    answered_by: nullable({ type: 'string' }),
    api_version: { const: '2010-04-01' },
    queue_time: { type: 'string' },
    uri: { type: 'string' },
  },
};
const page = {
  type: 'object',
  required: ['calls', 'page', 'page_size', 'uri', 'first_page_uri', 'next_page_uri', 'previous_page_uri'],
  properties: { calls: { type: 'array', items: call } },
};

/** Their members have no schema in the document. */
const event = { type: 'object', properties: { request: {}, response: {} }, additionalProperties: false };
const eventPage = {
  ...page,
  required: ['events', ...page.required.slice(1)],
  properties: { events: { type: 'array', items: event } },
};

const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats(ajv);
const validators = {
  create: ajv.compile(create),
  update: ajv.compile(update),
  list: ajv.compile(list),
  call: ajv.compile(call),
  page: ajv.compile(page),
  events: ajv.compile(eventPage),
} satisfies Record<string, ValidateFunction>;

/** @returns what is wrong with a request or an answer; `undefined` if nothing is */
export function findProblem(kind: keyof typeof validators, value: unknown): string | undefined {
  const validate = validators[kind];
  return validate(value) ? undefined : `${kind}: ${ajv.errorsText(validate.errors)}`;
}
