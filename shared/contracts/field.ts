import { z } from 'zod';

/** A field with what it means and a value it could have: both stand in the API's document. Enums need no example, their values are one. */
export const field = <Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema =>
  schema.meta({ description, ...(example === undefined ? {} : { example }) });

/** Between what an integer must be. */
export interface Bounds {
  minimum: number;
  maximum: number;
}

/** A query parameter, which arrives as text, by the type that clients know it as: an integer is given by its bounds. */
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

/** That no item stands in a list twice, as JSON Schema has it; the check is the list's own. */
export const uniqueItems = { uniqueItems: true };

/** A field of a change: left out it stays, `null` removes it. Means what the field itself means. */
export function removable<Schema extends z.ZodType>(schema: Schema) {
  const { description = '', example } = z.globalRegistry.get(schema) ?? {};
  return field(schema.nullable().optional(), `${description} \`null\` removes it.`, example);
}

/** An instant in text. */
export const instant = (description: string, example = '2026-11-21T09:41:01.325Z') =>
  z.string().meta({ description, example, format: 'date-time' });

/** An instant in unix milliseconds. */
export const instantMs = (description: string, example = 1_795_254_061_325) => field(z.int(), description, example);

/** How many of something. */
export const count = (description: string, example: number) => field(z.int().min(0), description, example);

/** Ids in answers, each with its own look. */
export const ids = {
  org: field(z.string(), 'The organization that it belongs to.', 'org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
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
  import: field(z.string(), 'Id of the import.', 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
} as const;

/** A JSON object with arbitrary keys, as it was given or made. */
export const anyObject = z.record(z.string(), z.unknown());
