import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameterObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
} from 'zod-openapi';
import { parameterNames, parameterOf } from '../http/path-parameters';
import { keyParameter, ticketParameter } from '../http/query-key';
import type { Route, RouteDoc } from '../http/route';

/** Headers that requests may carry. */
export const headerParameters: Record<string, ZodOpenApiParameterObject> = {
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    description:
      'Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one.',
    schema: { type: 'string', examples: ['checkout-7f3a'] },
  },
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['order-4711'] },
  },
};

const takesIdempotencyKey = ({ method }: Route): boolean => method === 'POST';

const queryOf = ({ query }: Route): z.ZodObject | undefined => (query instanceof z.ZodObject ? query : undefined);

/** Copies the description of an optional schema's inner type to the parameter itself. */
const withDescription = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? schema.meta(z.globalRegistry.get(schema.unwrap()) ?? {}) : schema;

export function parametersOf(route: Route): Pick<ZodOpenApiOperationObject, 'parameters' | 'requestParams'> {
  const path = parameterNames(route.path).map((name) => [name, parameterOf(name)?.schema ?? z.string()] as const);
  // The API key and the ticket are security schemes, not parameters.
  const query = Object.entries<z.core.$ZodType>(queryOf(route)?.shape ?? {})
    .filter(([name]) => name !== keyParameter && name !== ticketParameter)
    .map(([name, schema]) => [name, withDescription(schema)] as const);
  const requestParams: ZodOpenApiParameters = {
    ...(path.length === 0 ? {} : { path: z.object(Object.fromEntries(path)) }),
    ...(query.length === 0 ? {} : { query: z.object(Object.fromEntries(query)) }),
  };
  const shared = [...(takesIdempotencyKey(route) ? ['IdempotencyKey'] : []), 'RequestId'];
  return { requestParams, parameters: shared.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
}

const csvExample = [
  'ContactPhoneNumber,ContactName,Metadata,Data',
  '+14155550123,Ada Lovelace,"{""CustomerID"":""c-4711""}","{""FirstName"":""Ada""}"',
  '+358401234567,Linus,,',
  '',
].join('\r\n');
const ndjsonExample = [
  '{"ContactPhoneNumber":"+14155550123","ContactName":"Ada Lovelace","Metadata":{"CustomerID":"c-4711"}}',
  '{"ContactPhoneNumber":"+358401234567","Overrides":{"MaxRingSeconds":30}}',
  '',
].join('\n');

const upload: ZodOpenApiRequestBodyObject = {
  required: true,
  description:
    'One file in the part `file`. CSV: the first row names fields of CreateJobBody, of which optional ones may be omitted; objects and arrays are JSON cells. NDJSON: one CreateJobBody per line. Numbers may have punctuation, and with a `default_country` or a `DefaultCountry` of the campaign lack their country code; a dry run lists what they are read as.',
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            description: 'The file, at most 10 MB, as `text/csv` or `application/x-ndjson`.',
            examples: [csvExample],
          },
        },
      },
      encoding: { file: { contentType: 'text/csv, application/x-ndjson' } },
      examples: {
        CSV: { summary: 'A CSV file', value: { file: csvExample } },
        NDJSON: { summary: 'An NDJSON file', value: { file: ndjsonExample } },
      },
    },
  },
};

/** An upload of one file that is not a file of jobs. */
const uploadOf = ({ description, contentType, example }: NonNullable<RouteDoc['file']>) => ({
  required: true,
  description,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: {
            type: 'string' as const,
            format: 'binary',
            description: `The file, at most 10 MB, as \`${contentType}\`.`,
            examples: [example],
          },
        },
      },
      encoding: { file: { contentType } },
    },
  },
});

export function requestBodyOf({ body, form, upload: takesFile, doc }: Route): ZodOpenApiRequestBodyObject | undefined {
  if (takesFile === true) return doc.file === undefined ? upload : uploadOf(doc.file);
  if (body === undefined) return undefined;
  const required = !body.safeParse({}).success;
  const type = form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required, content: { [type]: { schema: body } } };
}
