import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const version = z.string().regex(/^\d+\.\d+\.\d+$/, 'Expected a version such as 1.5.1.');
const port = z.number().int().min(1).max(65_535);
const setting = z.union([z.boolean(), z.number(), z.string()]);

const devStackSchema = z.strictObject({
  temporal: z.strictObject({
    cli: version,
    minimumServer: version,
    goModule: z.string(),
    port,
    uiPort: port,
    namespace: z.string().min(1),
    retentionHours: z.number().int().positive(),
    searchAttributes: z.record(
      z.string(),
      z.enum(['Text', 'Keyword', 'Int', 'Double', 'Bool', 'Datetime', 'KeywordList']),
    ),
    taskQueues: z.array(z.string().min(1)).min(1),
    dynamicConfig: z.record(z.string(), setting),
    sqlitePragmas: z.record(z.string(), setting),
  }),
  cluster: z.strictObject({
    server: version,
    serverModule: z.string(),
    sqlToolModule: z.string(),
    historyShards: z.number().int().min(1).max(16_384),
    port,
    postgresPort: port,
  }),
  mongodb: z.strictObject({
    version,
    minimumVersion: version,
    port,
    replicaSet: z.string().min(1),
    embedded: z.strictObject({ mongoJavaServer: version }),
  }),
  testServer: z.strictObject({ version }),
  java: z.strictObject({ minimumVersion: z.number().int(), dependencyPlugin: version, slf4j: version }),
});

/** The contents of `temporal-dev.yaml`: versions, ports, namespace, search attributes, queues. */
export type DevStack = z.infer<typeof devStackSchema>;

/**
 * Loads the description of the local stack.
 * @throws {z.ZodError} that lists every unknown, missing or invalid entry
 */
export function loadDevStack(file = resolve(__dirname, '../../temporal-dev.yaml')): DevStack {
  return devStackSchema.parse(parse(readFileSync(file, 'utf8')));
}
