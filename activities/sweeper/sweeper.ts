import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityDeps } from '../deps';
import { sweepBulkActions } from './sweep-bulk-actions';
  campaignEvents: { sweep: sweepCampaignEvents },
