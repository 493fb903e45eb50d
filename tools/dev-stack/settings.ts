import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { loadSettings } from '../../shared/config/load';
import { apiSettingsSchema, workerSettingsSchema } from '../../shared/config/settings.schema';

/** The root of the repository, where `npm start` runs. */
export const projectRoot = resolve(__dirname, '../..');

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const launcherSettingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  OUTDIAL_DATA_DIR: z.string().default('.outdial'),
  CONSOLE: flag.default(true),
  OUTDIAL_MASTER_KEY: z.string().optional(),
  OUTDIAL_BOOTSTRAP_KEY: z.string().optional(),
  MONGODB_URI: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: flag.optional(),
  TEMPORAL_TLS_CERT: z.string().optional(),
  TEMPORAL_TLS_KEY: z.string().optional(),
  TEMPORAL_TLS_CA: z.string().optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  AGENT_ALLOWED_CIDRS: z.string().default('127.0.0.0/8,::1/128'),
  AGENT_ALLOWED_PORTS: z.string().default('any'),
  WEBHOOK_ALLOWED_CIDRS: z.string().default('127.0.0.0/8,::1/128'),
  WEBHOOK_SHOW_PRIVATE_RESPONSES: z.string().default('true'),
  WEBHOOK_ALLOW_HTTP: z.string().default('true'),
  WEBHOOK_ALLOWED_PORTS: z.string().default('any'),
  LOG_LEVEL: apiSettingsSchema.shape.LOG_LEVEL,
});

const serviceSettingsSchema = z.object({ ...apiSettingsSchema.shape, ...workerSettingsSchema.shape });

/** The settings that the launcher itself reads. */
export type LauncherSettings = z.infer<typeof launcherSettingsSchema> & { dataDir: string };

/** Adds the variables of `.env`, if it exists, to the environment. Variables of the environment take precedence. */
export function withEnvFile(env: NodeJS.ProcessEnv, file = resolve(projectRoot, '.env')): NodeJS.ProcessEnv {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}

/**
 * Parses the environment, also for the API and the worker: a mistake is reported before anything starts.
 * @throws {SettingsError} that lists every problem
 */
export function readLauncherSettings(env: NodeJS.ProcessEnv): LauncherSettings {
  // Placeholders for the settings that the launcher fills in later.
  const placeholders = { MONGODB_URI: 'mongodb://127.0.0.1', OUTDIAL_MASTER_KEY: randomBytes(32).toString('base64') };
  loadSettings(serviceSettingsSchema, { ...placeholders, ...dropEmpty(env) });
  const settings = loadSettings(launcherSettingsSchema, env);
  return { ...settings, dataDir: resolve(projectRoot, settings.OUTDIAL_DATA_DIR) };
}

/** The settings that the API and the worker get in addition to the environment. */
export interface ServiceAddresses {
  port: number;
  metricsPort: number;
  mongoUri: string;
  temporalAddress: string;
  temporalNamespace: string;
  /** Of the server that the launcher has started. */
  temporalUiUrl?: string | undefined;
  masterKey: string;
  bootstrapKey: string;
}

/** The simulated network rings no phone, and a developer rings the same number all day. */
const unlimitedCalls = {
  POLICY_DENIED_NUMBER_TYPES: 'premium_rate,shared_cost,international_network',
  POLICY_MAX_CALLS_PER_DAY: '0',
  POLICY_MAX_ATTEMPTS_PER_NUMBER_PER_DAY: '0',
  POLICY_MIN_RETRY_DELAY_SECONDS: '0',
};

/** Ctrl-C ends a developer's calls soon; `createWorkerProgram` allows for both. */
const shortShutdown = { WORKER_GRACE_SECONDS: '2', WORKER_ENCODE_SECONDS: '2' };

/** The environment of the API and the worker. */
export function buildServiceEnv(
  env: NodeJS.ProcessEnv,
  settings: LauncherSettings,
  at: ServiceAddresses,
): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...rest } = dropEmpty(env);
  return {
    ...unlimitedCalls,
    ...shortShutdown,
    ...rest,
    HOST: settings.HOST,
    PORT: String(at.port),
    // Each process needs its own port; a value in the environment would apply to both.
    METRICS_PORT: String(at.metricsPort),
    METRICS_HOST: '127.0.0.1',
    MONGODB_URI: at.mongoUri,
    TEMPORAL_ADDRESS: at.temporalAddress,
    TEMPORAL_NAMESPACE: at.temporalNamespace,
    ...(at.temporalUiUrl === undefined ? {} : { TEMPORAL_UI_URL: at.temporalUiUrl }),
    OUTDIAL_MASTER_KEY: at.masterKey,
    OUTDIAL_BOOTSTRAP_KEY: at.bootstrapKey,
    OUTDIAL_DATA_DIR: settings.dataDir,
    OUTDIAL_DEMO: '1',
    // For the log files and the "ready" lines; the terminal shows less (see stack.ts).
    LOG_LEVEL: ['debug', 'trace'].includes(settings.LOG_LEVEL) ? settings.LOG_LEVEL : 'info',
    // Voice agents and receivers on this machine: unencrypted, on any port.
    AGENT_ALLOWED_CIDRS: settings.AGENT_ALLOWED_CIDRS,
    AGENT_ALLOWED_PORTS: settings.AGENT_ALLOWED_PORTS,
    WEBHOOK_ALLOWED_CIDRS: settings.WEBHOOK_ALLOWED_CIDRS,
    WEBHOOK_SHOW_PRIVATE_RESPONSES: settings.WEBHOOK_SHOW_PRIVATE_RESPONSES,
    WEBHOOK_ALLOW_HTTP: settings.WEBHOOK_ALLOW_HTTP,
    WEBHOOK_ALLOWED_PORTS: settings.WEBHOOK_ALLOWED_PORTS,
  };
}

/** Drops empty variables: they count as unset, as in the services. */
function dropEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}
