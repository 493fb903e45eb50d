import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { loadSettings } from '../../shared/config/load';
import { apiSettingsSchema, workerSettingsSchema } from '../../shared/config/settings.schema';

/** The project's folder, where `npm start` runs. */
export const projectRoot = resolve(__dirname, '../..');

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const launcherSettingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  OUTDIAL_DATA_DIR: z.string().default('.outdial'),
  OUTDIAL_MASTER_KEY: z.string().optional(),
  OUTDIAL_BOOTSTRAP_KEY: z.string().optional(),
  MONGODB_URI: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: flag.optional(),
  WEBHOOK_ALLOWED_CIDRS: z.string().default('127.0.0.0/8,::1/128'),
  LOG_LEVEL: apiSettingsSchema.shape.LOG_LEVEL,
});

const serviceSettingsSchema = z.object({ ...apiSettingsSchema.shape, ...workerSettingsSchema.shape });

/** What the launcher itself reads. */
export type LauncherSettings = z.infer<typeof launcherSettingsSchema> & { dataDir: string };

/** The environment with what the project's `.env` adds, where there is one; what is set already wins. */
export function withEnvFile(env: NodeJS.ProcessEnv, file = resolve(projectRoot, '.env')): NodeJS.ProcessEnv {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}

/**
 * Parses the environment, also on behalf of the API and the worker: a mistake is told before anything is started.
 * @throws {SettingsError} naming every problem
 */
export function readLauncherSettings(env: NodeJS.ProcessEnv): LauncherSettings {
  // Stand-ins for what the launcher will fill in.
  const placeholders = { MONGODB_URI: 'mongodb://127.0.0.1', OUTDIAL_MASTER_KEY: Buffer.alloc(32).toString('base64') };
  loadSettings(serviceSettingsSchema, { ...placeholders, ...dropEmpty(env) });
  const settings = loadSettings(launcherSettingsSchema, env);
  return { ...settings, dataDir: resolve(projectRoot, settings.OUTDIAL_DATA_DIR) };
}

/** What the API and the worker get on top of our own environment. */
export interface ServiceAddresses {
  port: number;
  metricsPort: number;
  mongoUri: string;
  temporalAddress: string;
  temporalNamespace: string;
  masterKey: string;
  bootstrapKey: string;
}

/** The environment of the API and the worker. */
export function buildServiceEnv(
  env: NodeJS.ProcessEnv,
  settings: LauncherSettings,
  at: ServiceAddresses,
): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...rest } = dropEmpty(env);
  return {
    ...rest,
    HOST: settings.HOST,
    PORT: String(at.port),
    // One for each process: what the environment says of it would be for both.
    METRICS_PORT: String(at.metricsPort),
    METRICS_HOST: '127.0.0.1',
    MONGODB_URI: at.mongoUri,
    TEMPORAL_ADDRESS: at.temporalAddress,
    TEMPORAL_NAMESPACE: at.temporalNamespace,
    OUTDIAL_MASTER_KEY: at.masterKey,
    OUTDIAL_BOOTSTRAP_KEY: at.bootstrapKey,
    OUTDIAL_DATA_DIR: settings.dataDir,
    OUTDIAL_DEMO: '1',
    // What goes to the log files, and tells us that they are ready; the terminal shows less (see stack.ts).
    LOG_LEVEL: ['debug', 'trace'].includes(settings.LOG_LEVEL) ? settings.LOG_LEVEL : 'info',
    WEBHOOK_ALLOWED_CIDRS: settings.WEBHOOK_ALLOWED_CIDRS,
  };
}

/** An empty variable counts as unset, as in the services. */
function dropEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}
