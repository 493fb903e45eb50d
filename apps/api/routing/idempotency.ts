import { createHash } from 'node:crypto';
import type { Claim, IdempotencyRepository } from '../../../shared/adapters/mongo/idempotency.repository';
import { ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply, Route } from './route';

interface Repeatable {
  route: Route;
  request: ApiRequest;
  key: string;
}

/**
 * All that makes the request what it is. Where the handler judges by what the API key may do, the API key is part of it: its answer is
 * told to no other.
 */
function askedOf({ route, request: { params, query, body, file, keyId } }: Repeatable): string {
  const judged = route.access === 'keys:manage' || route.reach === 'campaigns';
  const upload = file && [file.contentType, file.fileName, createHash('sha256').update(file.content).digest('hex')];
  return JSON.stringify([params, query, body, upload, ...(judged ? [keyId] : [])]);
}

const inProgress = () =>
  new ProblemError('idempotency_in_progress', {
    detail: 'Another request with this Idempotency-Key is being answered. Please repeat the request.',
    headers: { 'Retry-After': '1' },
  });

const otherRequest = () =>
  new ProblemError('idempotency_key_reused', {
    detail: 'This Idempotency-Key was used for another request before.',
    errors: [{ pointer: 'Idempotency-Key', detail: 'Used for another request before.' }],
  });

/** Does what a request asks for once, however often it is sent with its Idempotency-Key. */
export async function once(
  repeatable: Repeatable,
  deps: { store: { idempotency: IdempotencyRepository }; nowMs: () => number },
  act: (request: ApiRequest) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { route, request, key } = repeatable;
  const { idempotency } = deps.store;
  const name = { orgId: request.orgId, operation: route.operation, key };
  const turn = await idempotency.begin(name, askedOf(repeatable), deps.nowMs());
  if (turn.kind === 'in_progress') throw inProgress();
  if (turn.kind === 'other_request') throw otherRequest();
  if (turn.kind === 'erased') throw new ProblemError('idempotency_reply_erased');
  if (turn.kind === 'answered') {
    return { ...turn.reply, headers: { ...turn.reply.headers, 'Idempotent-Replayed': 'true' } };
  }
  const { seed, again, claim } = turn;
  const reply = await attempt(idempotency, turn, () =>
    act({ ...request, seed, again, newId: (prefix) => `${prefix}_${seed}` }),
  );
  const { status, headers = {}, body } = reply;
  await idempotency.finish(claim, { status, headers, body }, jobOf(request, body));
  return reply;
}

/** The job that an answer is about: its erasure takes the answer away. */
function jobOf({ params }: ApiRequest, body: unknown): string | undefined {
  const { JobID } = (body ?? {}) as { JobID?: unknown };
  return params['jobID'] ?? (typeof JobID === 'string' ? JobID : undefined);
}

async function attempt(
  idempotency: IdempotencyRepository,
  { claim, again }: { claim: Claim; again: boolean },
  act: () => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    return await act();
  } catch (error) {
    // A refusal has done nothing; but when this is a repeat, the first try may have.
    const refused = error instanceof ProblemError && error.status < 500 && !again;
    // Whether the store hears this or not, the hold ends with its time.
    await (refused ? idempotency.forget(claim) : idempotency.release(claim)).catch(() => undefined);
    throw error;
  }
}
