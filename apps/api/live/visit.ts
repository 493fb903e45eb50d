import type { IncomingMessage } from 'node:http';
import type { ApiKey } from '../../../shared/adapters/mongo/api-keys.repository';
import type { Store } from '../../../shared/adapters/mongo/store';
import { identifier } from '../../../shared/contracts/primitives';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { createKeyring } from '../middleware/keyring';
import { ProblemError } from '../middleware/problem';
import { requestKey, unauthenticated } from '../middleware/request-key';
import { type LivePath, parseLivePath } from './live-path';

/** Somebody who may hear a call that can be heard. */
export interface Visit extends LivePath {
  apiKey: ApiKey;
  call: CallRecord;
  /** Whether the key still opens the door; a store that is away takes nobody's right to listen. */
  stillWelcome: () => Promise<boolean>;
}

/** @returns a function that reads a websocket's request; it throws {ProblemError} 401, 404 or 409 */
export function createReception(store: Store, nowMs: () => number) {
  const keyring = createKeyring((hash) => store.apiKeys.findByHash(hash), nowMs);
  return async (req: IncomingMessage): Promise<Visit> => {
    const url = new URL(req.url ?? '/', 'http://localhost');
    const path = parseLivePath(url.pathname);
    if (path === undefined)
      throw new ProblemError('route_not_found', { detail: 'There is no websocket at this path.' });
    const key = requestKey(req, url.searchParams.get('apiKey'));
    const apiKey = key === undefined ? undefined : await keyring.find(key);
    if (key === undefined || apiKey === undefined) throw unauthenticated();
    return {
      ...path,
      apiKey,
      call: await activeCall(store, apiKey.OrgID, path),
      stillWelcome: () =>
        keyring.find(key).then(
          (found) => found !== undefined,
          () => true,
        ),
    };
  };
}

/** @throws {ProblemError} 404 for what this organisation does not have, 409 for a call that nobody can hear now */
async function activeCall(store: Store, orgId: string, path: LivePath): Promise<CallRecord> {
  const { campaignId, jobId, callId } = path;
  const wellFormed = [campaignId, jobId, callId].every((id) => identifier.safeParse(id).success);
  const call = wellFormed ? await store.calls.findInJob({ orgId, campaignId, jobId, callId }) : undefined;
  if (call === undefined) throw new ProblemError('call_not_found');
  if (call.State === 'active') return call;
  throw new ProblemError('call_not_active', {
    detail: call.State === 'creating' ? 'Nobody has answered the call yet.' : 'The call has ended.',
  });
}
