import type { NextFunction, Request, RequestHandler } from 'express';
import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import { requireScope } from './authenticate';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import type { Route } from './route';

/**
 * Passes a request on if its key has the route's scope and may access the campaign in the path. Runs before the body is
 * read, so that no upload is received from a key that may not upload.
 */
export function authorize(route: Route): RequestHandler {
  const check = (req: Request, res: ApiResponse, next: NextFunction): void => {
    const { apiKey } = res.locals;
    if (route.access !== 'public' && apiKey !== undefined) {
      requireScope(apiKey, route.access);
      if (apiKey.CampaignIDs !== undefined) checkCampaignScope(route, req.params['campaignID'], apiKey);
    }
    next();
  };
  return check as unknown as RequestHandler;
}

/** A campaign that the key may not access is answered like a missing one. */
function checkCampaignScope(
  route: Route,
  campaignId: unknown,
  apiKey: { CampaignIDs?: readonly string[] | undefined },
): void {
  if (typeof campaignId === 'string') {
    if (canAccessCampaign(apiKey, campaignId)) return;
    throw new ProblemError('campaign_not_found');
  }
  if (route.campaignScoped === true) return;
  throw new ProblemError('forbidden', {
    detail: 'The API key is limited to some campaigns; this operation covers the whole organization.',
  });
}
