import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { BSON, type Db } from 'mongodb';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { testKeys } from '../../support/master-keys';

const { History } = temporal.api.history.v1;

/** Every document as the database holds it, byte by byte, by collection. */
export async function documents(db: Db): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const { name } of await db.listCollections().toArray()) {
    const raw = (await db.collection(name).find({}, { raw: true }).toArray()) as unknown as Buffer[];
    found.set(name, Buffer.concat(raw));
  }
  return found;
}

/** The jobs that have a workflow: those of invalid rows fail when they are made. */
export async function startedOf(db: Db, jobIds: readonly string[]): Promise<string[]> {
  const jobs = db.collection<{ _id: string; State: string; Sequence: number }>('jobs');
  const invalid = await jobs.find({ State: 'failed', Sequence: 2 }).toArray();
  const started = jobIds.filter((id) => !invalid.some(({ _id }) => _id === id));
  expect(started.length).toBeGreaterThan(10);
  return started;
}

/** The collections that hold the keyed hash of a contact's number. */
export async function collectionsWithHashOf(
  seeds: readonly { number: string; rowNumber: string }[],
  db: Db,
): Promise<string[]> {
  const { numberHash } = createKeys(db, testKeys);
  const hashes = await Promise.all(seeds.flatMap(({ number, rowNumber }) => [number, rowNumber].map(numberHash)));
  const found = [...(await documents(db))];
  return found.filter(([, bytes]) => hashes.some((hash) => bytes.includes(hash))).map(([name]) => name);
}

/** Puts every document of one database into another, byte by byte, as a backup that is restored. */
export async function restore(from: Db, to: Db): Promise<void> {
  for (const { name } of await from.listCollections().toArray()) {
    const raw = (await from.collection(name).find({}, { raw: true }).toArray()) as unknown as Buffer[];
    const whole = { promoteValues: false, promoteBuffers: false } as const;
    if (raw.length > 0) await to.collection(name).insertMany(raw.map((bytes) => BSON.deserialize(bytes, whole)));
  }
}

/** Every file below a folder; files that disappear during the walk are skipped. */
export function filesIn(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    try {
      if (statSync(join(folder, name)).isFile()) found.set(name, readFileSync(join(folder, name)));
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }
  return found;
}

/** Everything that is in a message of the engine, in clear: payloads as the bytes that they carry. */
/**
 * Their documents do not last: tickets a minute, leases as long as a call, replans until they are done, attempts as long
 * as a limit counts them.
 */
const fleeting = new Set(['tickets', 'call_leases', 'replans', 'number_attempts']);
/** The names of the collections whose documents last, without empty ones, which a copy does not have. */
export const lastingCollections = (all: ReadonlyMap<string, Buffer>): string[] =>
  [...all].flatMap(([name, bytes]) => (bytes.length === 0 || fleeting.has(name) ? [] : [name])).sort();

function flat(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof Map) return flat([...value]);
  if (Array.isArray(value)) return value.map(flat).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => `${key}\n${flat(one)}`)
      .join('\n');
  return typeof value === 'function' ? '' : String(value);
}

/** Everything Temporal reports about each workflow: its history, and its description with memo, search attributes and summaries. */
export async function workflows({ workflow }: Client): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { workflowId, runId, memo, raw } of workflow.list()) {
    const handle = workflow.getHandle(workflowId, runId);
    const read = await Promise.all([handle.fetchHistory(), handle.describe()]).catch((error: unknown) => {
      // Its history was deleted since it was listed.
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    });
    if (read === undefined) continue;
    const [history, description] = read;
    const parts = [
      History.encode(history).finish(),
      Buffer.from(flat([history, description.raw, raw, memo])),
      Buffer.from(flat([await description.staticSummary(), await description.staticDetails()])),
    ];
    found.set(`${workflowId} ${runId}`, Buffer.concat(parts));
  }
  return found;
}
