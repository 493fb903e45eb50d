import { collectPages, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type {
  Campaign,
  CampaignVersionItem,
  ChangeCampaign,
  CreateCampaign,
  CreateJob,
  DuplicateCampaign,
  StatsQuery,
} from '../types.ts';

const campaign = '/campaigns/{campaignID}';

/** Options of what changes a campaign. */
export interface ActionOptions extends RequestOptions {
  /** Changes nothing: the result shows the campaign as it would be, with the counts of moved calls in `DryRun`. */
  dryRun?: boolean;
}

const toParams = (campaignID: string, { dryRun }: ActionOptions = {}) => ({
  path: { campaignID },
  query: dryRun === undefined ? {} : { dry_run: dryRun },
});

/** The versions of campaigns. */
const createVersions = ({ http, unwrap }: Pick<Transport, 'http' | 'unwrap'>) => ({
  /** Every version, newest first. */
  versions: async (campaignID: string, options?: RequestOptions): Promise<CampaignVersionItem[]> =>
    collectPages(
      async (before?: number) => {
        if (before === 1) return [];
        const params = { path: { campaignID }, query: before === undefined ? {} : { before } };
        return (await unwrap(http.GET(`${campaign}/versions`, { params, ...toRequestInit(options) }))).Versions;
      },
      ({ Version }) => Version,
    ),
  version: (campaignID: string, version: number, options?: RequestOptions) =>
    unwrap(
      http.GET(`${campaign}/versions/{version}`, {
        params: { path: { campaignID, version } },
        ...toRequestInit(options),
      }),
    ),
  /** The settings in which a version differs from another. @param from by default the version before */
  changes: (campaignID: string, version: number, from?: number, options?: RequestOptions) =>
    unwrap(
      http.GET(`${campaign}/versions/{version}/changes`, {
        params: { path: { campaignID, version }, query: from === undefined ? {} : { from } },
        ...toRequestInit(options),
      }),
    ),
  /** Makes a new version with the settings of an earlier one. */
  rollBack: (campaignID: string, version: number, options?: RequestOptions) =>
    unwrap(
      http.POST(`${campaign}/versions/{version}/rollback`, {
        params: { path: { campaignID, version } },
        ...toRequestInit(options),
      }),
    ),
});

/** What is done with a whole campaign. */
const createActions = ({ http, unwrap }: Pick<Transport, 'http' | 'unwrap'>) => ({
  /** Calls the waiting jobs of a draft. */
  start: (campaignID: string, options?: ActionOptions) =>
    unwrap(http.POST(`${campaign}/start`, { params: toParams(campaignID, options), ...toRequestInit(options) })),
  /** Holds calls back; running calls go on. */
  pause: (campaignID: string, options?: ActionOptions) =>
    unwrap(http.POST(`${campaign}/pause`, { params: toParams(campaignID, options), ...toRequestInit(options) })),
  /** Ends a pause; calls that came due in it are spread. */
  resume: (campaignID: string, options?: ActionOptions) =>
    unwrap(http.POST(`${campaign}/resume`, { params: toParams(campaignID, options), ...toRequestInit(options) })),
  /** Refuses new jobs and cancels those that wait; `Stop` counts them. It cannot be undone. */
  stop: (campaignID: string, options?: ActionOptions) =>
    unwrap(http.POST(`${campaign}/stop`, { params: toParams(campaignID, options), ...toRequestInit(options) })),
  /** Hides a stopped or finished campaign, or a draft, from lists. */
  archive: (campaignID: string, options?: ActionOptions) =>
    unwrap(http.POST(`${campaign}/archive`, { params: toParams(campaignID, options), ...toRequestInit(options) })),
  /** Closes the circuit breaker without probes; the calls that waited are spread. */
  resetCircuitBreaker: (campaignID: string, options?: RequestOptions) =>
    unwrap(
      http.POST(`${campaign}/circuit-breaker/reset`, { params: { path: { campaignID } }, ...toRequestInit(options) }),
    ),
  /** Creates a draft with the same settings. @param body.Name by default that of the campaign, with "(copy)" */
  duplicate: (campaignID: string, body: DuplicateCampaign = {}, options?: RequestOptions) =>
    unwrap(http.POST(`${campaign}/duplicate`, { params: { path: { campaignID } }, body, ...toRequestInit(options) })),
});

/** The shared settings of jobs. */
export function createCampaigns({ http, unwrap }: Transport) {
  return {
    create: (body: CreateCampaign, options?: RequestOptions) =>
      unwrap(http.POST('/campaigns', { body, ...toRequestInit(options) })),
    /** Every campaign, oldest first; archived ones on request. */
    list: async ({ archived, ...options }: RequestOptions & { archived?: boolean } = {}): Promise<Campaign[]> =>
      collectPages(
        async (after?: string) => {
          const query = { ...(archived === undefined ? {} : { archived }), ...(after === undefined ? {} : { after }) };
          return (await unwrap(http.GET('/campaigns', { params: { query }, ...toRequestInit(options) }))).Campaigns;
        },
        ({ ID }) => ID,
      ),
    get: (campaignID: string, options?: RequestOptions) =>
      unwrap(http.GET(campaign, { params: { path: { campaignID } }, ...toRequestInit(options) })),
    /** Given fields are replaced; `null` removes a field. With `dryRun` nothing changes, and `DryRun` counts what would. */
    update: (campaignID: string, body: ChangeCampaign, options?: Pick<ActionOptions, 'signal' | 'dryRun'>) =>
      unwrap(http.PATCH(campaign, { params: toParams(campaignID, options), body, ...toRequestInit(options) })),
    ...createActions({ http, unwrap }),
    ...createVersions({ http, unwrap }),
    /**
     * The current number of jobs in each state, test jobs counted separately, and the outcomes by variant; with `from`,
     * `to`, `bucket` or `by` also what happened over time, what holds the waiting jobs, and when they are called.
     * @param options `version` limits the outcomes to jobs whose first call was made by it
     */
    stats: (campaignID: string, { signal, ...asked }: Pick<RequestOptions, 'signal'> & StatsQuery = {}) => {
      const { from, to, timeZone, ...same } = asked;
      const query = {
        ...same,
        ...(from === undefined ? {} : { from: from.toISOString() }),
        ...(to === undefined ? {} : { to: to.toISOString() }),
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      };
      const options = signal === undefined ? {} : { signal };
      return unwrap(
        http.GET(`${campaign}/stats`, { params: { path: { campaignID }, query }, ...toRequestInit(options) }),
      );
    },
    /** When a job would be called, without creating it. */
    preview: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      unwrap(
        http.POST(`${campaign}/schedule-preview`, {
          params: { path: { campaignID } },
          body,
          ...toRequestInit(options),
        }),
      ),
  };
}
