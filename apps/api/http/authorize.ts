import type { NextFunction, Request, RequestHandler } from 'express';
import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import { requireScope } from './authenticate';
import type { Route } from './route';

/**
 * Lets a request on when its key holds the route's scope and reaches what the path names. It comes before the body is read: nobody has a
 * file taken in who may not send one.
 */
export function authorize(route: Route): RequestHandler {
  const check = (req: Request, res: ApiResponse, next: NextFunction): void => {
    const { apiKey } = res.locals;
    if (route.access !== 'anybody' && apiKey !== undefined) {
      requireScope(apiKey, route.access);
      if (apiKey.CampaignIDs !== undefined) checkCampaignScope(route, req.params['campaignID'], apiKey);
    }
    next();
  };
  return check as unknown as RequestHandler;
}

/** A campaign out of reach is answered as one that does not exist. */
function checkCampaignScope(
  route: Route,
  campaignId: unknown,
  apiKey: { CampaignIDs?: readonly string[] | undefined },
): void {
  if (typeof campaignId === 'string') {
    if (canAccessCampaign(apiKey, campaignId)) return;
    throw new ProblemError('campaign_not_found');
  }
  if (route.reach === 'campaigns') return;
  throw new ProblemError('forbidden', {
    detail: 'The API key is limited to some campaigns; this reaches over the whole organization.',
  });
}
