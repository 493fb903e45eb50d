import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './failures';

/** The environment variables of the process. An empty variable counts as unset. */
export type Environment = Readonly<NodeJS.ProcessEnv>;
export interface Settings {
  url: string;
  key: string;
  campaign: string | undefined;
}

/** Where the root lies, seen from the bundle that holds this code. The build defines it (tools/build). */
declare const rootFromBundle: string | undefined;

/** The root of this checkout, which is above that of a build. */
const programRoot = resolve(__dirname, typeof rootFromBundle === 'undefined' ? '../..' : rootFromBundle);
const checkout = basename(programRoot) === 'dist' ? dirname(programRoot) : programRoot;

/** Returns the environment of this process. */
export const readEnvironment = (): Environment => process.env;

/** Flags take precedence over the environment, which takes precedence over the local stack. @throws {UsageError} */
export function resolveSettings(flags: { url?: string; key?: string; campaign?: string }, env: Environment): Settings {
  const read = (name: string): string | undefined => env[name] || undefined;
  const dataDir = resolve(checkout, read('OUTDIAL_DATA_DIR') ?? '.outdial');
  const givenUrl = flags.url ?? read('OUTDIAL_URL');
  const local = findRunningStack(dataDir);
  const url = givenUrl ?? local?.url;
  if (url === undefined)
    throw new UsageError('No API URL is set: set OUTDIAL_URL, pass --url, or start a local stack with `npm start`.');
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError('Expected an http or https URL.');
  const localKey = isLoopback(url) ? (local?.key ?? readLocalKey(dataDir)) : undefined;
  const key = flags.key ?? read('OUTDIAL_API_KEY') ?? localKey;
  if (key === undefined) throw new UsageError('No API key is set: set OUTDIAL_API_KEY.');
  const campaign = flags.campaign ?? read('OUTDIAL_CAMPAIGN') ?? (givenUrl === undefined ? local?.campaign : undefined);
  return { url, key, campaign };
}

/** The key of a local stack must never leave this machine. */
function isLoopback(url: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
}

interface LocalStack {
  url: string;
  key: string;
  campaign: string;
  pid: number;
}

/** Reads the address that a running `npm start` has published. A killed one may leave its file behind. */
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
