import { subtle } from 'node:crypto';
import type { Claim, IdempotencyRepository } from '../../../shared/adapters/mongo/idempotency.repository';
import { ProblemError } from './problem';
import type { ApiRequest, Reply, Route } from './route';

interface IdempotentRequest {
  route: Route;
  request: ApiRequest;
  key: string;
}

/** Computed by another thread: a file of 10 MB would block this one for tens of milliseconds. */
const hashOf = async (content: Buffer): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', content)).toString('hex');

/**
 * Identifies the request. Where the result depends on the API key's permissions, the key is part of the fingerprint, so
 * that the response is replayed to no other key.
 */
async function requestFingerprint({
  route,
  request: { params, query, body, file, keyId },
}: IdempotentRequest): Promise<string> {
  const dependsOnKey = route.access === 'keys:manage' || route.campaignScoped === true;
  const upload = file && [file.contentType, file.fileName, await hashOf(file.content)];
  return JSON.stringify([params, query, body, upload, ...(dependsOnKey ? [keyId] : [])]);
}

const inProgress = () =>
  new ProblemError('idempotency_in_progress', {
    detail: 'Another request with this Idempotency-Key is in progress. Retry the request.',
    headers: { 'Retry-After': '1' },
  });

const otherRequest = () =>
  new ProblemError('idempotency_key_reused', {
    detail: 'This Idempotency-Key was already used for a different request.',
    errors: [{ pointer: 'Idempotency-Key', detail: 'Already used for a different request.' }],
  });

/** Handles a request once, however often it is sent with its Idempotency-Key. */
export async function runOnce(
  idempotent: IdempotentRequest,
  deps: { store: { idempotency: IdempotencyRepository }; nowMs: () => number },
  handle: (request: ApiRequest) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { route, request, key } = idempotent;
  const { idempotency } = deps.store;
  const name = { orgId: request.orgId, operation: route.operation, key };
  const result = await idempotency.claim(name, await requestFingerprint(idempotent), deps.nowMs());
  if (result.kind === 'in_progress') throw inProgress();
  if (result.kind === 'other_request') throw otherRequest();
  if (result.kind === 'erased') throw new ProblemError('idempotency_reply_erased');
  if (result.kind === 'answered') {
    const { secretNotStored } = result.reply;
    if (secretNotStored !== undefined) {
      throw new ProblemError('idempotency_secret_not_stored', { detail: secretNotStored });
    }
    return { ...result.reply, headers: { ...result.reply.headers, 'Idempotent-Replayed': 'true' } };
  }
  const { claim, idempotencySeed, isReplay } = result;
  const reply = await runClaimed(idempotency, result, () =>
    handle({ ...request, idempotencySeed, isReplay, newId: (prefix) => `${prefix}_${idempotencySeed}` }),
  );
  const { status, headers = {}, body, secretNotStored } = reply;
  const stored = secretNotStored === undefined ? { headers, body } : { headers: {}, body: null, secretNotStored };
  await idempotency.complete(claim, { status, ...stored }, jobIdOf(request, body));
  return reply;
}

/** The job that a response is about: erasing the job erases the stored response. */
function jobIdOf({ params }: ApiRequest, body: unknown): string | undefined {
  const { JobID } = (body ?? {}) as { JobID?: unknown };
  return params['jobID'] ?? (typeof JobID === 'string' ? JobID : undefined);
}

async function runClaimed(
  idempotency: IdempotencyRepository,
  { claim, isReplay }: { claim: Claim; isReplay: boolean },
  handle: () => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    return await handle();
  } catch (error) {
    // A rejected request has had no effect, except that an earlier attempt of a replayed one may have had.
    const rejected = error instanceof ProblemError && error.status < 500 && !isReplay;
    // If this write fails, the claim expires on its own.
    await (rejected ? idempotency.discard(claim) : idempotency.release(claim)).catch(() => undefined);
    throw error;
  }
}
