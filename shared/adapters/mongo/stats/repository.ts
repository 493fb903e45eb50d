import type { Db } from 'mongodb';
import type { CampaignKey } from '../jobs/filter';
import { statsCollections } from './documents';
import { foldCampaign } from './fold';
import { readCounts, type CountsPart } from './read';
import { createRecount } from './recount';
import { foldRound } from './rounds';

/** The kept counts of campaigns, see ADR 0027. */
export function createStatsRepository(db: Db) {
  const collections = statsCollections(db);
  return {
    foldRound: (nowMs: number) => foldRound(collections, nowMs),
    foldCampaign: (key: CampaignKey, nowMs: number) => foldCampaign(collections, key, nowMs),
    read: (key: CampaignKey, part: CountsPart) => readCounts(collections, key, part),
    recount: createRecount(collections),
  };
}
export type StatsRepository = ReturnType<typeof createStatsRepository>;
