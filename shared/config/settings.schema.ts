import { z } from 'zod';
import { policyLimitBounds } from '../contracts/policy.schema';
import { analysisSettings, checkAnalysisSettings } from './analysis-settings';
import { checkMediaSettings } from './media-settings';
import { apiMongoSettings, workerMongoSettings } from './mongo-settings';
import { list } from './list';
import { policySettings } from './policy-settings';
import { checkLineSettings, checkTelephonySettings, lineSettings, telephonySettings } from './telephony-settings';
import { checkTemporalSettings } from './temporal-settings';

const port = z.coerce.number().int().min(0).max(65_535);
const nonEmpty = z.string().min(1);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** `10.0.0.0/8,::1/128` → its parts. */
const cidrs = list.refine(
  (blocks) => blocks.every(isCidr),
  'Expected CIDR blocks separated by commas, such as "10.0.0.0/8,::1/128".',
);

function isCidr(block: string): boolean {
  const [address = '', bits = '', ...rest] = block.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  const isAddress = (version: z.ZodType): boolean => version.safeParse(address).success;
  return (isAddress(z.ipv4()) && Number(bits) <= 32) || (isAddress(z.ipv6()) && Number(bits) <= 128);
}

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'Expected port numbers separated by commas, or "any".')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'Expected port numbers from 1 to 65535.');

/** `443,8443`, or `any`. */
const ports = z
  .literal('any')
  .or(list.pipe(z.array(portNumber).min(1)))
  .default([443, 8443]);

const allQueues = ['jobs', 'calls', 'webhooks', 'erasures'] as const;
const queues = z
  .string()
  .transform((list) => list.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(allQueues)).min(1))
  // A deployment that listed its queues before there was one for erasures must not stop erasing.
  .transform((names) => [...new Set(names.includes('jobs') ? [...names, 'erasures' as const] : names)]);

const masterKey = z
  .string()
  .refine(
    (value) => Buffer.from(value, 'base64').length === 32,
    'Expected 32 bytes in base64 (openssl rand -base64 32).',
  );

const guessable = 'The value is not random, so it can be guessed';

/** Of 32 random bytes, about 30 differ, and so do the differences between neighbors; a pattern has few of either. */
const minDistinctBytes = 16;
function isRandomKey(base64: string): boolean {
  const bytes = [...Buffer.from(base64, 'base64')];
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256);
  return [bytes, steps].every((values) => new Set(values).size >= minDistinctBytes);
}
/** The key that wraps new keys. Previous ones may be weak, so that they can be replaced. */
const currentMasterKey = masterKey.refine(isRandomKey, `${guessable} (openssl rand -base64 32).`);

/** Of 24 random hexadecimal digits, about 13 differ. */
const minDistinctCharacters = 6;

const masterKeys = list.pipe(z.array(masterKey));

/** The keys that decrypt stored data. */
const keys = {
  OUTDIAL_MASTER_KEY: currentMasterKey,
  OUTDIAL_PREVIOUS_MASTER_KEYS: masterKeys.default([]),
  OUTDIAL_REQUIRE_BOUND_KEYS: flag.default(false),
};

/** The environment of the operator's commands that need the database only. */
export const databaseSettingsSchema = z.object(workerMongoSettings);

/** The environment of the command that ends running calls. With the master key it asks the workers at once. */
export const stopSettingsSchema = z.object({ ...workerMongoSettings, OUTDIAL_MASTER_KEY: masterKey.optional() });

/** The environment of the command that rotates the master key. */
export const rotationSettingsSchema = z.object({ ...workerMongoSettings, ...keys });

const temporalSettings = {
  TEMPORAL_ADDRESS: nonEmpty.default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: nonEmpty.default('default'),
  TEMPORAL_API_KEY: nonEmpty.optional(),
  TEMPORAL_TLS: flag.optional(),
  TEMPORAL_TLS_CERT: nonEmpty.optional(),
  TEMPORAL_TLS_KEY: nonEmpty.optional(),
  TEMPORAL_TLS_CA: nonEmpty.optional(),
  TEMPORAL_TLS_SERVER_NAME: nonEmpty.optional(),
};

/** The environment of the command that prepares the database and Temporal. */
export const setupSettingsSchema = z
  .object({
    ...workerMongoSettings,
    ...temporalSettings,
    ...keys,
    OUTDIAL_MASTER_KEY: currentMasterKey.optional(),
    OUTDIAL_BOOTSTRAP_KEY: nonEmpty.optional(),
  })
  .superRefine(checkTemporalSettings);
export type SetupSettings = z.infer<typeof setupSettingsSchema>;

