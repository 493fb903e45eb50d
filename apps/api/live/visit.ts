import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Store } from '../../../shared/adapters/mongo/store';
import { type ApiKey, reachesCampaign } from '../../../shared/domain/access/api-key';
import { identifier } from '../../../shared/contracts/primitives';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import type { Keyring } from '../middleware/keyring';
import { ProblemError } from '../middleware/problem';
import { admit, requireScope } from '../middleware/request-key';
import { requestIdOf } from '../middleware/request-id';
import { limitUpgrade } from '../rate-limit/rate-limit';
import { type LivePath, parseLivePath } from './live-path';

/** Somebody who may hear a call that can be heard. */
export interface Visit extends LivePath {
  apiKey: ApiKey;
  call: CallRecord;
  /** Whether the key still opens the door; a store that is away takes nobody's right to listen. */
  stillWelcome: () => Promise<boolean>;
}

interface ReceptionDeps {
  store: Store;
  keyring: Keyring;
  rateLimits: readonly RequestHandler[];
  nowMs: () => number;
}

/** @returns a function that reads a websocket's request; it throws {ProblemError} 401, 403, 404, 409 or 429 */
export function createReception({ store, keyring, rateLimits, nowMs }: ReceptionDeps) {
  return async (req: IncomingMessage): Promise<Visit> => {
    const url = new URL(req.url ?? '/', 'http://localhost');
    const path = parseLivePath(url.pathname);
    if (path === undefined)
      throw new ProblemError('route_not_found', { detail: 'There is no websocket at this path.' });
    const key = () => admit(req, { keyring, nowMs }, url.searchParams.get('apiKey'));
    const apiKey = await key();
    await limitUpgrade(rateLimits, { req, apiKey, requestId: requestIdOf(req) });
    requireScope(apiKey, 'calls:listen');
    if (!reachesCampaign(apiKey, path.campaignId)) throw new ProblemError('campaign_not_found');
    return {
      ...path,
      apiKey,
      call: await activeCall(store, apiKey.OrgID, path),
      stillWelcome: () =>
        key().then(
          () => true,
          (error: unknown) => !(error instanceof ProblemError),
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
