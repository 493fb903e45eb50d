import { z } from 'zod';

/** Adds a description and an example to a schema; both appear in the OpenAPI document. An enum needs no example. */
export const field = <Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema =>
  schema.meta({ description, ...(example === undefined ? {} : { example }) });

/** The range of an integer, both ends included. */
export interface Bounds {
  minimum: number;
  maximum: number;
}

/** Documents a query parameter, which arrives as text, with the type that clients use. Bounds mean an integer. */
export const typedParameter = <Schema extends z.ZodType>(
  schema: Schema,
  type: 'boolean' | Bounds,
  description: string,
  example: number | boolean,
): Schema =>
  schema.meta({
    description,
    example,
    ...(type === 'boolean' ? {} : type),
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema['pattern'];
      jsonSchema['type'] = type === 'boolean' ? type : 'integer';
    },
  });

/** The JSON Schema keyword for a list without duplicates; the list's own schema must enforce it. */
export const uniqueItems = { uniqueItems: true };

/** A field of a PATCH body: if omitted it stays unchanged, `null` removes it. */
export function removable<Schema extends z.ZodType>(schema: Schema) {
  const { description = '', example } = z.globalRegistry.get(schema) ?? {};
  return field(schema.nullable().optional(), `${description} \`null\` removes it.`, example);
}

/** An instant as RFC 3339 text. */
export const instant = (description: string, example = '2026-11-21T09:41:01.325Z') =>
  z.string().meta({ description, example, format: 'date-time' });

/** An instant in unix milliseconds. */
export const instantMs = (description: string, example = 1_795_254_061_325) => field(z.int(), description, example);

/** A count. */
export const count = (description: string, example: number) => field(z.int().min(0), description, example);

/** The ids in responses, each with a realistic example. */
export const ids = {
  org: field(z.string(), 'The organization it belongs to.', 'org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  campaign: field(z.string(), 'Id of the campaign.', 'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  job: field(z.string(), 'Id of the job. Ids sort by creation.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  call: field(z.string(), 'Id of the call.', 'call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1'),
  webhook: field(z.string(), 'Id of the webhook.', 'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  delivery: field(
    z.string(),
    'Id of the delivery.',
    'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3',
  ),
  key: field(z.string(), 'Id of the API key.', 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  suppression: field(
    z.string(),
    'Id of the suppression. It cannot be traced to the number.',
    'suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1',
  ),
  bulkAction: field(z.string(), 'Id of the bulk action.', 'bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
  import: field(z.string(), 'Id of the import.', 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
} as const;

/** A JSON object with arbitrary keys, in responses. */
export const anyObject = z.record(z.string(), z.unknown());
