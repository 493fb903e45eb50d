import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './failures';

/** What the environment may say. An empty variable counts as unset. */
export interface Environment {
  OUTDIAL_URL?: string | undefined;
  OUTDIAL_API_KEY?: string | undefined;
  OUTDIAL_CAMPAIGN?: string | undefined;
  OUTDIAL_DATA_DIR?: string | undefined;
}
export interface Settings {
  url: string;
  key: string;
  campaign: string | undefined;
}

/** This checkout; the built program lies a folder deeper. */
const parentFolder = resolve(__dirname, '../..');
const checkout = basename(parentFolder) === 'dist' ? dirname(parentFolder) : parentFolder;

/** The environment of this process. */
export function readEnvironment(): Environment {
  const given = (name: keyof Environment): string | undefined => process.env[name] || undefined;
  return {
    OUTDIAL_URL: given('OUTDIAL_URL'),
    OUTDIAL_API_KEY: given('OUTDIAL_API_KEY'),
    OUTDIAL_CAMPAIGN: given('OUTDIAL_CAMPAIGN'),
    OUTDIAL_DATA_DIR: given('OUTDIAL_DATA_DIR'),
  };
}

/** Flags win over the environment, and that over a local stack of this checkout. @throws {UsageError} */
export function resolveSettings(flags: { url?: string; key?: string; campaign?: string }, env: Environment): Settings {
  const dataDir = resolve(checkout, env.OUTDIAL_DATA_DIR ?? '.outdial');
  const givenUrl = flags.url ?? env.OUTDIAL_URL;
  const local = findRunningStack(dataDir);
  const url = givenUrl ?? local?.url;
  if (url === undefined)
    throw new UsageError('Where is the API? Set OUTDIAL_URL, give --url, or start a local one with `npm start`.');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError('Expected the URL to begin with http or https.');
  const key = flags.key ?? env.OUTDIAL_API_KEY ?? (isLoopback(url) ? (local?.key ?? readLocalKey(dataDir)) : undefined);
  if (key === undefined) throw new UsageError('There is no API key: set OUTDIAL_API_KEY.');
  const campaign = flags.campaign ?? env.OUTDIAL_CAMPAIGN ?? (givenUrl === undefined ? local?.campaign : undefined);
  return { url, key, campaign };
}

/** The key of a local stack stays on this machine. */
function isLoopback(url: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
}

interface LocalStack {
  url: string;
  key: string;
  campaign: string;
  pid: number;
}

/** What a running `npm start` says of itself. One that was killed hard may have left its file behind. */
function findRunningStack(dataDir: string): LocalStack | undefined {
  try {
    const stack = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8')) as LocalStack;
    process.kill(stack.pid, 0);
    return isLoopback(stack.url) ? stack : undefined;
  } catch {
    return undefined;
  }
}

function readLocalKey(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'bootstrap.key'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