/** The settings of every process. */
const common = {
  ...keys,
  ...policySettings,
  ...temporalSettings,
  AGENT_ALLOWED_CIDRS: cidrs.default([]),
  AGENT_ALLOWED_PORTS: ports,
  WEBHOOK_ALLOWED_CIDRS: cidrs.default([]),
  WEBHOOK_SHOW_PRIVATE_RESPONSES: flag.default(false),
  RECORDING_STORE: z.enum(['gridfs', 's3']).default('gridfs'),
  RECORDING_BUCKET: nonEmpty.optional(),
  RECORDING_REGION: nonEmpty.default('us-east-1'),
  RECORDING_ENDPOINT: z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }).optional(),
  RECORDING_PREFIX: z.string().default(''),
  RECORDING_PATH_STYLE: flag.default(false),
  METRICS_HOST: nonEmpty.default('127.0.0.1'),
  METRICS_PORT: port.default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }).optional(),
  TRACE_CONTINUE_CALLERS: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
};

/** The environment of `outdial admin policy`. */
export const policySettingsSchema = z.object({ ...databaseSettingsSchema.shape, ...policySettings });

/** The S3 store requires a bucket name. */
const hasBucket = (settings: { RECORDING_STORE: string; RECORDING_BUCKET?: string | undefined }): boolean =>
  settings.RECORDING_STORE !== 's3' || settings.RECORDING_BUCKET !== undefined;
const bucketRequired = { path: ['RECORDING_BUCKET'], error: 'Is required for RECORDING_STORE=s3.' };

/** The environment of the API process. */
export const apiSettingsSchema = z
  .object({
    ...apiMongoSettings,
    ...common,
    PORT: port.default(8080),
    HOST: nonEmpty.default('127.0.0.1'),
    OUTDIAL_BOOTSTRAP_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{24,256}$/, 'Expected 24 or more of A-Z a-z 0-9 "_" "-".')
      .refine((key) => new Set(key).size >= minDistinctCharacters, `${guessable} (openssl rand -hex 24).`)
      .optional(),
    IMPORT_RETENTION_HOURS: z.coerce.number().min(0).max(8_760).default(24),
    WEBHOOK_ALLOW_HTTP: flag.default(false),
    WEBHOOK_ALLOWED_PORTS: ports,
    WEBHOOK_REDELIVERIES_PER_HOUR: z.coerce.number().int().min(0).max(100_000_000).default(20_000),
    RATE_LIMIT_PER_KEY: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
    RATE_LIMIT_PER_ORGANIZATION: z.coerce.number().int().min(0).max(1_000_000).default(3_000),
    CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).max(10_000).default(5_000),
    LISTENERS_PER_CALL: z.coerce.number().int().min(1).max(10_000).default(20),
    LISTENERS_PER_ORGANIZATION: z.coerce.number().int().min(1).max(100_000).default(200),
    EVENT_STREAMS_PER_KEY: z.coerce.number().int().min(1).max(10_000).default(10),
    EVENT_STREAMS_PER_PROCESS: z.coerce.number().int().min(1).max(10_000).default(1_000),
    OUTDIAL_DEMO: flag.default(false),
    CONSOLE: flag.default(true),
    TEMPORAL_UI_URL: z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }).optional(),
    ...telephonySettings,
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  })
  .refine(hasBucket, bucketRequired)
  .superRefine(checkTemporalSettings)
  .superRefine(checkTelephonySettings);
export type ApiSettings = z.infer<typeof apiSettingsSchema>;

/** The environment of a worker process. */
export const workerSettingsSchema = z
  .object({
    ...workerMongoSettings,
    ...common,
    WORKER_QUEUES: queues.default([...allQueues]),
    WORKER_CALL_SLOTS: z.coerce.number().int().min(1).max(10_000).default(100),
    WORKER_CACHED_WORKFLOWS: z.coerce.number().int().min(10).max(100_000).default(200),
    OUTDIAL_DATA_DIR: nonEmpty.default('.outdial'),
    WORKER_MEDIA_HOST: nonEmpty.default('127.0.0.1'),
    WORKER_MEDIA_PORT: port.default(0),
    WORKER_MEDIA_ADVERTISE: nonEmpty.optional(),
    WORKER_GRACE_SECONDS: z.coerce.number().min(0).max(90_000).default(1_860),
    WORKER_ENCODE_SECONDS: z.coerce.number().min(0).max(3_600).default(60),
    TEMPORAL_METRICS_PORT: port.default(0),
    DEFAULT_AGENT_URL: z.url({ protocol: /^wss?$/, error: 'Expected a ws or wss URL.' }).optional(),
    TRUNK_MAX_CONCURRENT_CALLS: z.coerce.number().int().min(0).max(policyLimitBounds.MaxConcurrentCalls).default(0),
    TRUNK_MAX_CALLS_PER_MINUTE: z.coerce.number().int().min(0).max(policyLimitBounds.MaxCallsPerMinute).default(0),
    SIMULATOR_CALLS_PER_SECOND: z.coerce.number().int().min(0).max(10_000).default(0),
    SIMULATOR_OUTAGE_FILE: nonEmpty.optional(),
    ...analysisSettings,
    ...telephonySettings,
    ...lineSettings,
  })
  .refine(hasBucket, bucketRequired)
  .superRefine(checkTemporalSettings)
  .superRefine(checkMediaSettings)
  .superRefine(checkAnalysisSettings)
  .superRefine(checkLineSettings);
export type WorkerSettings = z.infer<typeof workerSettingsSchema>;
