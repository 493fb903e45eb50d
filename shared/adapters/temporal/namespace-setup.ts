import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type ConnectionLike } from '@temporalio/client';
import { searchAttributes } from '../../messages/search-attributes';
import { serverTypes } from './registered-attributes';

/** Requests are repeated within it while the server is unavailable. */
const timeoutMs = 3_000;
const retryEveryMs = 1_000;
/** The status codes of gRPC. */
const codes = { notFound: 5, alreadyExists: 6, permissionDenied: 7, unimplemented: 12 } as const;

const codeOf = (error: unknown): number | undefined =>
  isGrpcServiceError(error) ? ((error as { code: unknown }).code as number) : undefined;

/** This process may not do it, or the server cannot: Temporal Cloud has its own tools for namespaces and attributes. */
export class NotPermittedError extends Error {
  override name = 'NotPermittedError';
}

const refused = (what: string, error: unknown): unknown =>
  codeOf(error) === codes.permissionDenied || codeOf(error) === codes.unimplemented
    ? new NotPermittedError(`Temporal refuses ${what}.`, { cause: error })
    : error;

/** A namespace as a deployment depends on it. */
export interface NamespaceFacts {
  /** How long closed workflows are kept, in ms. */
  retentionMs: number;
  /** Such as `1.29.1`; absent if the server does not say. */
  serverVersion: string | undefined;
}

/** @returns `undefined` if there is no such namespace. @throws while the server is unavailable */
export async function findNamespace(
  connection: ConnectionLike,
  namespace: string,
): Promise<NamespaceFacts | undefined> {
  try {
    const [{ config }, { serverVersion }] = await connection.withDeadline(Date.now() + timeoutMs, () =>
      Promise.all([
        connection.workflowService.describeNamespace({ namespace }),
        connection.workflowService.getSystemInfo({}),
      ]),
    );
    const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    return { retentionMs: seconds * 1_000, serverVersion: serverVersion || undefined };
  } catch (error) {
    if (codeOf(error) === codes.notFound) return undefined;
    throw error;
  }
}

/**
 * Creates a namespace unless it exists. Any number of processes may do so at once.
 * @returns false if it existed. @throws {NotPermittedError}
 */
export async function createNamespace(
  connection: ConnectionLike,
  namespace: string,
  retentionMs: number,
): Promise<boolean> {
  if ((await findNamespace(connection, namespace)) !== undefined) return false;
  try {
    await connection.withDeadline(Date.now() + timeoutMs, () =>
      connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: { seconds: Math.round(retentionMs / 1_000) as never },
      }),
    );
    return true;
  } catch (error) {
    if (codeOf(error) === codes.alreadyExists) return false;
    throw refused('to create the namespace', error);
  }
}

/** A search attribute exists with another type than workflows use; only an operator can decide what becomes of it. */
export class AttributeTypeError extends Error {
  override name = 'AttributeTypeError';
}

/**
 * Registers the search attributes that the namespace lacks. Any number of processes may do so at once: the server reports
 * those of others as existing, or the change as conflicting, and what is missing then is tried again until the deadline.
 * @returns the names that were missing. @throws {NotPermittedError} @throws {AttributeTypeError}
 */
export async function registerAttributes(
  connection: ConnectionLike,
  namespace: string,
  deadlineMs: number,
): Promise<string[]> {
  const added = new Set<string>();
  for (;;) {
    try {
      const missing = await listMissing(connection, namespace);
      if (missing.length === 0) return [...added];
      missing.forEach(({ name }) => added.add(name));
      const types = Object.fromEntries(missing.map(({ name, type }) => [name, serverTypes[type] ?? 0]));
      await connection.withDeadline(Date.now() + timeoutMs, () =>
        connection.operatorService.addSearchAttributes({ namespace, searchAttributes: types }),
      );
    } catch (error) {
      const reported = refused('to register search attributes', error);
      if (reported instanceof NotPermittedError || reported instanceof AttributeTypeError) throw reported;
      if (Date.now() >= deadlineMs) throw reported;
      await sleep(retryEveryMs);
    }
  }
}

async function listMissing(connection: ConnectionLike, namespace: string) {
  const { customAttributes } = await connection.withDeadline(Date.now() + timeoutMs, () =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
  const needed = Object.values(searchAttributes);
  const wrong = needed.filter(({ name, type }) => ![undefined, serverTypes[type]].includes(customAttributes[name]));
  if (wrong.length > 0)
    throw new AttributeTypeError(
      `The namespace has ${wrong.map(({ name }) => name).join(', ')} with another type: remove them, or use a namespace of your own.`,
    );
  return needed.filter(({ name }) => customAttributes[name] === undefined);
}

/** The queues of activities, as the server numbers them (temporal.api.enums.v1.TaskQueueType). */
const activityQueues = 2;

/** How many processes poll a task queue for activities, as the server knows from the last minutes. */
export async function countPollers(connection: ConnectionLike, namespace: string, queue: string): Promise<number> {
  const { pollers } = await connection.withDeadline(Date.now() + timeoutMs, () =>
    connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue },
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum is in a package that only tests have
      taskQueueType: activityQueues,
    }),
  );
  return new Set(pollers.map(({ identity }) => identity)).size;
}
